#include "compiler/frontend/xml/well_formed.h"

#include <expat.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/fixes.h"

namespace hpdl::frontend {
namespace {

constexpr std::string_view kReferenceLetters =
    "#_-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kNameEnds = " \t\r\n/>=";

struct Binding {
  std::string prefix;
  std::string uri;
};

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
    bindings_.push_back({"xml", "http://www.w3.org/XML/1998/namespace"});
  }

  bool Run() {
    // The buffer is UTF-8 whatever its declaration says.
    parser_ = XML_ParserCreate("UTF-8");
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, &Checker::OnStart, &Checker::OnEnd);
    XML_SetStartDoctypeDeclHandler(parser_, &Checker::OnDoctype);
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

  /// The name of an attribute of the tag that starts at `tag`.
  Range AttributeAt(std::uint32_t tag, std::string_view name) const {
    const std::string_view text = source_.text();
    char quote = 0;
    for (std::size_t i = tag + 1; i < text.size() && (quote != 0 || text[i] != '>'); ++i) {
      if (quote != 0) {
        quote = text[i] == quote ? 0 : quote;
      } else if (text[i] == '"' || text[i] == '\'') {
        quote = text[i];
      } else if (kNameEnds.find(text[i - 1]) != std::string_view::npos &&
                 source_.Slice(NameAt(static_cast<std::uint32_t>(i))) == name) {
        return NameAt(static_cast<std::uint32_t>(i));
      }
    }
    return NameAt(tag + 1);
  }

  Diagnostic& Fail(DiagnosticKind kind, Range range, std::string text) {
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
    if (open_.size() >= limits_.depth) {
      Fail(DiagnosticKind::kXmlTooLarge, name,
           "elements are nested more than " + std::to_string(limits_.depth) + " deep");
      return Stop();
    }
    open_.push_back({source_.Slice(name), at, bindings_.size()});
    for (const char** a = attributes; *a != nullptr; a += 2) {
      Bind(at, a[0], a[1]);
    }
    CheckPrefix(source_.Slice(name), name, "element");
    for (const char** a = attributes; *a != nullptr; a += 2) {
      if (std::string_view(a[0]).find(':') != std::string_view::npos) {
        CheckAttribute(at, attributes, a);
      }
    }
  }

  void End() {
    bindings_.resize(open_.back().bindings);
    open_.pop_back();
  }

  /// Keeps `xmlns:prefix="uri"`.
  void Bind(std::uint32_t tag, std::string_view name, std::string_view uri) {
    if (!name.starts_with("xmlns:")) {
      return;
    }
    const std::string_view prefix = name.substr(6);
    if (prefix.empty() || prefix == "xmlns" || prefix.find(':') != std::string_view::npos) {
      Fail(DiagnosticKind::kXmlSyntax, AttributeAt(tag, name),
           "'" + std::string(name) + "' declares no valid prefix");
    } else if (uri.empty()) {
      Fail(DiagnosticKind::kXmlSyntax, AttributeAt(tag, name),
           "prefix '" + std::string(prefix) + "' is declared for an empty namespace");
    }
    bindings_.push_back({std::string(prefix), std::string(uri)});
  }

  /// Null if the prefix is not declared.
  const std::string* Lookup(std::string_view prefix) const {
    for (auto i = bindings_.rbegin(); i != bindings_.rend(); ++i) {
      if (i->prefix == prefix) {
        return &i->uri;
      }
    }
    return nullptr;
  }

