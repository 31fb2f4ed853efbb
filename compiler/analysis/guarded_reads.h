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

/// Reads of a node that the author has guarded against the node not having ended OK. A node *looks
/// at* another one if it asks for its state, names it in a comparison, reads it where it may be
/// missing (sema::Call::conditional), or is a decision that reads its output. A read is guarded if
/// - the reader looks at the node;
/// - or each way that leads past the node to the reader comes to a decision that looks at the node,
///   or asks, after it, what a decision before it has asked, as in `mode eq 'full'` twice, and does
///   not lead to the reader in each case;
/// - and each way from the node's error to one that looks at it, or asks which node failed.
/// What exactly is asked and which case leads on does not matter: in doubt a read is guarded.
class GuardedReads {
 public:
  /// The facts must outlive it. Linear.
  explicit GuardedReads(Facts& facts);

  /// Whether `reader` is guarded against `node` not being there.
  bool IsGuarded(std::uint32_t reader, std::uint32_t node);

 private:
  /// A property by name, the state of a node by name, or what an expression calls.
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
  std::set<std::pair<std::uint32_t, std::uint32_t>> looks_;              ///< which node at which
  std::unordered_set<std::uint32_t> look_at_errors_;                     ///< ask which node failed
  std::map<Question, std::uint32_t> questions_;                          ///< numbered
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> asked_;  ///< by decisions
  std::uint64_t asked_count_ = 0;                                        ///< in all
  Budget budget_{10'000'000};
};

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_GUARDED_READS_H_
