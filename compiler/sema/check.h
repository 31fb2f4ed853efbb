#ifndef HPDL_COMPILER_SEMA_CHECK_H_
#define HPDL_COMPILER_SEMA_CHECK_H_

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "compiler/ast/ast.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/arguments.h"
#include "compiler/sema/expression.h"
#include "compiler/sema/graph.h"

namespace hpdl::sema {

/// What else than the definition the verdict depends on.
struct CheckOptions {
  /// Properties given by -D and --config. Missing parameters are reported only if this is set.
  std::optional<std::map<std::string, std::string>> properties;
  /// Names of properties that a run is given besides, whose values nobody knows yet.
  std::set<std::string> also_given;
  /// config-default.xml / configuration.xml of the application.
  std::vector<hir::Property> defaults;
  /// False: the rules of forks and joins are off, whatever `properties` and `defaults` say; fork
  /// and join are paired at run time.
  bool validate_fork_join = true;
};

/// Whether the rules of forks and joins hold: oozie.wf.validate.ForkJoin=false among the properties
/// turns them off. The value is read as Hadoop reads a boolean: blanks around it and case do not
/// matter, and what is neither "true" nor "false" changes nothing.
bool ValidatesForkJoin(const std::map<std::string, std::string>& properties);

/// Which node makes which calls: those of ast node n are `all[first[n]..first[n + 1]]`; what stands
/// before belongs to no node. Unreachable nodes have none.
struct Calls {
  std::vector<Call> all;
  std::vector<std::uint32_t> first;

  std::span<const Call> Of(std::uint32_t node) const {
    return {all.data() + first[node], all.data() + first[node + 1]};
  }
};

/// The checked program, and what was found out on the way to it.
struct Checked {
  /// Null after an error of the definition, which a parameter without a value is not; the rest is
  /// then incomplete.
  std::unique_ptr<hir::Workflow> hir;
  Graph graph;                     ///< borrows from the ast
  std::vector<hir::NodeId> nodes;  ///< of each ast node in hir; invalid: not reachable
  Calls calls;
  /// Of each argument of each node of hir, and of hir's global_args, where it came from.
  std::vector<std::vector<ArgumentSource>> argument_sources;
  std::vector<ArgumentSource> global_sources;
  /// Of each expression as written, by its ast::ExprId. Those of <credentials> are bound and
  /// have no types.
  std::vector<Bound> bound;

  const Bound& BoundTo(ast::ExprId id) const { return bound[id.index]; }
};

/// ast -> hir: names, reachability, cycles, fork/join shape, expression types, parameters. Reports
/// all that is wrong. Linear in the size of the workflow.
Checked Check(const ast::Workflow& workflow, const SourceBuffer& source,
              const CheckOptions& options, Diagnostics& diagnostics);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_CHECK_H_
