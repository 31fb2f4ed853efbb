#ifndef HPDL_COMPILER_ANALYSIS_GUARDED_READS_H_
#define HPDL_COMPILER_ANALYSIS_GUARDED_READS_H_

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/analysis/facts.h"
#include "compiler/analysis/runs_past_actions.h"

namespace hpdl::analysis {

/// Reads of a node that the author has guarded against the node not having run:
/// - the reader looks at the node's state: `wf:transition('a') eq 'b'`, `wf:lastErrorNode() eq
/// 'a'`;
/// - it looks whether the value is there: `not empty wf:actionData('a')['k']`, `... ne null`;
/// - it reads on a condition: `mode eq 'full' ? ... : ...`, `firstNotNull(..., ...)`;
/// - a decision compares it with a value, which a missing one does not equal;
/// - a text reads it beside that of another node of which just one runs:
///   `${wf:actionData('a')['k']}${wf:actionData('b')['k']}`;
/// - no run gets past the node to the reader (RunsPastActions).
/// In doubt a read is guarded.
class GuardedReads {
 public:
  /// What it is given must outlive it.
  explicit GuardedReads(Facts& facts);

  /// Whether `reader` guards this call against `node` not having run, so that no warning is due.
  bool IsGuarded(std::uint32_t reader, std::uint32_t node, const sema::Call& call);

 private:
  void FindTests(std::uint32_t reader);
  void FindInTree(std::uint32_t reader, ast::ExprId tree);
  void AddLiterals(std::uint32_t reader, ast::ExprId tree);
  void AddTest(std::uint32_t reader, std::string_view name);
  void FindComparisons(ast::ExprId predicate);
  void FindBeside(const ast::Expr& text);
  void AddCalls(std::unordered_set<const ast::Expr*>& places, ast::ExprId tree);
  bool StandsOnCondition(std::uint32_t reader, std::uint32_t node, const sema::Call& call) const;
  bool IsOneOfSeveral(std::uint32_t reader, const sema::Call& call);
  bool RunsOneAtMost(std::span<const std::uint32_t> nodes) const;

  const Subject& subject_;
  const Flow& flow_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> testers_;  ///< by node
  /// Calls that are made on a condition, or whose result a decision compares.
  std::unordered_set<const ast::Expr*> on_condition_, compared_;
  /// Actions that are read side by side, and the place among them of each call.
  std::vector<std::vector<std::uint32_t>> beside_;
  std::unordered_map<const ast::Expr*, std::size_t> place_beside_;
  RunsPastActions runs_past_;
  std::uint64_t steps_ = 0;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_GUARDED_READS_H_
