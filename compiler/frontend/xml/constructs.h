#ifndef HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_
#define HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_

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
void ReadParameters(WorkflowReader& reader, Element element, const Scope& scope);
void ReadCredentials(WorkflowReader& reader, Element element, const Scope& scope);

/// True if the element is in a namespace of SLA elements.
bool IsSla(Element element);
/// Checks an SLA element against the version of the workflow and keeps its place.
void ReadSla(WorkflowReader& reader, Element element, const Scope& scope);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_CONSTRUCTS_H_
