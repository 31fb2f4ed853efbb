#include "compiler/frontend/xml/well_formed.h"

#include <expat.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/base/markup.h"
#include "compiler/diagnostics/fixes.h"
#include "runtime/base/utf8.h"

namespace hpdl::frontend {
namespace {

constexpr std::string_view kReferenceLetters =
    "#_-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kNameEnds = " \t\r\n/>=";

/// `xmlns:prefix="uri"`, as long as its element is open.
struct Binding {
  std::string prefix;
  std::string uri;
};

/// An element whose end tag has not come yet.
struct OpenElement {
  std::string_view name;  ///< in the buffer
  std::uint32_t offset;   ///< of its '<'
  std::size_t bindings;   ///< how many were in force before it
};

/// One run of Expat over the buffer and what its handlers keep.
class Checker {
 public:
  Checker(const SourceBuffer& source, const ReadLimits& limits, Diagnostics& diagnostics)
      : source_(source), limits_(limits), diagnostics_(diagnostics) {
    AddBinding("xml", "http://www.w3.org/XML/1998/namespace");
  }

  bool Run() {
    // The buffer is UTF-8 whatever its declaration says.
    parser_ = XML_ParserCreate("UTF-8");
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, &Checker::OnStart, &Checker::OnEnd);
    XML_SetStartDoctypeDeclHandler(parser_, &Checker::OnDoctype);
    XML_SetStartCdataSectionHandler(parser_, &Checker::OnCdata);
    const std::string_view text = source_.text();
    const XML_Status status =
        XML_Parse(parser_, text.data(), static_cast<int>(text.size()), XML_TRUE);
    if (status != XML_STATUS_OK && !stopped_) {
      ReportError();
    }
    XML_ParserFree(parser_);
    return good_;
  }

 private:
  static void OnStart(void* self, const char*, const char** attributes) {
    static_cast<Checker*>(self)->Start(attributes);
  }
  static void OnEnd(void* self, const char*) { static_cast<Checker*>(self)->End(); }
  static void OnCdata(void* self) {
    auto* checker = static_cast<Checker*>(self);
    checker->cdata_ = checker->Offset();
  }
  static void OnDoctype(void* self, const char*, const char*, const char*, int) {
    auto* checker = static_cast<Checker*>(self);
    // Expat stands somewhere behind the keyword by now.
    const std::size_t keyword = checker->source_.text().rfind("<!DOCTYPE", checker->Offset());
    const auto at = static_cast<std::uint32_t>(keyword == std::string_view::npos ? 0 : keyword);
    checker->Fail(DiagnosticKind::kXmlDoctype, {at, at + 9},
                  "a document type declaration is refused: nothing is expanded or fetched");
    checker->Stop();
  }

  std::uint32_t Offset() const {
    return static_cast<std::uint32_t>(std::max<XML_Index>(0, XML_GetCurrentByteIndex(parser_)));
  }

