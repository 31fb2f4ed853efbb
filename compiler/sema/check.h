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

/// The inputs of the check besides the definition.
struct CheckOptions {
  /// The properties of -D and --config. Missing parameters are reported only if this member has a
  /// value.
  std::optional<std::map<std::string, std::string>> properties;
  /// Names of further properties that the run will get. Their values are not known yet.
  std::set<std::string> also_given;
  /// Properties of the application's config-default.xml or configuration.xml.
  std::vector<hir::Property> defaults;
  /// If false, the rules of forks and joins are not checked, even if `properties` and `defaults` do
  /// not switch them off. The program then pairs forks and joins while it runs.
  bool validate_fork_join = true;
};

/// Returns false if the properties switch the rules of forks and joins off by
/// oozie.wf.validate.ForkJoin=false. The value is read as Hadoop reads a boolean. Case and
/// surrounding blanks do not matter, and a value other than "true" and "false" changes nothing.
bool ValidatesForkJoin(const std::map<std::string, std::string>& properties);

/// The calls that each node makes. The calls of node n of the ast begin at `all[first[n]]` and end
/// before `all[first[n + 1]]`. The calls before `all[first[0]]` belong to no node. Unreachable
/// nodes have no calls.
struct Calls {
  std::vector<Call> all;
  std::vector<std::uint32_t> first;

  std::span<const Call> Of(std::uint32_t node) const {
    return {all.data() + first[node], all.data() + first[node + 1]};
  }
};

/// The checked program and the facts that the check found.
struct Checked {
  /// The checked workflow. It is null after an error of the definition; the other members are then
  /// incomplete. A parameter without a value is not an error of the definition.
  std::unique_ptr<hir::Workflow> hir;
  Graph graph;                     ///< borrows from the ast
  std::vector<hir::NodeId> nodes;  ///< hir node of each ast node; invalid for an unreachable node
  Calls calls;
  /// The sources of the arguments, for each node of hir. `global_sources` has the sources of hir's
  /// global_args.
  std::vector<std::vector<ArgumentSource>> argument_sources;
  std::vector<ArgumentSource> global_sources;
  /// The binding of each written expression, by ast::ExprId. The expressions of <credentials> are
  /// bound but have no types.
  std::vector<Bound> bound;

  const Bound& BoundTo(ast::ExprId id) const { return bound[id.index]; }
};

/// Checks a workflow and lowers it from ast to hir. The checks cover names, reachability, cycles,
/// the shape of forks and joins, types of expressions, and parameters. Reports all errors. The time
/// is linear in the size of the workflow.
Checked Check(const ast::Workflow& workflow, const SourceBuffer& source,
              const CheckOptions& options, Diagnostics& diagnostics);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_CHECK_H_