  bool CheckPrefix(std::string_view name, Range range, const char* what) {
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos) {
      return true;
    }
    const std::string_view local = name.substr(colon + 1);
    if (colon == 0 || local.empty() || local.find(':') != std::string_view::npos) {
      Fail(DiagnosticKind::kXmlSyntax, range,
           "'" + std::string(name) + "' is not a name with one prefix");
      return false;
    }
    const std::string_view prefix = name.substr(0, colon);
    if (prefix == "xmlns" || Lookup(prefix) != nullptr) {
      return true;
    }
    const std::uint32_t end = range.begin + static_cast<std::uint32_t>(colon);
    Fail(DiagnosticKind::kXmlSyntax, {range.begin, end},
         "prefix '" + std::string(prefix) + "' of this " + what +
             " is not declared; xmlns:" + std::string(prefix) + " is missing");
    return false;
  }

  /// Prefix, and that no other attribute has the same namespace and local name.
  void CheckAttribute(std::uint32_t tag, const char** attributes, const char** attribute) {
    const std::string_view name = attribute[0];
    const std::size_t colon = name.find(':');
    if (name.starts_with("xmlns:") || !CheckPrefix(name, AttributeAt(tag, name), "attribute")) {
      return;
    }
    const std::string* uri = Lookup(name.substr(0, colon));
    for (const char** other = attributes; other != attribute; other += 2) {
      const std::string_view earlier = other[0];
      const std::size_t at = earlier.find(':');
      if (at == std::string_view::npos || earlier.starts_with("xmlns:") ||
          earlier.substr(at + 1) != name.substr(colon + 1)) {
        continue;
      }
      const std::string* earlier_uri = Lookup(earlier.substr(0, at));
      if (uri != nullptr && earlier_uri != nullptr && *uri == *earlier_uri) {
        Fail(DiagnosticKind::kXmlSyntax, AttributeAt(tag, name),
             "attribute '" + std::string(name) + "' is the same as '" + std::string(earlier) + "'");
      }
    }
  }

  void AddOpenNote(Diagnostic& diagnostic) const {
    const Range name = NameAt(open_.back().offset + 1);
    diagnostic.notes.push_back(
        {&source_, name, "`<" + std::string(open_.back().name) + ">` was opened here"});
  }

  void ReportError() {
    const XML_Error code = XML_GetErrorCode(parser_);
    const std::uint32_t at =
        std::min<std::uint32_t>(Offset(), static_cast<std::uint32_t>(source_.text().size()));
    switch (code) {
      case XML_ERROR_TAG_MISMATCH:
        return ReportMismatch(at);
      case XML_ERROR_NO_ELEMENTS:
        return ReportEnd(at);
      case XML_ERROR_DUPLICATE_ATTRIBUTE: {
        const Range name = NameAt(at);
        Fail(DiagnosticKind::kXmlSyntax, name,
             "attribute '" + std::string(source_.Slice(name)) + "' stands twice");
        return;
      }
      case XML_ERROR_UNDEFINED_ENTITY:
        return ReportEntity(at);
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
        Fail(DiagnosticKind::kXmlSyntax, {at, at + 1}, "text after the end of the root element");
        return;
      case XML_ERROR_UNCLOSED_CDATA_SECTION: {
        const auto start = static_cast<std::uint32_t>(source_.text().rfind("<![CDATA["));
        Fail(DiagnosticKind::kXmlSyntax, {start, start + 9},
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
      case XML_ERROR_INVALID_TOKEN:
        return ReportToken(at);
      default:
        Fail(DiagnosticKind::kXmlSyntax, {at, at + 1},
             std::string("not well-formed XML: ") + XML_ErrorString(code));
    }
  }

  void ReportMismatch(std::uint32_t at) {
    if (source_.text().substr(at, 2) == "</") {
      at += 2;
    }
    const Range name = NameAt(at);
    const std::string found(source_.Slice(name));
    const std::string wanted(open_.empty() ? "" : open_.back().name);
    Diagnostic& diagnostic =
        Fail(DiagnosticKind::kXmlSyntax, name,
             "`</" + found + ">` stands where `</" + wanted + ">` must close the open element");
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
    Diagnostic& diagnostic =
        Fail(DiagnosticKind::kXmlSyntax, {at, at},
             "the file ends inside `<" + std::string(open_.back().name) + ">`");
    AddOpenNote(diagnostic);
  }

  void ReportEntity(std::uint32_t at) {
    const std::size_t end = source_.text().find(';', at);
    const Range range{at, static_cast<std::uint32_t>(end == std::string_view::npos ? at : end + 1)};
    Fail(DiagnosticKind::kXmlDoctype, range,
         "entity " + std::string(source_.Slice(range)) +
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
    } else if (c == '&' || c == '<') {
      ReportBare(at, c == '&' ? "'&' starts no reference" : "'<' cannot stand here");
    } else if (at > 0 && text[at - 1] == '<') {
      ReportBare(at - 1, "'<' starts no tag");
    } else {
      Fail(DiagnosticKind::kXmlSyntax, {at, at + 1},
           static_cast<unsigned char>(c) < 0x20
               ? "a control character that XML does not allow"
               : "not well-formed XML at '" + std::string(1, c) + "'");
    }
  }

  /// A character that must be written as a reference.
  void ReportBare(std::uint32_t at, const std::string& message) {
    Fix fix = Replace({at, at + 1}, source_.text().substr(at, 1), true);
    fix.title = "write " + fix.edits[0].text;
    Fail(DiagnosticKind::kXmlSyntax, {at, at + 1}, message + "; " + fix.title).fix = fix;
  }

  void ReportReference(Range range) {
    static constexpr std::string_view kKnown[] = {"&lt", "&gt", "&amp", "&apos", "&quot"};
    const std::string_view reference = source_.Slice(range);
    if (std::find(std::begin(kKnown), std::end(kKnown), reference) == std::end(kKnown)) {
      return ReportBare(range.begin, "'&' starts no reference");
    }
    // Or is it a parameter of a URL? Both are likely.
    Fail(DiagnosticKind::kXmlSyntax, range, std::string(reference) + " lacks its ';'");
  }

  const SourceBuffer& source_;
  const ReadLimits& limits_;
  Diagnostics& diagnostics_;
  XML_Parser parser_ = nullptr;
  std::vector<OpenElement> open_;
  std::vector<Binding> bindings_;
  bool good_ = true;
  bool stopped_ = false;
};

}  // namespace

bool CheckWellFormed(const SourceBuffer& source, const ReadLimits& limits,
                     Diagnostics& diagnostics) {
  if (source.text().size() > limits.bytes) {
    diagnostics.Emit(DiagnosticKind::kXmlTooLarge, &source, {0, 0},
                     "the definition has " + std::to_string(source.text().size()) +
                         " bytes; the limit is " + std::to_string(limits.bytes));
    return false;
  }
  return Checker(source, limits, diagnostics).Run();
}

}  // namespace hpdl::frontend
