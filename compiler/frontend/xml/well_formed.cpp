#include "compiler/frontend/xml/well_formed.h"

#include <expat.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/base/markup.h"
#include "compiler/frontend/xml/syntax_error.h"

namespace hpdl::frontend {
namespace {

/// A binding `xmlns:prefix="uri"` of an open element.
struct Binding {
  std::string prefix;
  std::string uri;
};

/// Runs Expat once over the buffer and holds the state of its handlers.
class Checker {
 public:
  Checker(const SourceBuffer& source, const ReadLimits& limits, Diagnostics& diagnostics)
      : source_(source), limits_(limits), diagnostics_(diagnostics) {
    AddBinding("xml", "http://www.w3.org/XML/1998/namespace");
  }

  bool Run() {
    // The buffer is in UTF-8, even if its XML declaration names another encoding.
    parser_ = XML_ParserCreate("UTF-8");
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, &Checker::OnStart, &Checker::OnEnd);
    XML_SetStartDoctypeDeclHandler(parser_, &Checker::OnDoctype);
    XML_SetStartCdataSectionHandler(parser_, &Checker::OnCdata);
    const std::string_view text = source_.text();
    const XML_Status status =
        XML_Parse(parser_, text.data(), static_cast<int>(text.size()), XML_TRUE);
    if (status != XML_STATUS_OK && !stopped_) {
      good_ = false;
      ReportSyntaxError({XML_GetErrorCode(parser_), Offset(), open_, last_tag_, cdata_}, source_,
                        diagnostics_);
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
    // Expat calls this handler behind `<!DOCTYPE`, so the search for the keyword goes backwards.
    const std::size_t keyword = checker->source_.text().rfind("<!DOCTYPE", checker->Offset());
    const auto at = static_cast<std::uint32_t>(keyword == std::string_view::npos ? 0 : keyword);
    checker->Fail(
        DiagnosticKind::kXmlDoctype, {at, at + 9},
        "a document type declaration is not allowed: no entity is expanded and no file is fetched");
    checker->Stop();
  }

  std::uint32_t Offset() const {
    return static_cast<std::uint32_t>(std::max<XML_Index>(0, XML_GetCurrentByteIndex(parser_)));
  }

  Diagnostic& Fail(DiagnosticKind kind, Range range, Message text) {
    good_ = false;
    return diagnostics_.Emit(kind, &source_, Within(range, source_), std::move(text));
  }
  void Stop() {
    stopped_ = true;
    XML_StopParser(parser_, XML_FALSE);
  }

  void Start(const char** attributes) {
    const std::uint32_t at = Offset();
    const Range name = TagNameAt(source_, at + 1);
    last_tag_ = at;
    if (open_.size() >= limits_.depth) {
      Fail(DiagnosticKind::kXmlTooLarge, name,
           "elements are nested more than " + Message(std::to_string(limits_.depth)) +
               " levels deep");
      return Stop();
    }
    open_.push_back({source_.Slice(name), at, bindings_.size()});
    // Only prefixes need the places of attributes. Most tags have no prefix, so their places are
    // not computed.
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

  /// Adds the binding `xmlns:prefix="uri"`.
  void Bind(Range place, std::string_view name, std::string_view uri) {
    if (!name.starts_with("xmlns:")) {
      return;
    }
    const std::string_view prefix = name.substr(6);
    if (prefix.empty() || prefix == "xmlns" || prefix.find(':') != std::string_view::npos) {
      Fail(DiagnosticKind::kXmlSyntax, place, Quoted(name) + " does not declare a valid prefix");
    } else if (uri.empty()) {
      Fail(DiagnosticKind::kXmlSyntax, place,
           "prefix " + Quoted(prefix) + " is declared for an empty namespace");
    }
    AddBinding(prefix, uri);
  }

  /// Returns the namespace of a prefix, or null if the prefix is not declared.
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
      Fail(DiagnosticKind::kXmlSyntax, range,
           Quoted(name) + " is not of the form NAME or PREFIX:NAME");
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

  /// Checks that the prefix is declared and that no earlier attribute has the same namespace and
  /// local name. `seen` holds the earlier attributes.
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

  const SourceBuffer& source_;
  const ReadLimits& limits_;
  Diagnostics& diagnostics_;
  XML_Parser parser_ = nullptr;
  std::vector<OpenElement> open_;
  std::vector<Binding> bindings_;
  std::unordered_map<std::string, std::vector<std::size_t>>
      by_prefix_;               ///< indices of bindings_, by prefix
  std::uint32_t last_tag_ = 0;  ///< the start of the last start tag that Expat read
  std::uint32_t cdata_ = 0;     ///< the start of the last CDATA section that Expat read
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
