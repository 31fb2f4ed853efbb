#ifndef HPDL_COMPILER_ANALYSIS_GUARDED_READS_H_
#define HPDL_COMPILER_ANALYSIS_GUARDED_READS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "compiler/analysis/facts.h"

namespace hpdl::analysis {

/// Finds reads of a node that the author has guarded: they do no harm if the node has not ended OK.
/// A node *looks at* another node in these cases: it asks for the node's state, names it in a
/// comparison, reads it where it may be missing (sema::Call::conditional), or is a decision that
/// reads its output. A read is guarded if the reader looks at the node. It is also guarded if both
/// of these hold:
/// - Each way that leads past the node to the reader comes to a decision that looks at the node. Or
///   it comes to a decision after the node that repeats a question of a decision before the node,
///   such as `mode eq 'full'`, and that has a case that does not lead to the reader.
/// - Each way from the node's error transition comes to a decision that looks at the node or asks
///   which node failed.
/// The exact question and the case that leads on do not matter: in doubt a read is guarded.
class GuardedReads {
 public:
  /// The facts must outlive the object. The time is linear.
  explicit GuardedReads(Facts& facts);

  /// True if `reader` is guarded against a missing output of `node`.
  bool IsGuarded(std::uint32_t reader, std::uint32_t node);

 private:
  /// A question of a decision: a property by name, the state of a node by name, or a call in an
  /// expression.
  using Question = std::pair<std::string_view, std::uint32_t>;
  static constexpr std::uint32_t kProperty = UINT32_MAX;
  static constexpr std::uint32_t kNode = UINT32_MAX - 1;

  bool Decides(std::uint32_t n) const;
  void NoteCalls(std::uint32_t n);
  void NoteQuestions(std::uint32_t decision, hir::ExprId predicate);
  void Ask(std::uint32_t decision, const Question& question);
  bool IsToldOfFailure(std::uint32_t reader, std::uint32_t node) const;
  bool IsToldOfWay(std::uint32_t reader, std::uint32_t node) const;

  const Subject& subject_;
  const Flow& flow_;
  /// Pairs of a node and another node that it looks at.
  std::set<std::pair<std::uint32_t, std::uint32_t>> looks_;
  std::unordered_set<std::uint32_t> look_at_errors_;  ///< nodes that ask which node failed
  std::map<Question, std::uint32_t> questions_;       ///< number of each question
  /// The numbers of the questions of each decision.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> asked_;
  std::uint64_t asked_count_ = 0;  ///< number of questions that all decisions ask
  Budget budget_{10'000'000};
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_GUARDED_READS_H_
