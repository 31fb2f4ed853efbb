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

/// Finds reads of a node's output that the author has guarded. A guarded read does no harm if the
/// node has not ended OK. The *reader* is the node that reads the output.
/// A node *checks* another node if it reads the state of that other node or names that other node
/// in a comparison. A node also checks a node whose output it reads in an expression that expects a
/// missing value (sema::Call::conditional). A decision also checks each node whose output it reads.
/// A read is guarded if the reader checks the node. A read is also guarded if the reader and the
/// node are not parallel and these two conditions hold:
/// - Each path to the reader that avoids the node contains a decision that checks the node, or a
///   decision that repeats an earlier question. A decision repeats a question if a decision before
///   the node has asked the same question (for example, both decisions read the property `mode`),
///   and if the later decision has a case that cannot lead to the reader.
/// - Each path from the node's error transition to the reader contains a decision that checks the
///   node or reads which node failed.
/// The class does not examine the exact condition or the case that leads to the reader. In doubt,
/// it treats a read as guarded.
class GuardedReads {
 public:
  /// The facts must outlive the object. The time is linear.
  explicit GuardedReads(Facts& facts);

  /// True if `reader` is guarded against missing data of `node`. If the data survives an error of
  /// the node, the read need not be guarded against errors.
  bool IsGuarded(std::uint32_t reader, std::uint32_t node, bool survives_error);

 private:
  /// A value that a decision reads. The pair is (name, kProperty) for a property, (name, kNode)
  /// for the state of a node, and ("", id of the expression) for a call.
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
  /// Pairs of two nodes: the first node checks the second node.
  std::set<std::pair<std::uint32_t, std::uint32_t>> looks_;
  std::unordered_set<std::uint32_t> look_at_errors_;  ///< nodes that read which node failed
  std::map<Question, std::uint32_t> questions_;       ///< the id of each question
  /// The ids of the questions that each decision asks.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> asked_;
  std::uint64_t asked_count_ = 0;  ///< the count of the questions of all decisions
  Budget budget_{10'000'000};
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_GUARDED_READS_H_
