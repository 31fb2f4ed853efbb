#ifndef HPDL_COMPILER_SEMA_ARGUMENTS_H_
#define HPDL_COMPILER_SEMA_ARGUMENTS_H_

#include <optional>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/expression.h"
#include "compiler/sema/graph.h"

namespace hpdl::sema {

/// The place in the ast from which an argument in hir was lowered.
struct ArgumentSource {
  const ast::Argument* written = nullptr;  ///< borrowed from the ast
  /// True if the argument is from <global>, and not from the action itself.
  bool from_global = false;
};

/// Arguments in preorder and the source of each argument. `args` and `sources` have the same
/// length.
struct LoweredArguments {
  std::vector<hir::Arg> args;
  std::vector<ArgumentSource> sources;
};

/// Lowers bodies of actions from ast to hir. If an action lacks an address of the cluster (job
/// tracker, name node), adds the address from <global>.
class ArgumentLowering {
 public:
  /// kLower lowers <global>. kPresence only finds out which addresses <global> has. A second object
  /// for the same workflow uses kPresence, so that mistakes of <global> are reported once.
  enum class GlobalUse : std::uint8_t { kLower, kPresence };

  /// The arguments must outlive the object.
  ArgumentLowering(const ast::Workflow& workflow, GlobalUse use, ExpressionLowering& expressions,
                   const Reporter& reporter);

  /// Returns the arguments of `node` in preorder. If the node lacks an address of the cluster, the
  /// address from <global> is added at the beginning. Reports MissingCluster if an address that the
  /// kind needs is neither in the node nor in <global>.
  LoweredArguments Lower(const ast::Node& node);

  /// Returns the arguments of <global> itself, for the runtime.
  const LoweredArguments& global() const { return global_; }

 private:
  /// An argument of <global> that actions may get.
  struct Shared {
    hir::Arg arg;
    const ast::Argument* written = nullptr;
  };

  void InsertCluster(const ast::Node& node, LoweredArguments& out);

  const ast::Workflow& workflow_;
  ExpressionLowering& expressions_;
  const Reporter& reporter_;
  LoweredArguments global_;
  std::optional<Shared> global_tracker_;
  std::optional<Shared> global_name_node_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_ARGUMENTS_H_
