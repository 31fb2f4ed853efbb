#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "compiler/analysis/paths.h"

namespace hpdl::analysis {
namespace {

using stdlib::PathUse;

constexpr std::size_t kMaxReaders = 16;
constexpr std::size_t kMaxWriters = 64;
constexpr std::size_t kMaxOwn =
    1000;  // of the paths of one action that each removal is held against

/// Whether one is the other or above it.
bool Overlap(std::string_view a, std::string_view b) {
  const std::string_view shorter = a.size() < b.size() ? a : b;
  const std::string_view longer = a.size() < b.size() ? b : a;
  return longer.starts_with(shorter) &&
         (longer.size() == shorter.size() || longer[shorter.size()] == '/');
}

bool Within(std::string_view path, std::string_view directory) {
  return path.size() >= directory.size() && Overlap(path, directory);
}

/// Whether a removal takes away what is read.
bool Takes(const UsedPath& removal, const UsedPath& read) {
  return Within(read.key, removal.key) &&
         (read.key.size() > removal.key.size() || !removal.LeavesUntouched(read));
}

/// What <prepare> deletes although somebody reads it.
class PreparedInput {
 public:
  explicit PreparedInput(Facts& facts)
      : subject_(facts.subject()),
        flow_(facts.flow()),
        paths_(facts.used_paths()),
        unknown_(FindUnknownWriters(subject_, paths_)) {
    for (std::uint32_t i = 0; i < paths_.size(); ++i) {
      if (std::vector<std::uint32_t>& own = of_node_[paths_[i].node];
          !paths_[i].removes() && own.size() < kMaxOwn) {
        own.push_back(i);
      }
      (paths_[i].removes()   ? removals_
       : paths_[i].changes() ? writes_
                             : reads_)
          .emplace(paths_[i].key, i);
    }
  }

  void Check() {
    for (const auto& [key, i] : removals_) {
      const UsedPath& removal = paths_[i];
      if (removal.prepare && !CheckOwn(removal)) {
        CheckLater(removal);
      }
    }
  }

 private:
  using ByKey = std::multimap<std::string_view, std::uint32_t>;

  const std::string& Name(std::uint32_t n) const { return subject_.graph().node(n).name.text; }

  bool CheckOwn(const UsedPath& removal) const {
    for (const std::uint32_t i : of_node_.at(removal.node)) {
      const UsedPath& use = paths_[i];
      if (use.use == PathUse::kReads && Takes(removal, use)) {
        subject_.reporter
            .Emit(DiagnosticKind::kPrepareDeletesInput, removal.range,
                  "<prepare> of " + Quoted(Name(removal.node)) + " deletes " +
                      Quoted(removal.text) + ", which the action then reads")
            .notes.push_back(subject_.reporter.Note(use.range, "it is read here"));
        return true;
      }
    }
    return false;
  }

  void CheckLater(const UsedPath& removal) const {
    const std::vector<std::uint32_t>& own = of_node_.at(removal.node);
    const bool replaces =
        removal.rewritten || std::any_of(own.begin(), own.end(), [&](std::uint32_t i) {
          return paths_[i].changes() && Overlap(paths_[i].key, removal.key);
        });
    std::size_t readers = 0;
    for (auto at = reads_.lower_bound(removal.key);
         !replaces && at != reads_.end() && at->first.starts_with(removal.key) &&
         readers < kMaxReaders;
         ++at, ++readers) {
      const UsedPath& read = paths_[at->second];
      if (Takes(removal, read) && IsGone(removal, read)) {
        subject_.reporter
            .Emit(DiagnosticKind::kPrepareDeletesInput, removal.range,
                  "<prepare> of " + Quoted(Name(removal.node)) + " deletes " +
                      Quoted(removal.text) + ", which " + Quoted(Name(read.node)) +
                      " reads later; nothing writes it in between")
            .notes.push_back(subject_.reporter.Note(read.range, "it is read here"));
        return;
      }
    }
  }

  /// Whether what `removal` deletes is missing when it is read, as far as can be told.
  bool IsGone(const UsedPath& removal, const UsedPath& read) const {
    const std::uint32_t from = removal.node;
    const std::uint32_t to = read.node;
    if (from == to || flow_.Parallel(from, to) || flow_.NeverBefore(from, to)) {
      return false;
    }
    const auto may_write = [&](std::uint32_t n) {
      return n != from && (n == to || flow_.Parallel(n, to) ||
                           (!flow_.NeverBefore(n, to) &&
                            (flow_.Parallel(n, from) || !flow_.NeverBefore(from, n))));
    };
    const std::optional<std::vector<std::uint32_t>> writers = WritersOf(read.key);
    return writers.has_value() && writers->size() < kMaxWriters && unknown_.size() < kMaxWriters &&
           std::none_of(writers->begin(), writers->end(), may_write) &&
           std::none_of(
               unknown_.begin(), unknown_.end(),
               [&](std::uint32_t n) { return n != to && may_write(n); }) &&
           !flow_.IsUsedUp();
  }

  /// Who writes to a path, above or beneath it; no more than kMaxWriters. Nothing if it is too deep
  /// to tell.
  std::optional<std::vector<std::uint32_t>> WritersOf(std::string_view key) const {
    std::vector<std::uint32_t> writers;
    const auto add = [&](ByKey::const_iterator at, const auto& goes_on) {
      for (; at != writes_.end() && writers.size() < kMaxWriters && goes_on(at->first); ++at) {
        writers.push_back(paths_[at->second].node);
      }
    };
    std::size_t depth = 0;
    for (std::string_view above = ParentKey(key); !above.empty(); above = ParentKey(above)) {
      if (++depth > kMaxAncestors) {
        return std::nullopt;
      }
      add(writes_.lower_bound(above), [&](std::string_view other) { return other == above; });
    }
    add(writes_.lower_bound(key), [&](std::string_view other) { return other.starts_with(key); });
    return writers;
  }

  const Subject& subject_;
  const Flow& flow_;
  const std::vector<UsedPath>& paths_;
  /// What each action reads and writes.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> of_node_;
  ByKey removals_, writes_, reads_;
  std::vector<std::uint32_t> unknown_;  ///< actions that may write anything
};

}  // namespace

void CheckPreparedInput(Facts& facts) {
  PreparedInput(facts).Check();
}

}  // namespace hpdl::analysis
