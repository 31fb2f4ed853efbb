#ifndef HPDL_COMPILER_ANALYSIS_TESTED_H_
#define HPDL_COMPILER_ANALYSIS_TESTED_H_

#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/analysis/analyze.h"
#include "compiler/analysis/detours.h"
#include "compiler/analysis/flow.h"

namespace hpdl::analysis {

/// Where the author has thought of nodes that may not have run: what looks at the state of a node
/// (`wf:transition('a') eq 'b'`, `wf:lastErrorNode() eq 'a'`), or at whether something of it is
/// there at all (`not empty wf:actionData('a')['k']`, `... ne null`), what reads on a condition
/// (`mode eq 'full' ? ... : ...`, `mode eq 'full' and ...`, `firstNotNull(..., ...)`), decisions
/// that compare it with a value, which nothing does not equal, texts that read it beside that of
/// another of which just one runs (`${wf:actionData('a')['k']}${wf:actionData('b')['k']}`), and
/// decisions that no run takes past the node to its reader (Detours). It errs to the side of the
/// author.
class Tested {
 public:
  /// What it is given must outlive it.
  Tested(const Subject& subject, const Flow& flow);

  /// Whether what is said about `node` having run may be left to the author where `reader` makes
  /// this call.
  bool Reckons(std::uint32_t reader, std::uint32_t node, const sema::Call& call);

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
  Detours detours_;
  std::uint64_t steps_ = 0;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_TESTED_H_