  Range NameAt(std::uint32_t offset) const {
    const std::string_view text = source_.text();
    offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text.size()));
    const std::size_t end = std::min(text.find_first_of(kNameEnds, offset), text.size());
    return {offset, static_cast<std::uint32_t>(end)};
  }

  Diagnostic& Fail(DiagnosticKind kind, Range range, Message text) {
    good_ = false;
    const auto size = static_cast<std::uint32_t>(source_.text().size());
    range = {std::min(range.begin, size), std::min(range.end, size)};
    return diagnostics_.Emit(kind, &source_, range, std::move(text));
  }
  void Stop() {
    stopped_ = true;
    XML_StopParser(parser_, XML_FALSE);
  }

  void Start(const char** attributes) {
    const std::uint32_t at = Offset();
    const Range name = NameAt(at + 1);
    last_tag_ = at;
    if (open_.size() >= limits_.depth) {
      Fail(DiagnosticKind::kXmlTooLarge, name,
           "elements are nested more than " + Message(std::to_string(limits_.depth)) + " deep");
      return Stop();
    }
    open_.push_back({source_.Slice(name), at, bindings_.size()});
    // Most tags have no prefix anywhere, and need not be looked at once more.
    std::vector<MarkupAttribute> places;
    for (const char** a = attributes; *a != nullptr && places.empty(); a += 2) {
      if (std::string_view(*a).find(':') != std::string_view::npos) {
        places = AttributesOf(source_.text(), at);
      }
    }
    for (std::size_t i = 0; i < places.size() && attributes[2 * i] != nullptr; ++i) {
      Bind(places[i].name, attributes[2 * i], attributes[2 * i + 1]);
    }
    CheckPrefix(source_.Slice(name), name, "element");
    std::unordered_map<std::string, std::string_view> seen;
    for (std::size_t i = 0; i < places.size() && attributes[2 * i] != nullptr; ++i) {
      CheckAttribute(places[i].name, attributes[2 * i], &seen);
    }
  }

  void End() {
    while (bindings_.size() > open_.back().bindings) {
      by_prefix_[bindings_.back().prefix].pop_back();
      bindings_.pop_back();
    }
    open_.pop_back();
  }

  void AddBinding(std::string_view prefix, std::string_view uri) {
    by_prefix_[std::string(prefix)].push_back(bindings_.size());
    bindings_.push_back({std::string(prefix), std::string(uri)});
  }

  /// Keeps `xmlns:prefix="uri"`.
  void Bind(Range place, std::string_view name, std::string_view uri) {
    if (!name.starts_with("xmlns:")) {
      return;
    }
    const std::string_view prefix = name.substr(6);
    if (prefix.empty() || prefix == "xmlns" || prefix.find(':') != std::string_view::npos) {
      Fail(DiagnosticKind::kXmlSyntax, place, Quoted(name) + " declares no valid prefix");
    } else if (uri.empty()) {
      Fail(DiagnosticKind::kXmlSyntax, place,
           "prefix " + Quoted(prefix) + " is declared for an empty namespace");
    }
    AddBinding(prefix, uri);
  }

  /// Null if the prefix is not declared.
  const std::string* Lookup(std::string_view prefix) const {
    const auto found = by_prefix_.find(std::string(prefix));
    return found == by_prefix_.end() || found->second.empty()
               ? nullptr
               : &bindings_[found->second.back()].uri;
  }

  bool CheckPrefix(std::string_view name, Range range, const char* what) {
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos) {
      return true;
    }
    const std::string_view local = name.substr(colon + 1);
    if (colon == 0 || local.empty() || local.find(':') != std::string_view::npos) {
      Fail(DiagnosticKind::kXmlSyntax, range, Quoted(name) + " is not a name with one prefix");
      return false;
    }
    const std::string_view prefix = name.substr(0, colon);
    if (prefix == "xmlns" || Lookup(prefix) != nullptr) {
      return true;
    }
    const std::uint32_t end = range.begin + static_cast<std::uint32_t>(colon);
    Fail(DiagnosticKind::kXmlSyntax, {range.begin, end},
         "prefix " + Quoted(prefix) + " of this " + what +
             " is not declared; xmlns:" + Message(prefix) + " is missing");
    return false;
  }

  /// Prefix, and that no other attribute has the same namespace and local name: those before are
  /// in `seen`.
  void CheckAttribute(Range place, std::string_view name,
                      std::unordered_map<std::string, std::string_view>* seen) {
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos || name.starts_with("xmlns:") ||
        !CheckPrefix(name, place, "attribute")) {
      return;
    }
    const std::string* uri = Lookup(name.substr(0, colon));
    if (uri == nullptr) {
      return;
    }
    const auto [earlier, is_new] =
        seen->emplace(*uri + " " + std::string(name.substr(colon + 1)), name);
    if (!is_new) {
      Fail(DiagnosticKind::kXmlSyntax, place,
           "attribute " + Quoted(name) + " is the same as " + Quoted(earlier->second));
    }
  }

  void AddOpenNote(Diagnostic& diagnostic) const {
    const Range name = NameAt(open_.back().offset + 1);
    diagnostic.notes.push_back({&source_, name, Tag(open_.back().name) + " was opened here"});
  }

  void ReportError() {
    const XML_Error code = XML_GetErrorCode(parser_);
    const std::uint32_t at =
        std::min<std::uint32_t>(Offset(), static_cast<std::uint32_t>(source_.text().size()));
    if (ReportTextBefore()) {
      return;
    }
    switch (code) {
      case XML_ERROR_TAG_MISMATCH:
        return ReportMismatch(at);
      case XML_ERROR_NO_ELEMENTS:
        return ReportEnd(at);
      case XML_ERROR_DUPLICATE_ATTRIBUTE: {
        const Range name = NameAt(at);
        Fail(DiagnosticKind::kXmlSyntax, name,
             "attribute " + Quoted(source_.Slice(name)) + " stands twice");
        return;
      }
      case XML_ERROR_UNDEFINED_ENTITY:
        return ReportEntity(at);
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
        Fail(DiagnosticKind::kXmlSyntax, {at, at + 1}, "text after the end of the root element");
        return;
      case XML_ERROR_UNCLOSED_CDATA_SECTION: {
        Fail(DiagnosticKind::kXmlSyntax, {cdata_, cdata_ + 9},
             "the file ends inside the CDATA section that starts here");
        return;
      }
      case XML_ERROR_UNCLOSED_TOKEN:
      case XML_ERROR_PARTIAL_CHAR:
        Fail(DiagnosticKind::kXmlSyntax, {at, at + 1},
             "the file ends inside what starts here: a tag or a comment");
        return;
      case XML_ERROR_SYNTAX:
        Fail(DiagnosticKind::kXmlSyntax, {at, at + 1},
             "an XML element must stand here, beginning with '<'");
        return;
      case XML_ERROR_MISPLACED_XML_PI:
        return ReportDeclaration(at);
      case XML_ERROR_INVALID_TOKEN:
        return ReportToken(at);
      default:
        Fail(DiagnosticKind::kXmlSyntax, {at, at + 1},
             Message("not well-formed XML: ") + XML_ErrorString(code));
    }
  }

  /// False if the file begins as XML does.
  bool ReportTextBefore() {
    const std::string_view text = source_.text();
    const std::size_t begin = text.find_first_not_of(kMarkupBlanks);
    if (begin == std::string_view::npos || text[begin] == '<' ||
        static_cast<unsigned char>(text[begin]) < ' ') {
      return false;
    }
    const std::size_t line = std::min(text.find_first_of("<\n", begin), text.size());
    const std::size_t last = text.substr(0, line).find_last_not_of(kMarkupBlanks);
    Fail(DiagnosticKind::kXmlSyntax,
         {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last + 1)},
         "text stands before the root element, where only comments may; remove it or make it a "
         "comment");
    return true;
  }

  /// `<?xml` with something before it.
  void ReportDeclaration(std::uint32_t at) {
    const std::string_view before = source_.text().substr(0, at);
    const bool blank = before.find_first_not_of(kMarkupBlanks) == std::string_view::npos;
    Diagnostic& diagnostic =
        Fail(DiagnosticKind::kXmlSyntax, {at, at + 5},
             blank ? "`<?xml` must be the first in the file; remove the white space before it"
                   : "`<?xml` must be the first in the file; what stands before it goes behind it");
    if (blank) {
      diagnostic.fix = Fix{"remove the white space before it", {{{0, at}, ""}}, true};
    }
  }

  void ReportMismatch(std::uint32_t at) {
    if (source_.text().substr(at, 2) == "</") {
      at += 2;
    }
    const Range name = NameAt(at);
    const std::string found(source_.Slice(name));
    const std::string wanted(open_.empty() ? "" : open_.back().name);
    Diagnostic& diagnostic = Fail(DiagnosticKind::kXmlSyntax, name,
                                  "`</" + Message(found) + ">` stands where `</" + Message(wanted) +
                                      ">` must close the open element");
    if (!open_.empty()) {
      AddOpenNote(diagnostic);
      const std::string_view names[] = {open_.back().name};
      diagnostic.fix = RenameToNearest(name, found, names);
    }
  }

  void ReportEnd(std::uint32_t at) {
    if (open_.empty()) {
      Fail(DiagnosticKind::kXmlSyntax, {at, at}, "the file holds no XML element");
      return;
    }
    Diagnostic& diagnostic = Fail(DiagnosticKind::kXmlSyntax, {at, at},
                                  "the file ends inside " + Tag(open_.back().name));
    AddOpenNote(diagnostic);
  }

  void ReportEntity(std::uint32_t at) {
    const std::size_t end = source_.text().find(';', at);
    const Range range{at, static_cast<std::uint32_t>(end == std::string_view::npos ? at : end + 1)};
    Fail(DiagnosticKind::kXmlDoctype, range,
         "entity " + Message(source_.Slice(range)) +
             " does not exist; only &lt; &gt; &amp; &apos; &quot; and character numbers do");
  }

  /// Expat stops where it cannot go on. The slip may stand before that: a reference without its
  /// end, a tag without a name.
  void ReportToken(std::uint32_t at) {
    const std::string_view text = source_.text();
    const char c = at < text.size() ? text[at] : ' ';
    const std::size_t name = text.substr(0, at).find_last_not_of(kReferenceLetters);
    if (name != std::string_view::npos && text[name] == '&') {
      ReportReference({static_cast<std::uint32_t>(name), at});
    } else if (c == '<' && ReportOpenQuote(at)) {
      return;
    } else if (c == '&' || c == '<') {
      ReportBare(at, c == '&' ? "'&' starts no reference" : "'<' cannot stand here");
    } else if (at > 0 && text[at - 1] == '<') {
      ReportBare(at - 1, "'<' starts no tag");
    } else {
      Fail(DiagnosticKind::kXmlSyntax, {at, at + 1},
           static_cast<unsigned char>(c) < 0x20
               ? "a control character that XML does not allow"
               : "not well-formed XML at " + Quoted(CharacterAt(text, at)));
    }
  }

  /// A '<' in the value of an attribute whose quote the author forgot to close: the value holds the
  /// end of its tag, or of its line. False if it is none.
  bool ReportOpenQuote(std::uint32_t at) {
    const std::string_view text = source_.text();
    // Of all that was read well, the last tag is nearest; what follows it is no comment or CDATA,
    // in which a '<' may stand.
    MarkupScanner scanner(text, last_tag_);
    Markup tag;
    while (scanner.Next(&tag) && tag.range.end <= at) {
    }
    if (tag.range.begin >= at || tag.range.end <= at) {
      return false;
    }
    std::size_t open = std::string_view::npos;  // the quote of the value that `at` stands in
    for (std::size_t i = tag.range.begin; i < at; ++i) {
      if (open == std::string_view::npos) {
        open = text[i] == '"' || text[i] == '\'' ? i : open;
      } else if (text[i] == text[open]) {
        open = std::string_view::npos;
      }
    }
    if (open == std::string_view::npos) {
      return false;
    }
    // What closes it is the quote that opens the value of another attribute, or tags stand in it.
    const std::size_t close = text.find(text[open], open + 1);
    const std::size_t before = text.substr(0, close).find_last_not_of(kMarkupBlanks);
    const std::size_t tag_end = text.substr(0, at).find_last_not_of(kMarkupBlanks);
    if (close != std::string_view::npos && text[before] != '=' &&
        (tag_end <= open || text[tag_end] != '>')) {
      return false;
    }
    const std::size_t end = std::min<std::size_t>(text.find_first_of("\n>", open), at);
    const std::size_t last = text.substr(0, end).find_last_not_of("/ \t\r");
    std::size_t name = text.substr(0, open).find_last_not_of(" \t\r\n=");
    name = text.substr(0, name).find_last_of(kMarkupBlanks) + 1;
    const Range attribute = NameAt(static_cast<std::uint32_t>(name));
    Fail(DiagnosticKind::kXmlSyntax,
         {static_cast<std::uint32_t>(open), static_cast<std::uint32_t>(last + 1)},
         "the value of attribute " + Quoted(source_.Slice(attribute)) +
             " begins here and has no closing quote");
    return true;
  }

  /// A character that must be written as a reference.
  void ReportBare(std::uint32_t at, const Message& message) {
    Fix fix = Replace({at, at + 1}, source_.text().substr(at, 1), true);
    fix.title = "write " + Message::Words(fix.edits[0].text);
    Fail(DiagnosticKind::kXmlSyntax, {at, at + 1}, message + "; " + fix.title).fix = fix;
  }

  void ReportReference(Range range) {
    static constexpr std::string_view kKnown[] = {"&lt", "&gt", "&amp", "&apos", "&quot"};
    const std::string_view reference = source_.Slice(range);
    if (std::find(std::begin(kKnown), std::end(kKnown), reference) == std::end(kKnown)) {
      return ReportBare(range.begin, "'&' starts no reference");
    }
    // Or is it a parameter of a URL? Both are likely.
    Fail(DiagnosticKind::kXmlSyntax, range, Message(reference) + " lacks its ';'");
  }

  const SourceBuffer& source_;
  const ReadLimits& limits_;
  Diagnostics& diagnostics_;
  XML_Parser parser_ = nullptr;
  std::vector<OpenElement> open_;
  std::vector<Binding> bindings_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_prefix_;  ///< indices of bindings_
  std::uint32_t last_tag_ = 0;  ///< where the last start tag begins
  std::uint32_t cdata_ = 0;     ///< where the last CDATA section begins
  bool good_ = true;
  bool stopped_ = false;
};

}  // namespace

bool CheckWellFormed(const SourceBuffer& source, const ReadLimits& limits,
                     Diagnostics& diagnostics) {
  if (source.text().size() > limits.bytes) {
    diagnostics.Emit(DiagnosticKind::kXmlTooLarge, &source, {0, 0},
                     "the definition has " + Message(std::to_string(source.text().size())) +
                         " bytes; the limit is " + Message(std::to_string(limits.bytes)));
    return false;
  }
  return Checker(source, limits, diagnostics).Run();
}

}  // namespace hpdl::frontend
