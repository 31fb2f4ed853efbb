#include "stdlib/core/coordinator.h"

#include "compiler/frontend/xml/child_checker.h"
#include "compiler/frontend/xml/constructs.h"

namespace hpdl::frontend {
namespace {

namespace coordinator = stdlib::coordinator;

/// Reads the `<action>` of a coordinator: `<workflow>` and the SLA element after it.
void ReadCoordinatorAction(SchemaReader& reader, Element element, const Scope& scope,
                           ast::Coordinator& out) {
  ast::Argument attributes;
  reader.ReadAttributes(coordinator::kActionDecl, element, scope, {}, attributes);
  reader.RefuseText(element);
  ChildChecker checker(reader, coordinator::kActionDecl, scope, element);
  bool sla = false;
  for (Element child = element.FirstChild(); child; child = child.NextSibling()) {
    if (sla) {
      reader.Report(
          IsSla(child) ? DiagnosticKind::kRepeatedElement : DiagnosticKind::kMisplacedElement,
          child.NameRange(),
          Tag(child.QualifiedName()) +
              " stands after the SLA element, which must be the last element");
    }
    if (IsSla(child)) {
      sla = true;
      out.sla = ReadSla(reader, child, scope, {stdlib::kV0_1, stdlib::kV0_4},
                        stdlib::kCoordinatorActionSla);
    } else if (checker.Take(child) != ChildChecker::kNone) {
      const ast::Argument workflow = reader.ReadStruct(coordinator::kWorkflowDecl, child, scope);
      out.app_path = RequiredTemplateOf(workflow, coordinator::kWorkflowAppPath);
      out.properties = PropertiesOf(Find(workflow, coordinator::kWorkflowConfiguration));
    }
  }
  checker.Finish();
}

void ReadControls(const ast::Argument& controls, ast::Coordinator& out) {
  out.timeout = TemplateOf(controls, coordinator::kControlsTimeout);
  out.concurrency = TemplateOf(controls, coordinator::kControlsConcurrency);
  out.execution = TemplateOf(controls, coordinator::kControlsExecution);
  out.throttle = TemplateOf(controls, coordinator::kControlsThrottle);
}

void ReadPart(SchemaReader& reader, std::uint32_t field, Element element, const Scope& scope,
              ast::Coordinator& out) {
  if (field == coordinator::kCoordinatorParameters) {
    out.parameters = ReadParameters(reader, element, scope);
    return;
  }
  if (field == coordinator::kCoordinatorAction) {
    ReadCoordinatorAction(reader, element, scope, out);
    return;
  }
  const ast::Argument part =
      reader.ReadStruct(*coordinator::kCoordinatorElements[field].type, element, scope);
  switch (field) {
    case coordinator::kCoordinatorControls:
      ReadControls(part, out);
      break;
    case coordinator::kCoordinatorDatasets:
      out.datasets = DatasetsOf(part);
      break;
    case coordinator::kCoordinatorInputEvents:
      out.inputs = InputsOf(reader, part);
      break;
    case coordinator::kCoordinatorInputLogic:
      out.logic = LogicOf(reader, part);
      out.logic_range = part.range;
      break;
    default:
      out.outputs = OutputsOf(part);
  }
}

}  // namespace

std::vector<ast::Property> PropertiesOf(const ast::Argument* configuration) {
  std::vector<ast::Property> properties;
  if (configuration == nullptr) {
    return properties;
  }
  for (const ast::Argument& written : configuration->children) {
    properties.push_back({RequiredTemplateOf(written, coordinator::kPropertyName),
                          RequiredTemplateOf(written, coordinator::kPropertyValue), written.range});
  }
  return properties;
}

Ast ReadCoordinator(const Document& document, const Scope& scope, Diagnostics& diagnostics) {
  auto out = std::make_unique<ast::Coordinator>();
  out->schema = scope.ns;
  out->version = scope.version;
  SchemaReader reader(document, ast::Dialect::kOozie, out->exprs, diagnostics);
  const Element root = document.root();
  out->range = root.StartTag();
  ast::Argument attributes;
  reader.ReadAttributes(coordinator::kCoordinatorDecl, root, scope, {}, attributes);
  out->name = RequiredTemplateOf(attributes, coordinator::kCoordinatorName);
  out->frequency = RequiredTemplateOf(attributes, coordinator::kCoordinatorEvery);
  out->start = RequiredTemplateOf(attributes, coordinator::kCoordinatorStart);
  out->end = RequiredTemplateOf(attributes, coordinator::kCoordinatorEnd);
  out->timezone = RequiredTemplateOf(attributes, coordinator::kCoordinatorTimezone);
  reader.RefuseText(root);
  ChildChecker checker(reader, coordinator::kCoordinatorDecl, scope, root);
  for (Element child = root.FirstChild(); child; child = child.NextSibling()) {
    const std::uint32_t field = checker.Take(child);
    if (field != ChildChecker::kNone) {
      ReadPart(reader, field, child, scope, *out);
    }
  }
  checker.Finish();
  return out;
}

}  // namespace hpdl::frontend
