#include "compiler/base/print_text.h"
#include "compiler/core/node_type_name.h"
#include "compiler/hir/hir.h"
#include "compiler/hir/printer.h"
#include "stdlib/core/common.h"
#include "stdlib/core/control.h"

namespace hpdl::hir {
namespace {

void PrintHead(const Workflow& w, Printer& out) {
  std::string head = w.dialect == Dialect::kHws ? "workflow hws" : "workflow oozie";
  if (!w.schema.empty()) {
    head += " " + Quote(w.schema);
  }
  if (w.name.valid()) {
    head += " name=" + Printer::Ref('v', w.name.index);
  }
  if (w.start.valid()) {
    head += " start=" + Printer::Ref('n', w.start.index);
  }
  if (!w.app_path.empty()) {
    head += " app-path=" + Quote(w.app_path);
  }
  out.Line(0, head + (w.unpaired_joins ? " unpaired-joins" : ""));
}

void PrintNode(const Node& node, std::uint32_t i, Printer& out) {
  std::string head(NodeTypeName(node.type));
  head += " " + Printer::Ref('n', i) + " " + node.name;
  if (node.kind != nullptr) {
    head.append(" ").append(node.kind->decl->name).append("/").append(std::to_string(node.shape));
  }
  head += Printer::Named("message", node.message) + Printer::Named("retry-max", node.retry_max) +
          Printer::Named("retry-interval", node.retry_interval) +
          Printer::Named("retry-policy", node.retry_policy) +
          Printer::Named("on-finish", node.on_finish);
  if (!node.credentials.empty()) {
    head += " cred=" + Quote(node.credentials);
  }
  out.Line(0, head + out.Place(node.range));
  out.PrintArgs(node.args,
                node.kind != nullptr ? node.kind->decl->shapes[node.shape].body : nullptr);
  for (const Edge& edge : node.edges) {
    out.Line(1, "-> " + (edge.target.valid() ? Printer::Ref('n', edge.target.index) : "?") + " " +
                    Quote(edge.name) +
                    (edge.when.valid() ? " when " + Printer::Ref('v', edge.when.index) : ""));
  }
}

}  // namespace

std::string Print(const Workflow& workflow) {
  Printer out(workflow, workflow.source);
  PrintHead(workflow, out);
  out.PrintParameters();
  out.PrintDefaults(workflow.defaults);
  if (!workflow.global_args.empty()) {
    out.Line(0, "global");
    out.PrintArgs(workflow.global_args, &stdlib::Global::Decl());
  }
  for (std::uint32_t i = 0; i < workflow.nodes.size(); ++i) {
    PrintNode(workflow.nodes[i], i, out);
  }
  for (const Agreement& agreement : workflow.agreements) {
    out.Line(0, "sla" + (agreement.node.valid() ? " of " + workflow.nodes[agreement.node.index].name
                                                : std::string()));
    out.PrintArgs(agreement.args, &stdlib::control::kSla02Decl);
  }
  out.PrintTables();
  for (const File& file : workflow.files) {
    out.Line(0, "file " + Quote(file.path) + " " + std::to_string(file.size));
  }
  return out.Take();
}

}  // namespace hpdl::hir
