#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "compiler/analysis/analyses.h"
#include "compiler/base/budget.h"

namespace hpdl::analysis {
namespace {

using stdlib::PathUse;

constexpr std::size_t kMaxReports = 16;  // the most reports for one path
/// The check examines at most this many parent directories of one path. Real paths have fewer
/// parent directories.
constexpr std::size_t kMaxAncestors = 64;

/// True if both actions only delete the path, so that the path does not exist after both actions.
bool OnlyDelete(const UsedPath& a, const UsedPath& b) {
  return a.use == PathUse::kDeletes && b.use == PathUse::kDeletes && !a.rewritten && !b.rewritten;
}

/// True if the order of two uses of one path matters.
bool ConflictAt(const UsedPath& a, const UsedPath& b) {
  if (a.removes() || b.removes()) {
    return !OnlyDelete(a, b) && !a.LeavesUntouched(b) && !b.LeavesUntouched(a);
  }
  if (a.use != PathUse::kWrites && b.use != PathUse::kWrites) {
    return false;
  }
  const bool makes = a.use == PathUse::kCreates || b.use == PathUse::kCreates;
  const UsedPath& writer = a.use == PathUse::kWrites ? a : b;
  // If neither action uses the path as a whole, the path may be a directory into which both actions
  // put entries. The order then does not matter.
  return makes ? writer.whole : a.whole || b.whole;
}

/// True if the order of two uses matters. `above` is the use of a path, and `below` is the use of a
/// path beneath it.
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

/// Returns the nodes from which the job can still succeed. Every other node runs only after a
/// failure, which also ends the parallel branches. Conflicts of these other nodes are therefore
/// ignored.
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

/// All uses of one path.
struct Place {
  std::vector<const UsedPath*> changing, reading;
  /// The number of reported conflicts at this path, or between this path and a path beneath it.
  std::size_t reports = 0;
};

class ParallelPaths {
 public:
  explicit ParallelPaths(Facts& facts) : subject_(facts.subject()), flow_(facts.flow()) {
    const std::vector<bool> may_succeed = NodesThatMaySucceed(subject_.graph());
    for (const UsedPath& path : facts.used_paths().all()) {
      if (may_succeed[path.node]) {
        Place& place = places_[path.key];
        (path.changes() ? place.changing : place.reading).push_back(&path);
        paths_.push_back(&path);
      }
    }
  }

  void Check() {
    for (const UsedPath* path : paths_) {
      std::string_view at = path->key;
      for (std::size_t depth = 0; !at.empty() && depth < kMaxAncestors; ++depth) {
        if (const auto found = places_.find(at); found != places_.end()) {
          CheckAgainst(found->second, *path, at.size() < path->key.size());
        }
        at = ParentKey(at);
      }
    }
  }

 private:
  /// Checks `path` against the uses of `place`. If `above` is true, `place` is a path above `path`,
  /// otherwise it is the same path.
  void CheckAgainst(Place& place, const UsedPath& path, bool above) {
    for (const UsedPath* other : place.changing) {
      CheckPair(place, *other, path, above);
    }
    for (std::size_t i = 0; path.changes() && i < place.reading.size(); ++i) {
      CheckPair(place, *place.reading[i], path, above);
    }
  }

  void CheckPair(Place& place, const UsedPath& one, const UsedPath& other, bool above) {
    if (one.node != other.node && place.reports < kMaxReports && pairs_.Take() &&
        (above ? ConflictBelow(one, other) : ConflictAt(one, other)) &&
        flow_.Parallel(one.node, other.node)) {
      Report(place, one, other);
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
    // If properties of the run are known, two different texts such as `${out}` and `/data/out` may
    // be the same path. The message then quotes both texts.
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
                  (both_delete ? ": one of the two actions may delete what the job of the other "
                                 "action has written"
                               : ": the order may differ from run to run"))
        .notes.push_back(subject_.reporter.Note(first.range, "the other use is here"));
  }

  const Subject& subject_;
  const Flow& flow_;
  std::map<std::string_view, Place> places_;
  std::vector<const UsedPath*> paths_;
  /// Pairs of nodes that were reported.
  std::set<std::pair<std::uint32_t, std::uint32_t>> reported_;
  Budget pairs_{2'000'000};
};

}  // namespace

void CheckParallelPaths(Facts& facts) {
  if (!facts.subject().hir().unpaired_joins) {
    ParallelPaths(facts).Check();
  }
}

}  // namespace hpdl::analysis
