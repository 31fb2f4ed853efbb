#ifndef HPDL_COMPILER_SEMA_ARGUMENTS_H_
#define HPDL_COMPILER_SEMA_ARGUMENTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
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

  /// Returns the arguments of <global> itself, for the runtime: first those of the inherited
  /// <global>, then those of the workflow's own.
  const LoweredArguments& global() const { return global_; }

  /// True if the node is an action of Oozie that takes elements from <global>.
  bool TakesFromGlobal(const ast::Node& node) const;
  /// Returns the arguments of <global> that the action does not use (see hir::Node::unused_global).
  std::vector<std::uint32_t> UnusedGlobal(const ast::Node& node) const;

 private:
  /// An argument of <global> that actions may get.
  struct Shared {
    hir::Arg arg;
    const ast::Argument* written = nullptr;
  };

  /// Lowers the inherited <global> or the workflow's own, as `use` says.
  void Share(const ast::Argument& global, GlobalUse use);
  void InsertCluster(const ast::Node& node, LoweredArguments& out);

  const ast::Workflow& workflow_;
  ExpressionLowering& expressions_;
  const Reporter& reporter_;
  LoweredArguments global_;
  std::optional<Shared> global_tracker_;
  std::optional<Shared> global_name_node_;
  /// The indices of addresses in `global_`.
  std::vector<std::uint32_t> trackers_, name_nodes_;
  /// The indices of the properties in `global_`, by name; if a name occurs several times, the last
  /// index. A name that is an expression is not in it, nor is a property without a value.
  std::map<std::string, std::uint32_t, std::less<>> global_properties_;
  /// The indices of the properties in `global_` whose name occurs again later. As in Oozie, the
  /// last value counts, and the others are not evaluated.
  std::vector<std::uint32_t> replaced_;
};

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_ARGUMENTS_H_
