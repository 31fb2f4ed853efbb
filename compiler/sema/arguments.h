#ifndef HPDL_COMPILER_SEMA_ARGUMENTS_H_
#define HPDL_COMPILER_SEMA_ARGUMENTS_H_

#include <optional>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/expression.h"
#include "compiler/sema/graph.h"

namespace hpdl::sema {

/// Where an argument of an action in hir came from.
struct ArgumentSource {
  const ast::Argument* written = nullptr;  ///< borrowed from the ast
  bool from_global = false;                ///< given by <global>, and not by the action itself
};

/// Arguments in preorder, and where each came from: two rows of the same length.
struct LoweredArguments {
  std::vector<hir::Arg> args;
  std::vector<ArgumentSource> sources;
};

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
  LoweredArguments Lower(const ast::Node& node);

  /// <global> itself, for the runtime.
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
