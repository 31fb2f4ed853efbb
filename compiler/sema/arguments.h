#ifndef HPDL_COMPILER_SEMA_ARGUMENTS_H_
#define HPDL_COMPILER_SEMA_ARGUMENTS_H_

#include <optional>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/expression.h"
#include "compiler/sema/graph.h"

namespace hpdl::sema {

/// Bodies of actions -> hir. Knows what <global> gives to actions that do not say otherwise.
class ArgumentLowering {
 public:
  /// kPresence: <global> is looked at and not lowered, so that a second object for the same
  /// workflow does not report its mistakes again.
  enum class GlobalUse : std::uint8_t { kLower, kPresence };

  /// What it is given must outlive it.
  ArgumentLowering(const ast::Workflow& workflow, GlobalUse use, ExpressionLowering& expressions,
                   const Reporter& reporter);

  /// The arguments of `node` in preorder, the addresses of the cluster from <global> first if the
  /// node has none. Reports MissingCluster where neither has what the kind needs.
  std::vector<hir::Arg> Lower(const ast::Node& node);

  /// <global> itself, for the runtime.
  const std::vector<hir::Arg>& global() const { return global_; }

 private:
  void InsertCluster(const ast::Node& node, std::vector<hir::Arg>& args);

  const ast::Workflow& workflow_;
  ExpressionLowering& expressions_;
  const Reporter& reporter_;
  std::vector<hir::Arg> global_;
  std::optional<hir::Arg> global_tracker_;
  std::optional<hir::Arg> global_name_node_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_ARGUMENTS_H_
