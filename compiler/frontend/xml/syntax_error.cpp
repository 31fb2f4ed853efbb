#include "compiler/frontend/xml/syntax_error.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "compiler/base/markup.h"
#include "compiler/diagnostics/fixes.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::frontend {
namespace {

constexpr std::string_view kReferenceLetters =
    "#_-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

class SyntaxErrorReport {
 public:
  SyntaxErrorReport(const SyntaxError& error, const SourceBuffer& source, Diagnostics& diagnostics)
      : error_(error), source_(source), text_(source.text()), diagnostics_(diagnostics) {}

  void Report() {
    if (!ReportTextBefore()) {
      ReportCode(std::min(error_.at, static_cast<std::uint32_t>(text_.size())));
    }
  }

 private:
  Diagnostic& Fail(Range range, Message text,
                   DiagnosticKind kind = DiagnosticKind::kXmlSyntax) const {
    return diagnostics_.Emit(kind, &source_, Within(range, source_), std::move(text));
  }
  Range NameAt(std::uint32_t offset) const { return TagNameAt(source_, offset); }

  void AddOpenNote(Diagnostic& diagnostic) const {
    const Range name = NameAt(error_.open.back().offset + 1);
    diagnostic.notes.push_back({&source_, name, Tag(error_.open.back().name) + " was opened here"});
  }

  void ReportCode(std::uint32_t at) {
    switch (error_.code) {
      case XML_ERROR_TAG_MISMATCH:
        return ReportMismatch(at);
      case XML_ERROR_NO_ELEMENTS:
        return ReportEnd(at);
      case XML_ERROR_DUPLICATE_ATTRIBUTE: {
        const Range name = NameAt(at);
        Fail(name, "attribute " + Quoted(source_.Slice(name)) + " stands twice");
        return;
      }
      case XML_ERROR_UNDEFINED_ENTITY:
        return ReportEntity(at);
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
        Fail({at, at + 1}, "text after the end of the root element");
        return;
      case XML_ERROR_UNCLOSED_CDATA_SECTION: {
        Fail({error_.cdata, error_.cdata + 9},
             "the file ends inside the CDATA section that starts here");
        return;
      }
      case XML_ERROR_UNCLOSED_TOKEN:
      case XML_ERROR_PARTIAL_CHAR:
        Fail({at, at + 1}, "the file ends inside the tag or comment that starts here");
        return;
      case XML_ERROR_SYNTAX:
        Fail({at, at + 1}, "an XML element must stand here, beginning with '<'");
        return;
      case XML_ERROR_MISPLACED_XML_PI:
        return ReportDeclaration(at);
      case XML_ERROR_INVALID_TOKEN:
        return ReportToken(at);
      default:
        Fail({at, at + 1}, Message("not well-formed XML: ") + XML_ErrorString(error_.code));
    }
  }

  /// Reports text before the first tag. Returns false if the file begins like XML.
  bool ReportTextBefore() {
    const std::size_t begin = text_.find_first_not_of(kMarkupBlanks);
    if (begin == std::string_view::npos || text_[begin] == '<' ||
        static_cast<unsigned char>(text_[begin]) < ' ') {
      return false;
    }
    const std::size_t line = std::min(text_.find_first_of("<\n", begin), text_.size());
    const std::size_t last = text_.substr(0, line).find_last_not_of(kMarkupBlanks);
    Fail({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last + 1)},
         "text before the root element, where only comments are allowed; remove it or make it a "
         "comment");
    return true;
  }

  /// Reports an XML declaration that is not at the start of the file.
  void ReportDeclaration(std::uint32_t at) {
    const std::string_view before = text_.substr(0, at);
    const bool blank = before.find_first_not_of(kMarkupBlanks) == std::string_view::npos;
    Diagnostic& diagnostic = Fail(
        {at, at + 5},
        blank
            ? "`<?xml` must be at the start of the file; remove the white space before it"
            : "`<?xml` must be at the start of the file; move the text before it to a later line");
    if (blank) {
      diagnostic.fix = Fix{"remove the white space before it", {{{0, at}, ""}}, true};
    }
  }

  void ReportMismatch(std::uint32_t at) {
    if (text_.substr(at, 2) == "</") {
      at += 2;
    }
    const Range name = NameAt(at);
    const std::string found(source_.Slice(name));
    const std::string wanted(error_.open.empty() ? "" : error_.open.back().name);
    Diagnostic& diagnostic = Fail(name, "`</" + Message(found) + ">` stands where `</" +
                                            Message(wanted) + ">` must close the open element");
    if (!error_.open.empty()) {
      AddOpenNote(diagnostic);
      const std::string_view names[] = {error_.open.back().name};
      diagnostic.fix = RenameToNearest(name, found, names);
    }
  }

  void ReportEnd(std::uint32_t at) {
    if (error_.open.empty()) {
      Fail({at, at}, "the file holds no XML element");
      return;
    }
    Diagnostic& diagnostic = Fail({at, at}, "the file ends inside " + Tag(error_.open.back().name));
    AddOpenNote(diagnostic);
  }

  void ReportEntity(std::uint32_t at) {
    const std::size_t end = text_.find(';', at);
    const Range range{at, static_cast<std::uint32_t>(end == std::string_view::npos ? at : end + 1)};
    Fail(range,
         "entity " + Message(source_.Slice(range)) +
             " does not exist; XML has only &lt; &gt; &amp; &apos; &quot; and character numbers",
         DiagnosticKind::kXmlDoctype);
  }

