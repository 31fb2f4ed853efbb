#ifndef HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_
#define HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_

#include <optional>
#include <vector>

#include "compiler/frontend/xml/languages.h"
#include "compiler/frontend/xml/schema_reader.h"

/// Declares one reader for each construct. Each reader adds its result to the workflow of the
/// WorkflowReader. After an error the reader still adds the node, with empty names in place of
/// missing names.
namespace hpdl::frontend {

/// Reads elements and holds the workflow to which they belong.
class WorkflowReader : public SchemaReader {
 public:
  WorkflowReader(const Document& document, ast::Workflow& workflow, Diagnostics& diagnostics)
      : SchemaReader(document, workflow.dialect, workflow.exprs, diagnostics),
        workflow_(workflow) {}
  ast::Workflow& workflow() { return workflow_; }

 private:
  ast::Workflow& workflow_;
};

/// These functions read whole documents (Language::read).
Ast ReadOozieWorkflow(const Document& document, const Scope& scope, Diagnostics& diagnostics);
Ast ReadHwsWorkflow(const Document& document, const Scope& scope, Diagnostics& diagnostics);
Ast ReadCoordinator(const Document& document, const Scope& scope, Diagnostics& diagnostics);
Ast ReadBundle(const Document& document, const Scope& scope, Diagnostics& diagnostics);

void ReadStart(WorkflowReader& reader, Element element, const Scope& scope);
void ReadEnd(WorkflowReader& reader, Element element, const Scope& scope);
/// Reads a kill node of Oozie or a fail node of HWS.
void ReadKill(WorkflowReader& reader, Element element, const Scope& scope);
void ReadFork(WorkflowReader& reader, Element element, const Scope& scope);
void ReadHwsFork(WorkflowReader& reader, Element element, const Scope& scope);
void ReadJoin(WorkflowReader& reader, Element element, const Scope& scope);
void ReadHwsJoin(WorkflowReader& reader, Element element, const Scope& scope);
void ReadDecision(WorkflowReader& reader, Element element, const Scope& scope);
void ReadHwsDecision(WorkflowReader& reader, Element element, const Scope& scope);
void ReadAction(WorkflowReader& reader, Element element, const Scope& scope);
/// Reads an element with the name of an HWS action kind. Returns false, without a diagnostic, if
/// there is no such kind.
bool ReadHwsAction(WorkflowReader& reader, Element element, const Scope& scope);
/// Returns the entries of <parameters> that have names.
std::vector<ast::Parameter> ReadParameters(SchemaReader& reader, Element element,
                                           const Scope& scope);
/// True if the element is `<on-finish>` of an action, or is probably meant so.
bool IsOnFinish(Element element, const Scope& scope);
/// Reads `<on-finish>` of the action `node`. Reports a second one, and a wrong name or namespace.
void ReadOnFinish(SchemaReader& reader, Element element, const Scope& scope, ast::Node& node);
void ReadCredentials(WorkflowReader& reader, Element element, const Scope& scope);

/// True if the element is in a namespace of SLA elements.
bool IsSla(Element element);
/// The first versions of a definition's namespace that allow SLA elements of 0.1 and of 0.2.
struct SlaSince {
  stdlib::Version v0_1;
  stdlib::Version v0_2;
};
/// Reads an SLA element. `environment` is the environment of its expressions. Returns nullopt after
/// an error in its namespace or version.
std::optional<ast::Sla> ReadSla(SchemaReader& reader, Element element, const Scope& scope,
                                SlaSince since, stdlib::Environment environment);
/// Reads the SLA element of the action whose name is `node`. If `node` is empty, reads the SLA
/// element of the workflow.
void ReadWorkflowSla(WorkflowReader& reader, Element element, const Scope& scope,
                     const std::string& node);

/// These functions make the parts of coordinators and bundles from the arguments that were read.
ast::Datasets DatasetsOf(const ast::Argument& datasets);
std::vector<ast::DataEvent> InputsOf(SchemaReader& reader, const ast::Argument& events);
std::vector<ast::DataEvent> OutputsOf(const ast::Argument& events);
/// Returns the content of `<input-logic>` or of an element in it.
std::vector<ast::Logic> LogicOf(SchemaReader& reader, const ast::Argument& parent);
/// Returns the properties in the argument of a `<configuration>`. The declaration of the element is
/// in stdlib/core/coordinator.h or common.h.
std::vector<ast::Property> PropertiesOf(const ast::Argument* configuration);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_
