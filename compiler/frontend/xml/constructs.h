#ifndef HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_
#define HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_

#include <optional>
#include <vector>

#include "compiler/frontend/xml/languages.h"
#include "compiler/frontend/xml/schema_reader.h"

/// One reader per construct. Each adds what it read to the reader's workflow; after an error the
/// node is there all the same, with empty names where they are missing.
namespace hpdl::frontend {

/// A reader of elements with the workflow that they are part of.
class WorkflowReader : public SchemaReader {
 public:
  WorkflowReader(const Document& document, ast::Workflow& workflow, Diagnostics& diagnostics)
      : SchemaReader(document, workflow.dialect, workflow.exprs, diagnostics),
        workflow_(workflow) {}
  ast::Workflow& workflow() { return workflow_; }

 private:
  ast::Workflow& workflow_;
};

/// Whole documents (Language::read).
Ast ReadOozieWorkflow(const Document& document, const Scope& scope, Diagnostics& diagnostics);
Ast ReadHwsWorkflow(const Document& document, const Scope& scope, Diagnostics& diagnostics);
Ast ReadCoordinator(const Document& document, const Scope& scope, Diagnostics& diagnostics);
Ast ReadBundle(const Document& document, const Scope& scope, Diagnostics& diagnostics);

void ReadStart(WorkflowReader& reader, Element element, const Scope& scope);
void ReadEnd(WorkflowReader& reader, Element element, const Scope& scope);
/// kill of Oozie, fail of HWS.
void ReadKill(WorkflowReader& reader, Element element, const Scope& scope);
void ReadFork(WorkflowReader& reader, Element element, const Scope& scope);
void ReadHwsFork(WorkflowReader& reader, Element element, const Scope& scope);
void ReadJoin(WorkflowReader& reader, Element element, const Scope& scope);
void ReadHwsJoin(WorkflowReader& reader, Element element, const Scope& scope);
void ReadDecision(WorkflowReader& reader, Element element, const Scope& scope);
void ReadHwsDecision(WorkflowReader& reader, Element element, const Scope& scope);
void ReadAction(WorkflowReader& reader, Element element, const Scope& scope);
/// An element named like an HWS action kind. False if there is no such kind; nothing is reported
/// then.
bool ReadHwsAction(WorkflowReader& reader, Element element, const Scope& scope);
/// The entries that have names.
std::vector<ast::Parameter> ReadParameters(SchemaReader& reader, Element element,
                                           const Scope& scope);
void ReadCredentials(WorkflowReader& reader, Element element, const Scope& scope);

/// True if the element is in a namespace of SLA elements.
bool IsSla(Element element);
/// The versions of a definition's namespace since which there are SLA elements of 0.1 and 0.2.
struct SlaSince {
  stdlib::Version v0_1;
  stdlib::Version v0_2;
};
/// Reads an SLA element, whose expressions are those of `environment`. Nothing after an error of
/// its namespace or version.
std::optional<ast::Sla> ReadSla(SchemaReader& reader, Element element, const Scope& scope,
                                SlaSince since, stdlib::Environment environment);
/// That of a workflow or, with `node`, of an action of that name.
void ReadWorkflowSla(WorkflowReader& reader, Element element, const Scope& scope,
                     const std::string& node);

/// The parts of coordinators and bundles, from the arguments that they were read as.
ast::Datasets DatasetsOf(const ast::Argument& datasets);
std::vector<ast::DataEvent> InputsOf(SchemaReader& reader, const ast::Argument& events);
std::vector<ast::DataEvent> OutputsOf(const ast::Argument& events);
/// What stands in `<input-logic>`, or in an element of it.
std::vector<ast::Logic> LogicOf(SchemaReader& reader, const ast::Argument& parent);
/// The properties of a configuration, declared as in stdlib/core/coordinator.h or common.h.
std::vector<ast::Property> PropertiesOf(const ast::Argument* configuration);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_
