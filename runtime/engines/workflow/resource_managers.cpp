// Checks before the start of a job whether its actions need --local.
#include "runtime/engines/workflow/engine.h"
#include "runtime/engines/workflow/job_view.h"
#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {
namespace {

/// The arguments of an action or of <global>. They are a tree in preorder; only the top level is
/// read.
struct Arguments {
  const hpdl_arg* list;
  std::uint32_t count;
  std::uint32_t shape;
};

/// Returns the expression of the resource manager in the arguments, or HPDL_NONE.
std::uint32_t ResourceManagerIn(const Arguments& arguments, const hpdl_kind& kind) {
  for (std::uint32_t i = 0; i < arguments.count; i = arguments.list[i].end) {
    if (kind.is_resource_manager(arguments.shape, arguments.list[i].field)) {
      return arguments.list[i].expr;
    }
  }
  return HPDL_NONE;
}

/// Finds the actions of one definition whose resource manager is `local`.
class LocalManagers {
 public:
  /// `view` evaluates expressions that depend on the properties. If `view` is null, only constants
  /// are checked.
  LocalManagers(const hpdl_workflow& workflow, JobView* view) : workflow_(workflow), view_(view) {}

  bool Wants(const hpdl_node& node) {
    if (node.type != HPDL_ACTION || node.kind->is_resource_manager == nullptr) {
      return false;
    }
    std::uint32_t expression =
        ResourceManagerIn({node.args, node.arg_count, node.shape}, *node.kind);
    if (expression == HPDL_NONE) {
      expression = ResourceManagerIn({workflow_.global_args, workflow_.global_arg_count, HPDL_NONE},
                                     *node.kind);
    }
    return expression != HPDL_NONE && IsLocal(workflow_.exprs[expression], expression, node);
  }

 private:
  bool IsLocal(const hpdl_expr& written, std::uint32_t index, const hpdl_node& node) {
    if (written.fn == nullptr) {
      return ToView(written.text) == "local";
    }
    constexpr std::uint32_t kUnknownYet = HPDL_EFFECT_WORLD | HPDL_EFFECT_CLOCK | HPDL_EFFECT_WRITE;
    if (view_ == nullptr || (written.effects & kUnknownYet) != 0) {
      return false;
    }
    const Result<std::string> text = view_->Text(index, ToView(node.name));
    return text && *text == "local";
  }

  const hpdl_workflow& workflow_;
  JobView* view_;
};

}  // namespace

Result<void> CheckResourceManagers(const hpdl_program& program, const Properties& properties) {
  std::string first;
  std::size_t more = 0;
  for (std::uint32_t w = 0; w < program.workflow_count; ++w) {
    const hpdl_workflow& workflow = program.workflows[w];
    JobView view(workflow, properties);
    // The properties of a sub-workflow are known only when its parent starts it.
    LocalManagers managers(workflow, w == 0 ? &view : nullptr);
    for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
      const hpdl_node& node = workflow.nodes[i];
      if (!managers.Wants(node)) {
        continue;
      }
      if (!first.empty()) {
        ++more;
        continue;
      }
      first.append(ToView(workflow.file_name)).append(":").append(std::to_string(node.line));
      first.append(": node '").append(ToView(node.name)).append("'");
    }
  }
  if (first.empty()) {
    return {};
  }
  if (more != 0) {
    first.append(" and ").append(std::to_string(more)).append(more == 1 ? " other" : " others");
  }
  return Error{ErrorClass::kError, kWantsLocal,
               first + (more == 0 ? " names" : " name") +
                   " the resource manager 'local', which is not a cluster: give --local to run "
                   "the actions on this machine"};
}

}  // namespace hpdl::rt
