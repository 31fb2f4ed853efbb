#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "compiler/analysis/paths.h"

namespace hpdl::analysis {
namespace {

using stdlib::PathUse;

/// How far it is looked for what conflicts, in the order of branches: of parallel branches
/// neighbours are enough to find a conflict if there is any, and mostly all.
constexpr std::size_t kNeighbours = 8;
constexpr std::size_t kMaxReports = 16;  // of one path

/// Both only delete, so that in the end nothing is there.
bool OnlyDelete(const UsedPath& a, const UsedPath& b) {
  return a.use == PathUse::kDeletes && b.use == PathUse::kDeletes && !a.rewritten && !b.rewritten;
}

/// Whether it matters which of two uses of one path is first.
bool ConflictAt(const UsedPath& a, const UsedPath& b) {
  if (a.removes() || b.removes()) {
    return !OnlyDelete(a, b) && !a.LeavesUntouched(b) && !b.LeavesUntouched(a);
  }
  if (a.use != PathUse::kWrites && b.use != PathUse::kWrites) {
    return false;
  }
  const bool makes = a.use == PathUse::kCreates || b.use == PathUse::kCreates;
  const UsedPath& writer = a.use == PathUse::kWrites ? a : b;
  // Otherwise it may be a directory that something is put into.
  return makes ? writer.whole : a.whole || b.whole;
}

/// The same of a path and one beneath it.
bool ConflictBelow(const UsedPath& above, const UsedPath& below) {
  if (above.removes()) {
    return !OnlyDelete(above, below);
  }
  return above.whole && !above.pattern && (above.use == PathUse::kWrites || below.changes());
}

std::string_view VerbOf(const UsedPath& path) {
  switch (path.use) {
    case PathUse::kReads:
      return "uses";
    case PathUse::kWrites:
      return "writes";
    case PathUse::kCreates:
      return "makes";
    case PathUse::kDeletes:
      return "deletes";
    default:
      return "moves away";
  }
}

/// The nodes from which the job can still succeed. What only a kill node follows tidies up after a
/// failure that ends the other branches too.
std::vector<bool> NodesThatMaySucceed(const sema::Graph& graph) {
  std::vector<bool> may_succeed(graph.workflow->nodes.size());
  for (auto n = graph.order.rbegin(); n != graph.order.rend(); ++n) {
    const std::span<const std::uint32_t> targets = graph.TargetsOf(*n);
    may_succeed[*n] = graph.node(*n).type == ast::NodeType::kEnd ||
                      std::any_of(targets.begin(), targets.end(),
                                  [&](std::uint32_t target) { return may_succeed[target]; });
  }
  return may_succeed;
}

/// The uses of one path in one branch, one of each sort.
struct Group {
  std::uint32_t branch = 0;
  std::vector<const UsedPath*> uses;

  void Add(const UsedPath& path) {
    const bool known = std::any_of(uses.begin(), uses.end(), [&](const UsedPath* use) {
      return use->use == path.use && use->whole == path.whole && use->pattern == path.pattern &&
             use->rewritten == path.rewritten;
    });
    if (!known) {
      uses.push_back(&path);
    }
  }
  bool changes() const {
    return std::any_of(uses.begin(), uses.end(),
                       [](const UsedPath* use) { return use->changes(); });
  }
};

/// All uses of one path, by branch.
struct Place {
  std::vector<Group> groups;
  std::vector<std::uint32_t> changing;  ///< those of `groups` in which something is changed
  std::size_t reports = 0;              ///< of it, and of it and paths beneath it
};

class ParallelPaths {
 public:
  explicit ParallelPaths(Facts& facts) : subject_(facts.subject()), flow_(facts.flow()) {
    const std::vector<bool> may_succeed = NodesThatMaySucceed(subject_.graph());
    std::vector<const UsedPath*> sorted;
    for (const UsedPath& path : facts.used_paths()) {
      if (may_succeed[path.node]) {
        sorted.push_back(&path);
      }
    }
    std::stable_sort(sorted.begin(), sorted.end(), [&](const UsedPath* a, const UsedPath* b) {
      return flow_.BranchNumber(a->node) < flow_.BranchNumber(b->node);
    });
    for (const UsedPath* path : sorted) {
      std::vector<Group>& groups = places_[path->key].groups;
      const std::uint32_t branch = flow_.BranchNumber(path->node);
      if (groups.empty() || groups.back().branch != branch) {
        groups.push_back({branch, {}});
      }
      groups.back().Add(*path);
    }
    for (auto& [key, place] : places_) {
      for (std::uint32_t i = 0; i < place.groups.size(); ++i) {
        if (place.groups[i].changes()) {
          place.changing.push_back(i);
        }
      }
    }
  }

