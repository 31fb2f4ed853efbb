#ifndef HPDL_COMPILER_ANALYSIS_RUNS_PAST_ACTIONS_H_
#define HPDL_COMPILER_ANALYSIS_RUNS_PAST_ACTIONS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compiler/analysis/error_node.h"
#include "compiler/analysis/facts.h"
#include "compiler/analysis/predicates.h"

namespace hpdl::analysis {

/// Searches for runs that come to a node without having run certain actions. It leaves out ways
/// that no run can take: two decisions that ask the same agree, a run without failed nodes has
/// taken no error transition, and the output of an action that has not run equals no value.
class RunsPastActions {
 public:
  /// What it is given must outlive it.
  explicit RunsPastActions(Facts& facts);

  /// Whether a run may come to `reader`, if that is a decision to its edge `edge`, before any of
  /// `actions` has ended OK. None of them runs at the same time as `reader`. True also where
  /// nothing can be told from predicates. The steps of all calls together are bounded; when they
  /// are used up the answer is false.
  bool Exists(std::uint32_t reader, std::size_t edge, std::span<const std::uint32_t> actions);

 private:
  /// What is known of an expression.
  struct ExprFacts {
    std::uint32_t output_of = sema::kNoNode;  ///< the action that it reads
    bool error_node = false;                  ///< it is the name of the node that failed
    bool of_error = false;                    ///< it is about the node that failed
    /// Of the decisions on ways to the reader in hand: more than one compares it, and the position
    /// of the last that does; 0 if none does.
    bool is_shared = false;
    std::uint32_t last = 0;
  };

  /// A run that has come to a node.
  struct Run {
    std::uint32_t at = 0;
    bool failed = false;                ///< some node has
    std::vector<Condition> known = {};  ///< atoms, in order
  };

  void NoteExpressions();
  void NoteDecisions();
  void TakeReader(std::uint32_t reader);
  std::uint32_t OutputOf(const hir::Expr& call) const;
  Condition WhenOf(const hir::Edge& edge) const;

  std::optional<bool> ValueOf(Condition condition, const Run& run) const;
  std::optional<bool> ValueOfTerm(std::uint32_t term, const Run& run) const;
  std::optional<bool> ValueOfAtom(std::uint32_t term, const Run& run) const;
  bool Assume(Condition condition, Run& run) const;
  void Forget(Run& run) const;

  void MarkLeading(std::vector<bool>& marks, std::span<const std::uint32_t> to);
  bool Search(std::size_t edge);
  void Leave(const Run& run);
  void LeaveDecision(const Run& run);
  bool ComesToEdge(Run run, std::size_t edge);

  const Subject& subject_;
  const sema::Graph& graph_;
  const Flow& flow_;
  const Predecessors& predecessors_;
  const Predicates predicates_;
  std::vector<ExprFacts> exprs_;          ///< of each expression
  std::vector<std::uint32_t> positions_;  ///< of each node, in Graph::order
  /// Positions of decisions and what they compare, in order.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> compared_;
  bool has_forks_ = false;

  std::vector<bool> avoided_;          ///< the actions in hand
  std::vector<std::uint32_t> around_;  ///< forks that both one of them and the reader are inside of
  std::vector<bool> leads_to_reader_, leads_to_action_;
  std::uint32_t reader_ = sema::kNoNode;
  bool tells_ = false;  ///< what decisions on ways to it compare may tell something
  std::vector<Run> open_;
  std::uint64_t steps_ = 0, last_step_ = 0;
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_RUNS_PAST_ACTIONS_H_
