#include "compiler/frontend/xml/constructs.h"
#include "compiler/frontend/xml/element_fixes.h"
#include "stdlib/core/control.h"

namespace hpdl::frontend {
namespace {

using stdlib::control::kOnFinishDecl;
using stdlib::control::kTokenNamespace;

/// Reports an element that IsOnFinish() accepts, but that has a wrong name or namespace.
void ReportWrong(SchemaReader& reader, Element element) {
  const std::string_view names[] = {kOnFinishDecl.name};
  const std::string_view namespaces[] = {kTokenNamespace};
  const bool in_namespace = element.Namespace() == kTokenNamespace;
  const std::string_view rest = reader.source().text().substr(element.NameRange().end);
  const bool unprefixed = element.QualifiedName() == element.LocalName() &&
                          rest.substr(0, rest.find('>')).find("xmlns=") == std::string_view::npos;
  Diagnostic& diagnostic =
      reader.Report(DiagnosticKind::kUnknownElement, element.NameRange(),
                    Tag(element.QualifiedName()) + " is not in " + Message(element.Namespace()) +
                        "; the element is " + KnownTag(kOnFinishDecl.name) + " with xmlns=\"" +
                        Message::Words(kTokenNamespace) + "\"");
  if (in_namespace) {
    diagnostic.fix = RenameElementToNearest(reader.source(), element, names);
  } else if (element.Namespace().starts_with(stdlib::control::kTokenNamespaceBegin)) {
    diagnostic.fix = ReplaceNamespace(reader.source(), element, namespaces);
  } else if (unprefixed) {
    diagnostic.fix = InsertAttribute(element, "xmlns", kTokenNamespace, true);
  }
}

}  // namespace

bool IsOnFinish(Element element, const Scope& scope) {
  return element.Namespace().starts_with(stdlib::control::kTokenNamespaceBegin) ||
         (element.Namespace() == scope.ns && element.LocalName() == kOnFinishDecl.name);
}

void ReadOnFinish(SchemaReader& reader, Element element, const Scope& scope, ast::Node& node) {
  // HWS has no namespaces, so its element has none either.
  const std::string_view ns = scope.ns.empty() ? scope.ns : kTokenNamespace;
  if (element.Namespace() != ns || element.LocalName() != kOnFinishDecl.name) {
    ReportWrong(reader, element);
    return;
  }
  if (node.on_finish) {
    reader
        .Report(DiagnosticKind::kRepeatedElement, element.NameRange(),
                "an action may have only one " + KnownTag(kOnFinishDecl.name))
        .notes.push_back(
            {&reader.source(), node.on_finish->text.range, "the text of the first one is here"});
    return;
  }
  Scope own = scope;
  own.ns = ns;
  node.on_finish = reader.ReadStruct(kOnFinishDecl, element, own).text;
}

}  // namespace hpdl::frontend