  /// Reports an invalid token. The mistake may be before the place where Expat stops. Examples are
  /// a reference without its ';' and a tag without a name.
  void ReportToken(std::uint32_t at) {
    const char c = at < text_.size() ? text_[at] : ' ';
    const std::size_t name = text_.substr(0, at).find_last_not_of(kReferenceLetters);
    if (name != std::string_view::npos && text_[name] == '&') {
      ReportReference({static_cast<std::uint32_t>(name), at});
    } else if (c == '<' && ReportOpenQuote(at)) {
      return;
    } else if (c == '&' || c == '<') {
      ReportBare(at, c == '&' ? "'&' does not start a reference" : "'<' cannot stand here");
    } else if (at > 0 && text_[at - 1] == '<') {
      ReportBare(at - 1, "'<' does not start a tag");
    } else {
      Fail({at, at + 1}, static_cast<unsigned char>(c) < 0x20
                             ? "a control character that XML does not allow"
                             : "not well-formed XML at " + Quoted(CharacterAt(text_, at)));
    }
  }

  /// Reports an attribute value without a closing quote. The value then continues after its tag or
  /// line and contains the '<' at `at`. Returns false if no quote is open.
  bool ReportOpenQuote(std::uint32_t at) {
    // Expat has read the tag at last_tag without an error, so the scan starts there. The markup
    // around `at` is a tag, because a '<' is not an error in a comment or in a CDATA section.
    MarkupScanner scanner(text_, error_.last_tag);
    Markup tag;
    while (scanner.Next(&tag) && tag.range.end <= at) {
    }
    if (tag.range.begin >= at || tag.range.end <= at) {
      return false;
    }
    std::size_t open = std::string_view::npos;  // the quote of the value around `at`
    for (std::size_t i = tag.range.begin; i < at; ++i) {
      if (open == std::string_view::npos) {
        open = text_[i] == '"' || text_[i] == '\'' ? i : open;
      } else if (text_[i] == text_[open]) {
        open = std::string_view::npos;
      }
    }
    if (open == std::string_view::npos) {
      return false;
    }
    // The closing quote is missing in each of three cases. First, no further quote follows. Second,
    // the next quote comes after a '=', so this quote opens another value. Third, a '>' comes
    // directly before `at`, so the value contains a tag.
    const std::size_t close = text_.find(text_[open], open + 1);
    const std::size_t before = text_.substr(0, close).find_last_not_of(kMarkupBlanks);
    const std::size_t tag_end = text_.substr(0, at).find_last_not_of(kMarkupBlanks);
    if (close != std::string_view::npos && text_[before] != '=' &&
        (tag_end <= open || text_[tag_end] != '>')) {
      return false;
    }
    const std::size_t end = std::min<std::size_t>(text_.find_first_of("\n>", open), at);
    const std::size_t last = text_.substr(0, end).find_last_not_of("/ \t\r");
    std::size_t name = text_.substr(0, open).find_last_not_of(" \t\r\n=");
    name = text_.substr(0, name).find_last_of(kMarkupBlanks) + 1;
    const Range attribute = NameAt(static_cast<std::uint32_t>(name));
    Fail({static_cast<std::uint32_t>(open), static_cast<std::uint32_t>(last + 1)},
         "the value of attribute " + Quoted(source_.Slice(attribute)) +
             " begins here and has no closing quote");
    return true;
  }

  /// Reports a character that must be written as a reference.
  void ReportBare(std::uint32_t at, const Message& message) {
    Fix fix = Replace({at, at + 1}, text_.substr(at, 1), true);
    fix.title = "write " + Message::Words(fix.edits[0].text);
    Fail({at, at + 1}, message + "; " + fix.title).fix = fix;
  }

  void ReportReference(Range range) {
    static constexpr std::string_view kKnown[] = {"&lt", "&gt", "&amp", "&apos", "&quot"};
    const std::string_view reference = source_.Slice(range);
    if (std::find(std::begin(kKnown), std::end(kKnown), reference) == std::end(kKnown)) {
      return ReportBare(range.begin, "'&' does not start a reference");
    }
    // The text may be meant as a reference or as a parameter of a URL, so there is no fix.
    Fail(range, Message(reference) + " lacks its ';'");
  }

  const SyntaxError& error_;
  const SourceBuffer& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
};

}  // namespace

Range Within(Range range, const SourceBuffer& source) {
  const auto size = static_cast<std::uint32_t>(source.text().size());
  return {std::min(range.begin, size), std::min(range.end, size)};
}

Range TagNameAt(const SourceBuffer& source, std::uint32_t offset) {
  constexpr std::string_view kNameEnds = " \t\r\n/>=";
  const std::string_view text = source.text();
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text.size()));
  const std::size_t end = std::min(text.find_first_of(kNameEnds, offset), text.size());
  return {offset, static_cast<std::uint32_t>(end)};
}

void ReportSyntaxError(const SyntaxError& error, const SourceBuffer& source,
                       Diagnostics& diagnostics) {
  SyntaxErrorReport(error, source, diagnostics).Report();
}

}  // namespace hpdl::frontend
