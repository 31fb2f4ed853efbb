#include <algorithm>
#include <map>
#include <string>

#include "compiler/analysis/analyses.h"
#include "compiler/base/budget.h"

namespace hpdl::analysis {
namespace {

/// The length in bytes of the longest path that is checked for reads by later actions.
constexpr std::size_t kMaxLength = 4000;

bool Within(std::string_view path, std::string_view directory) {
  return path.starts_with(directory) &&
         (path.size() == directory.size() || path[directory.size()] == '/');
}

/// True if the paths are equal or one path is above the other path.
bool Overlap(std::string_view a, std::string_view b) {
  return Within(a, b) || Within(b, a);
}

/// True if a removal deletes the path that is read.
bool Takes(const UsedPath& removal, const UsedPath& read) {
  return Within(read.key, removal.key) &&
         (read.key.size() > removal.key.size() || !removal.LeavesUntouched(read));
}

/// Finds paths that <prepare> deletes although an action reads them.
class PreparedInput {
 public:
  explicit PreparedInput(Facts& facts)
      : subject_(facts.subject()), flow_(facts.flow()), paths_(facts.used_paths()) {
    for (const UsedPath& path : paths_.all()) {
      if (!path.changes()) {
        reads_.emplace(path.key, &path);
      } else if (!path.removes()) {
        writes_.push_back(&path);
      }
    }
  }

  void Check() {
    for (const UsedPath& path : paths_.all()) {
      if (path.prepare && path.removes()) {
        CheckRemoval(path);
      }
    }
  }

 private:
  void CheckRemoval(const UsedPath& removal) {
    const UsedPath* later = nullptr;
    for (auto at = reads_.lower_bound(removal.key);
         at != reads_.end() && at->first.starts_with(removal.key) && steps_.Take(); ++at) {
      const UsedPath& read = *at->second;
      if (!Takes(removal, read)) {
        continue;
      }
      if (read.node == removal.node) {
        Report(removal, read, "which the action then reads");
        return;
      }
      if (later == nullptr && IsGone(removal, read) && !IsReplaced(removal)) {
        later = &read;
      }
    }
    if (later != nullptr) {
      Report(removal, *later,
             "which " + Quoted(Name(*later)) + " reads later; nothing writes it in between");
    }
  }

  bool IsReplaced(const UsedPath& removal) {
    const std::span<const UsedPath> own = paths_.Of(removal.node);
    return removal.rewritten || !steps_.Take(own.size()) ||
           std::any_of(own.begin(), own.end(), [&](const UsedPath& path) {
             return path.changes() && !path.removes() && Overlap(path.key, removal.key);
           });
  }

  /// True if `read` comes after `removal`, and no action that may run in between may write the
  /// path.
  bool IsGone(const UsedPath& removal, const UsedPath& read) {
    const std::uint32_t from = removal.node;
    const std::uint32_t to = read.node;
    if (read.key.size() > kMaxLength || flow_.Parallel(from, to) || flow_.NeverBefore(from, to)) {
      return false;
    }
    const auto may_run_before = [&](std::uint32_t n) {
      return n != from &&
             (flow_.Parallel(n, to) || (!flow_.NeverBefore(n, to) &&
                                        (flow_.Parallel(n, from) || !flow_.NeverBefore(from, n))));
    };
    const auto may_write = [&](const UsedPath* write) {
      return !steps_.Take(1 + read.key.size() / 256) ||
             (Overlap(write->key, read.key) && (write->node == to || may_run_before(write->node)));
    };
    const auto may_write_anything = [&](std::uint32_t n) {
      return !steps_.Take() || (n != to && may_run_before(n));
    };
    const std::vector<std::uint32_t>& unknown = paths_.unknown_writers();
    return std::none_of(writes_.begin(), writes_.end(), may_write) &&
           std::none_of(unknown.begin(), unknown.end(), may_write_anything) && !flow_.IsUsedUp();
  }

  const std::string& Name(const UsedPath& path) const {
    return subject_.graph().node(path.node).name.text;
  }

  void Report(const UsedPath& removal, const UsedPath& read, const Message& what) const {
    subject_.reporter
        .Emit(DiagnosticKind::kPrepareDeletesInput, removal.range,
              "<prepare> of " + Quoted(Name(removal)) + " deletes " + Quoted(removal.text) + ", " +
                  what)
        .notes.push_back(subject_.reporter.Note(read.range, "it is read here"));
  }

  const Subject& subject_;
  const Flow& flow_;
  const UsedPaths& paths_;
  std::multimap<std::string_view, const UsedPath*> reads_;
  std::vector<const UsedPath*> writes_;
  Budget steps_{10'000'000};
};

}  // namespace

void CheckPreparedInput(Facts& facts) {
  if (!facts.subject().hir().unpaired_joins) {
    PreparedInput(facts).Check();
  }
}

}  // namespace hpdl::analysis
