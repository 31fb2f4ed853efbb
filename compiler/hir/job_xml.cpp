#include "compiler/hir/job_xml.h"

#include <algorithm>
#include <string_view>

#include "stdlib/core/common.h"

namespace hpdl::hir {
namespace {

bool IsBundled(const Workflow& workflow, std::string_view path) {
  while (path.starts_with("./")) {
    path.remove_prefix(2);
  }
  return std::any_of(workflow.files.begin(), workflow.files.end(),
                     [&](const File& file) { return file.path == path; });
}

/// True if `args`, the arguments of `body`, contain a <job-xml> whose file the program reads while
/// it runs. The path of this file is an expression, or the file is not in the application.
bool NamesFile(const Workflow& workflow, const std::vector<Arg>& args,
               const stdlib::StructDecl& body) {
  for (std::size_t i = 0; i < args.size(); i = args[i].end) {
    const bool job_xml = args[i].field < body.elements.size() &&
                         body.elements[args[i].field].role == stdlib::ElementRole::kJobXml;
    if (!job_xml || !args[i].value.valid()) {
      continue;
    }
    const Value& path = workflow.values[args[i].value.index];
    if (path.expr.valid() || !IsBundled(workflow, path.text)) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool ReadsExpressions(const Workflow& workflow) {
  if (workflow.dialect != Dialect::kOozie) {
    return false;
  }
  return NamesFile(workflow, workflow.global_args, stdlib::kGlobalDecl) ||
         std::any_of(workflow.nodes.begin(), workflow.nodes.end(), [&](const Node& node) {
           return !node.args.empty() &&
                  NamesFile(workflow, node.args, *node.kind->decl->shapes[node.shape].body);
         });
}

}  // namespace hpdl::hir
