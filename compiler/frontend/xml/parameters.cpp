#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/control.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: the field names of one header

constexpr std::string_view kSlaPrefix = "uri:oozie:sla:";

}  // namespace

void ReadParameters(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kParametersDecl, element, scope);
  for (const ast::Argument& property : body.children) {
    const ast::Argument* name = Find(property, kParameterName);
    if (name == nullptr) {
      continue;
    }
    ast::Parameter parameter;
    parameter.name = NameOf(property, kParameterName);
    if (auto value = TemplateOf(property, kParameterValue)) {
      parameter.value = std::move(value->text);
    }
    if (parameter.name.text.empty()) {
      reader.Report(DiagnosticKind::kEmptyParameterName, name->range,
                    "the parameter has an empty name");
      continue;
    }
    reader.workflow().parameters.push_back(std::move(parameter));
  }
}

void ReadCredentials(WorkflowReader& reader, Element element, const Scope& scope) {
  ast::Argument body = reader.ReadStruct(kCredentialsDecl, element, scope);
  for (const ast::Argument& child : body.children) {
    reader.workflow().credentials.push_back(
        {NameOf(child, kCredentialName), NameOf(child, kCredentialType), child.range});
  }
  reader.workflow().credentials_body = std::move(body);
}

bool IsSla(Element element) {
  return element.Namespace().starts_with(kSlaPrefix);
}

void ReadSla(WorkflowReader& reader, Element element, const Scope& scope) {
  const std::string_view ns = element.Namespace();
  const std::string_view number = ns.substr(kSlaPrefix.size());
  const bool first = number == "0.1";
  if ((!first && number != "0.2") || element.LocalName() != "info") {
    reader.Report(DiagnosticKind::kUnknownElement, element.NameRange(),
                  Tag(element.QualifiedName()) + " of " + Message(ns) +
                      " is no SLA element; there is `<info>` of uri:oozie:sla:0.1 and 0.2");
    return;
  }
  const stdlib::Version since = first ? stdlib::kV0_2 : stdlib::kV0_5;
  if (scope.version < since) {
    reader.Report(DiagnosticKind::kUnknownElement, element.NameRange(),
                  VersionHint(Message::Words(ns), scope, since, stdlib::kLatest));
    return;
  }
  const Scope own{first ? stdlib::kV0_1 : stdlib::kV0_2, ns, false, scope.environment};
  reader.ReadStruct(first ? kSla01Decl : kSla02Decl, element, own);
  reader.workflow().sla.push_back({element.StartTag(), own.version});
}

}  // namespace hpdl::frontend
