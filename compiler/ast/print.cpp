#include "compiler/ast/print.h"

#include "compiler/ast/printer.h"
#include "compiler/base/print_text.h"
#include "compiler/core/node_type_name.h"

namespace hpdl::ast {
namespace {

void PrintNode(const Node& node, Printer& out) {
  std::string head(NodeTypeName(node.type));
  head += " " + node.name.text;
  if (node.type == NodeType::kAction) {
    head += " " + node.kind_name + (node.kind == nullptr ? " <unknown>" : "");
  }
  if (node.credentials) {
    head += " cred=" + Quote(node.credentials->text);
  }
  out.Line(1, head + out.Place(node.range));
  out.Optional(2, "retry-max", node.retry_max);
  out.Optional(2, "retry-interval", node.retry_interval);
  out.Optional(2, "retry-policy", node.retry_policy);
  out.Optional(2, "message", node.message);
  out.Optional(2, "on-finish", node.on_finish);
  out.Children(node.body, 2);
  for (const Edge& edge : node.edges) {
    out.Line(2, "-> " + edge.to.text + (edge.name.text.empty() ? "" : " as " + edge.name.text) +
                    (edge.when ? " when " + out.Shown(*edge.when) : "") + out.Place(edge.range));
  }
}

}  // namespace

std::string Print(const Workflow& workflow, const SourceBuffer& source) {
  Printer out(workflow.exprs, source);
  const bool hws = workflow.dialect == Dialect::kHws;
  out.Line(0, std::string("workflow ") + (hws ? "hws" : "oozie") + " " + Quote(workflow.schema) +
                  " name=" + out.Shown(workflow.name) + out.Place(workflow.range));
  out.Parameters(workflow.parameters);
  for (const Credential& credential : workflow.credentials) {
    out.Line(1, "credential " + credential.name.text + " " + credential.type.text +
                    out.Place(credential.range));
  }
  if (workflow.global) {
    out.Line(1, "global" + out.Place(workflow.global->range));
    out.Children(*workflow.global, 2);
  }
  for (const Sla& sla : workflow.sla) {
    out.Line(1, "sla" + out.Place(sla.tag));
  }
  for (const Node& node : workflow.nodes) {
    PrintNode(node, out);
  }
  return out.Take();
}

}  // namespace hpdl::ast
