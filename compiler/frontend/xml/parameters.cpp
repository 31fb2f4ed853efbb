#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/control.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: this file uses the field names of one header

constexpr std::string_view kSlaPrefix = "uri:oozie:sla:";

}  // namespace

std::vector<ast::Parameter> ReadParameters(SchemaReader& reader, Element element,
                                           const Scope& scope) {
  std::vector<ast::Parameter> parameters;
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
    parameters.push_back(std::move(parameter));
  }
  return parameters;
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

std::optional<ast::Sla> ReadSla(SchemaReader& reader, Element element, const Scope& scope,
                                SlaSince since, stdlib::Environment environment) {
  const std::string_view ns = element.Namespace();
  const std::string_view number = ns.substr(kSlaPrefix.size());
  const bool first = number == "0.1";
  if ((!first && number != "0.2") || element.LocalName() != "info") {
    reader.Report(DiagnosticKind::kUnknownElement, element.NameRange(),
                  Tag(element.QualifiedName()) + " of " + Message(ns) +
                      " is not an SLA element; the only SLA element is `<info>` of "
                      "uri:oozie:sla:0.1 and 0.2");
    return std::nullopt;
  }
  const stdlib::Version needed = first ? since.v0_1 : since.v0_2;
  if (scope.version < needed) {
    reader.Report(DiagnosticKind::kUnknownElement, element.NameRange(),
                  VersionHint(Message::Words(ns), scope, needed, stdlib::kLatest));
    return std::nullopt;
  }
  const Scope own{first ? stdlib::kV0_1 : stdlib::kV0_2, ns, false, environment};
  return ast::Sla{element.StartTag(), own.version,
                  reader.ReadStruct(first ? kSla01Decl : kSla02Decl, element, own)};
}

void ReadWorkflowSla(WorkflowReader& reader, Element element, const Scope& scope,
                     const std::string& node) {
  if (auto sla =
          ReadSla(reader, element, scope, {stdlib::kV0_2, stdlib::kV0_5}, stdlib::kWorkflowSla)) {
    sla->node = node;
    reader.workflow().sla.push_back(std::move(*sla));
  }
}

}  // namespace hpdl::frontend
