#include "compiler/frontend/xml/reader.h"

#include <optional>
#include <string>

#include "compiler/base/suggest.h"
#include "compiler/frontend/xml/element_fixes.h"
#include "compiler/frontend/xml/schema_reader.h"
#include "compiler/frontend/xml/silence.h"
#include "compiler/frontend/xml/well_formed.h"
#include "stdlib/core/versions.h"

namespace hpdl::frontend {
namespace {

const Language* ByRoot(std::string_view root) {
  for (const Language& language : Languages()) {
    if (language.root == root) {
      return &language;
    }
  }
  return nullptr;
}

std::string Namespace(const Language& language, stdlib::Version version) {
  return std::string(language.ns) + ":" + stdlib::VersionName(version);
}

/// Returns the version in a namespace, or kHws for a language without namespaces. Returns nullopt
/// if the namespace does not belong to the language.
std::optional<stdlib::Version> VersionOf(const Language& language, std::string_view ns) {
  if (language.ns.empty()) {
    return ns.empty() ? std::optional(stdlib::kHws) : std::nullopt;
  }
  for (const stdlib::Version version : language.versions) {
    if (ns == Namespace(language, version)) {
      return version;
    }
  }
  return std::nullopt;
}

/// Returns "workflow-app or hadoop-workflow or" and so on, with the names of all roots.
std::string Names() {
  std::string text;
  for (const std::string_view name : RootNames()) {
    text.append(text.empty() ? "" : " or ").append(name);
  }
  return text;
}

/// Returns the message that the namespace does not belong to the language.
Message WrongNamespace(const Language& language, std::string_view ns) {
  const Message root = KnownTag(language.root);
  if (language.ns.empty()) {
    return root + " must have no namespace, but here it is in " + Message(ns);
  }
  if (ns.empty()) {
    return root + " has no namespace; it needs one such as xmlns=\"" +
           Message::Words(Namespace(language, language.versions.back())) + "\"";
  }
  Message versions;
  for (const stdlib::Version version : language.versions) {
    versions += " " + Message::Words(stdlib::VersionName(version));
  }
  return "namespace " + Message(ns) + " is not a known " + Message::Words(language.noun) +
         " schema; " + Message::Words(language.ns) + " exists in versions" + versions;
}

/// Returns the reason why `root` cannot be the root element of a definition.
Message RefusalOf(Element root) {
  const std::string_view name = root.LocalName();
  if (const Language* language = ByRoot(name)) {
    return WrongNamespace(*language, root.Namespace());
  }
  const Message hint = DidYouMean(name, RootNames());
  return "root element " + Tag(root.QualifiedName()) + " does not begin a definition" +
         (hint.empty() ? "; it must be " + Message::Words(Names()) : hint);
}

/// Returns a fix that changes `root` into the root element of a definition.
std::optional<Fix> CorrectionOf(const SourceBuffer& source, Element root) {
  const Language* language = ByRoot(root.LocalName());
  if (language == nullptr || language->versions.empty()) {
    return RenameElementToNearest(source, root, RootNames());
  }
  std::vector<std::string> known;
  for (const stdlib::Version version : language->versions) {
    known.push_back(Namespace(*language, version));
  }
  if (root.Namespace().empty()) {
    return InsertAttribute(root, "xmlns", known.back(), false);
  }
  const std::vector<std::string_view> names(known.begin(), known.end());
  return ReplaceNamespace(source, root, names);
}

}  // namespace

ParsedDefinition ReadDefinition(const SourceBuffer& source, const ReadLimits& limits,
                                Diagnostics& diagnostics) {
  if (!CheckWellFormed(source, limits, diagnostics)) {
    return {};
  }
  ReadSilences(source, diagnostics);
  const Document document(source);
  const Element root = document.root();
  const std::string_view ns = root.Namespace();
  const Language* language = ByRoot(root.LocalName());
  const std::optional<stdlib::Version> version =
      language == nullptr ? std::nullopt : VersionOf(*language, ns);
  if (!version) {
    diagnostics.Emit(DiagnosticKind::kUnknownLanguage, &source, root.NameRange(), RefusalOf(root))
        .fix = CorrectionOf(source, root);
    return {};
  }
  for (const auto& [kind, code] : language->codes) {
    diagnostics.GiveCode(kind, code);
  }
  return {language,
          language->read(document, {*version, ns, language->ns.empty(), language->environment},
                         diagnostics)};
}

}  // namespace hpdl::frontend
