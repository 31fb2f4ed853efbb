#include "compiler/frontend/xml/child_checker.h"
#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/control.h"
#include "stdlib/core/registry.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: this file uses the field names of one header

void ReadRootAttributes(WorkflowReader& reader, const stdlib::StructDecl& decl, Element root,
                        const Scope& scope) {
  ast::Argument attributes;
  attributes.range = root.StartTag();
  reader.ReadAttributes(decl, root, scope, {}, attributes);
  ast::Workflow& workflow = reader.workflow();
  workflow.range = attributes.range;
  const auto field = static_cast<std::uint32_t>(decl.elements.size());
  if (auto name = TemplateOf(attributes, field)) {
    workflow.name = std::move(*name);
  }
}

using Read = void (*)(WorkflowReader&, Element, const Scope&);

void ReadWorkflowParameters(WorkflowReader& reader, Element element, const Scope& scope) {
  reader.workflow().parameters = ReadParameters(reader, element, scope);
}

void ReadGlobal(WorkflowReader& reader, Element element, const Scope& scope) {
  reader.workflow().global = reader.ReadStruct(stdlib::kGlobalDecl, element, scope);
  reader.GiveToAll(stdlib::kGlobalDecl, *reader.workflow().global);
}

/// The readers of the elements, in the order of WorkflowField.
constexpr Read kOozieReaders[] = {&ReadWorkflowParameters,
                                  &ReadGlobal,
                                  &ReadCredentials,
                                  &ReadStart,
                                  &ReadDecision,
                                  &ReadFork,
                                  &ReadJoin,
                                  &ReadKill,
                                  &ReadAction,
                                  &ReadEnd};
static_assert(std::size(kOozieReaders) == std::size(kWorkflowElements));

/// The readers of the elements, in the order of HwsWorkflowField.
constexpr Read kHwsReaders[] = {&ReadStart,   &ReadHwsDecision, &ReadHwsFork,
                                &ReadHwsJoin, &ReadKill,        &ReadEnd};
static_assert(std::size(kHwsReaders) == std::size(kHwsWorkflowElements));

/// Adds the name of an unknown element to the lost names, so that transitions to this name are not
/// reported.
void KeepName(WorkflowReader& reader, Element element) {
  element.ForEachAttribute([&](const AttributeView& view) {
    if (view.name == "name") {
      reader.workflow().lost_names.push_back(
          reader.document().AttributeText(view.value_range, true).value);
    }
  });
}

void ReadOozieChildren(WorkflowReader& reader, Element root, const Scope& scope) {
  ReadRootAttributes(reader, kWorkflowDecl, root, scope);
  reader.RefuseText(root);
  ChildChecker checker(reader, kWorkflowDecl, scope, root);
  Element sla;
  for (Element child = root.FirstChild(); child; child = child.NextSibling()) {
    if (sla) {
      reader.Report(
          IsSla(child) ? DiagnosticKind::kRepeatedElement : DiagnosticKind::kMisplacedElement,
          child.NameRange(),
          Tag(child.QualifiedName()) +
              " stands after the SLA element, which must be the last element");
    }
    if (IsSla(child)) {
      sla = child;
      ReadWorkflowSla(reader, child, scope, "");
      continue;
    }
    const std::uint32_t field = checker.Take(child);
    if (field != ChildChecker::kNone) {
      kOozieReaders[field](reader, child, scope);
    } else {
      KeepName(reader, child);
    }
  }
  checker.Finish();
}

void ReadHwsChildren(WorkflowReader& reader, Element root, const Scope& scope) {
  ReadRootAttributes(reader, kHwsWorkflowDecl, root, scope);
  reader.RefuseText(root);
  std::vector<std::string_view> kinds;
  for (const stdlib::KindEntry& entry : stdlib::AllKinds()) {
    for (const stdlib::Shape& shape : entry.decl->shapes) {
      if (shape.family == stdlib::Family::kHws) {
        kinds.push_back(shape.element);
      }
    }
  }
  ChildChecker checker(reader, kHwsWorkflowDecl, scope, root);
  for (Element child = root.FirstChild(); child; child = child.NextSibling()) {
    if (ReadHwsAction(reader, child, scope)) {
      continue;
    }
    const std::uint32_t field = checker.Take(child, kinds);
    if (field != ChildChecker::kNone) {
      kHwsReaders[field](reader, child, scope);
    } else {
      KeepName(reader, child);
    }
  }
  checker.Finish();
}

std::unique_ptr<ast::Workflow> NewWorkflow(ast::Dialect dialect, const Scope& scope) {
  auto workflow = std::make_unique<ast::Workflow>();
  workflow->dialect = dialect;
  workflow->schema = scope.ns;
  workflow->version = scope.version;
  return workflow;
}

}  // namespace

Ast ReadOozieWorkflow(const Document& document, const Scope& scope, Diagnostics& diagnostics) {
  auto workflow = NewWorkflow(ast::Dialect::kOozie, scope);
  WorkflowReader reader(document, *workflow, diagnostics);
  ReadOozieChildren(reader, document.root(), scope);
  return workflow;
}

Ast ReadHwsWorkflow(const Document& document, const Scope& scope, Diagnostics& diagnostics) {
  auto workflow = NewWorkflow(ast::Dialect::kHws, scope);
  WorkflowReader reader(document, *workflow, diagnostics);
  ReadHwsChildren(reader, document.root(), scope);
  return workflow;
}

}  // namespace hpdl::frontend