  void Check() {
    for (const auto& [key, place] : places_) {
      for (const Group& group : place.groups) {
        CheckGroup(key, group);
      }
    }
  }

 private:
  void CheckGroup(std::string_view key, const Group& group) {
    std::size_t depth = 0;
    for (std::string_view at = key; !at.empty() && depth < kMaxAncestors; ++depth) {
      if (const auto found = places_.find(at); found != places_.end()) {
        CheckAgainst(found->second, group, at.size() < key.size());
      }
      at = ParentKey(at);
    }
  }

  /// Against those of the same path, or of one above it.
  void CheckAgainst(Place& place, const Group& group, bool above) {
    if (place.groups.size() == 1 && place.groups[0].branch == group.branch) {
      return;
    }
    const auto branch_of = [&](std::uint32_t i) { return place.groups[i].branch; };
    const auto before = [&](std::uint32_t i, std::uint32_t branch) {
      return branch_of(i) < branch;
    };
    const auto nearest =
        std::lower_bound(place.changing.begin(), place.changing.end(), group.branch, before) -
        place.changing.begin();
    ForNeighbours(static_cast<std::size_t>(nearest), place.changing.size(), [&](std::size_t i) {
      CheckPair(place, place.groups[place.changing[i]], group, above);
    });
    if (group.changes()) {
      const auto own = std::lower_bound(
          place.groups.begin(), place.groups.end(), group.branch,
          [](const Group& other, std::uint32_t branch) { return other.branch < branch; });
      ForNeighbours(static_cast<std::size_t>(own - place.groups.begin()), place.groups.size(),
                    [&](std::size_t i) { CheckPair(place, place.groups[i], group, above); });
    }
  }

  template <class Visit>
  static void ForNeighbours(std::size_t at, std::size_t size, const Visit& visit) {
    const std::size_t end = std::min(size, at + kNeighbours + 1);
    for (std::size_t i = at < kNeighbours ? 0 : at - kNeighbours; i < end; ++i) {
      visit(i);
    }
  }

  void CheckPair(Place& place, const Group& one, const Group& other, bool above) {
    if (one.branch == other.branch || place.reports >= kMaxReports ||
        !flow_.Parallel(one.uses[0]->node, other.uses[0]->node)) {
      return;
    }
    for (const UsedPath* a : one.uses) {
      for (const UsedPath* b : other.uses) {
        if (above ? ConflictBelow(*a, *b) : ConflictAt(*a, *b)) {
          Report(place, *a, *b);
        }
      }
    }
  }

  void Report(Place& place, const UsedPath& one, const UsedPath& other) {
    const auto& [first, second] =
        one.range.begin < other.range.begin ? std::tie(one, other) : std::tie(other, one);
    if (!reported_.emplace(first.node, second.node).second) {
      return;
    }
    ++place.reports;
    const auto name = [&](std::uint32_t n) { return Quoted(subject_.graph().node(n).name.text); };
    // With values put in, two that do not look alike may be equal.
    const bool alike = first.key == second.key && !first.pattern && !second.pattern &&
                       (subject_.properties == nullptr || first.text == second.text);
    const Message same = alike ? "it" : Quoted(first.text);
    const bool both_delete = first.use == PathUse::kDeletes && second.use == PathUse::kDeletes;
    subject_.reporter
        .Emit(DiagnosticKind::kParallelPaths, second.range,
              name(second.node) + " " + Message::Words(VerbOf(second)) + " " + Quoted(second.text) +
                  ", and " + name(first.node) + " in another branch of fork " +
                  name(flow_.ForkOf(first.node, second.node)) + " " +
                  Message::Words(VerbOf(first)) + " " + same +
                  (both_delete ? ": one of them may delete what the other's job has written"
                               : ": which of them is first may differ from run to run"))
        .notes.push_back(subject_.reporter.Note(first.range, "the other one is here"));
  }

  const Subject& subject_;
  const Flow& flow_;
  std::map<std::string, Place, std::less<>> places_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> reported_;
};

}  // namespace

void CheckParallelPaths(Facts& facts) {
  ParallelPaths(facts).Check();
}

}  // namespace hpdl::analysis
