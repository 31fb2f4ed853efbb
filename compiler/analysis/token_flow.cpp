#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "compiler/analysis/analyses.h"
#include "compiler/base/budget.h"

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using sema::Call;
using sema::kNoNode;

constexpr std::uint64_t kMaxFlowSteps = 20'000'000;  // a quarter of a second

/// A key that two branches of a fork put, with one of the calls in each.
struct Contested {
  std::uint32_t fork = kNoNode;
  std::uint32_t join = kNoNode;
  const Call* one = nullptr;
  const Call* other = nullptr;
};

bool IsPut(const Call& call) {
  return call.function->name == "token:put";
}

bool IsTokenCall(const Call& call) {
  return call.function->name.starts_with("token:");
}

class TokenFlow {
 public:
  explicit TokenFlow(Facts& facts)
      : graph_(facts.subject().graph()),
        calls_(facts.subject().checked.calls),
        reporter_(facts.subject().reporter),
        predecessors_(facts.predecessors()),
        size_(graph_.workflow->nodes.size()) {
    FindPuts();
    for (std::uint32_t n = 0; n < size_; ++n) {
      if (graph_.reachable[n] && graph_.node(n).type == NodeType::kFork && !puts_.empty()) {
        FindContested(n);
      }
    }
  }

  void Check() {
    for (std::uint32_t n = 0; n < size_ && !budget_.IsUsedUp(); ++n) {
      if (graph_.reachable[n]) {
        CheckNode(n);
      }
    }
  }

 private:
  using Marks = std::vector<bool>;

  void FindPuts() {
    for (std::uint32_t n = 0; n < size_; ++n) {
      if (!graph_.reachable[n]) {
        continue;
      }
      const ast::Node& node = graph_.node(n);
      if (node.type == NodeType::kAction &&
          (node.kind == nullptr || node.kind->decl->produces_data)) {
        outputs_.push_back(n);
      }
      bool any_key = false;
      for (const Call& call : calls_.Of(n)) {
        if (!IsPut(call)) {
          continue;
        }
        if (const Call::Literal* key = call.At(0)) {
          puts_[key->text].emplace_back(n, &call);
        } else {
          any_key = true;
        }
      }
      if (any_key) {
        any_key_.push_back(n);
      }
    }
  }

  /// Marks the nodes that can be passed on the way from start to `n`, without it.
  Marks Before(std::uint32_t n) {
    return MarkAll(n, [this](std::uint32_t at) { return predecessors_.Of(at); });
  }

  /// Marks the nodes that can be passed after `n`.
  Marks After(std::uint32_t n) {
    return MarkAll(n, [this](std::uint32_t at) { return graph_.TargetsOf(at); });
  }

  template <class Next>
  Marks MarkAll(std::uint32_t from, const Next& next_of) {
    Marks marks(size_);
    std::vector<std::uint32_t> open = {from};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const std::uint32_t next : next_of(at)) {
        budget_.Take();
        if (next != kNoNode && !marks[next]) {
          marks[next] = true;
          open.push_back(next);
        }
      }
    }
    budget_.Take(size_ / 64);
    return marks;
  }

  /// Walks what lies between a fork's path and the fork's join, which is returned.
  template <class Visit>
  std::uint32_t WalkBranch(std::uint32_t from, const Visit& visit) {
    std::uint32_t end = kNoNode;
    std::unordered_map<std::uint32_t, int> depths = {{from, 0}};
    std::vector<std::uint32_t> open = {from};
    while (!open.empty() && !budget_.IsUsedUp()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      int depth = depths[at];
      const NodeType type = graph_.node(at).type;
      if (type == NodeType::kJoin && depth-- == 0) {
        end = at;
        continue;
      }
      visit(at);
      depth += type == NodeType::kFork ? 1 : 0;
      for (const std::uint32_t target : graph_.TargetsOf(at)) {
        budget_.Take();
        if (target != kNoNode && depths.emplace(target, depth).second) {
          open.push_back(target);
        }
      }
    }
    return end;
  }

  /// One pair of calls a key: the next ones would say the same.
  void FindContested(std::uint32_t fork) {
    std::unordered_map<std::string_view, std::pair<std::size_t, const Call*>> seen;
    std::unordered_set<std::string_view> paired;
    std::vector<std::pair<const Call*, const Call*>> pairs;
    std::uint32_t join = kNoNode;
    const auto branches = graph_.TargetsOf(fork);
    for (std::size_t branch = 0; branch < branches.size(); ++branch) {
      if (branches[branch] == kNoNode) {
        continue;
      }
      const std::uint32_t end = WalkBranch(branches[branch], [&](std::uint32_t n) {
        for (const Call& call : calls_.Of(n)) {
          budget_.Take();
          const Call::Literal* key = IsPut(call) ? call.At(0) : nullptr;
          if (key == nullptr) {
            continue;
          }
          const auto [first, added] = seen.emplace(key->text, std::pair(branch, &call));
          if (!added && first->second.first != branch && paired.insert(key->text).second) {
            pairs.emplace_back(first->second.second, &call);
          }
        }
      });
      join = end == kNoNode ? join : end;
    }
    for (const auto& [one, other] : pairs) {
      if (join != kNoNode) {
        contested_[one->At(0)->text].push_back({fork, join, one, other});
      }
    }
  }

  /// Whether a node for which `test` holds may put the key; the reader itself may by token:put, but
  /// its output comes after what it reads.
  template <class Test>
  bool MayPut(std::uint32_t reader, const std::string& key, const Test& test) const {
    const auto here_or = [&](std::uint32_t n) { return n == reader || test(n); };
    const auto found = puts_.find(key);
    return std::any_of(outputs_.begin(), outputs_.end(), test) ||
           std::any_of(any_key_.begin(), any_key_.end(), here_or) ||
           (found != puts_.end() &&
            std::any_of(found->second.begin(), found->second.end(),
                        [&](const auto& put) { return here_or(put.first); }));
  }

  void CheckNode(std::uint32_t n) {
    Marks before;
    for (const Call& call : calls_.Of(n)) {
      if (budget_.IsUsedUp()) {
        return;
      }
      const bool reads_key =
          call.function->name == "token:get" && call.function->arguments.size() == 1;
      const Call::Literal* named = IsTokenCall(call) ? call.Node() : nullptr;
      const Call::Literal* key = reads_key ? call.At(0) : nullptr;
      if (named == nullptr && key == nullptr) {
        continue;
      }
      if (before.empty()) {
        before = Before(n);
      }
      if (named != nullptr) {
        CheckNodeNamed(n, call, named->text, before);
      } else {
        CheckKey(n, call, key->text, before);
      }
    }
  }

  void CheckKey(std::uint32_t n, const Call& call, const std::string& key, const Marks& before) {
    const auto is_before = [&](std::uint32_t at) {
      budget_.Take();
      return before[at];
    };
    if (MayPut(n, key, is_before)) {
      CheckContested(n, call, key, before);
      return;
    }
    reporter_.Emit(DiagnosticKind::kTokenKeyNotPut, call.range,
                   "no node that may come before " + Quoted(graph_.node(n).name.text) +
                       " puts the key " + Quoted(key) + ", so this is always null");
  }

  void CheckNodeNamed(std::uint32_t n, const Call& call, const std::string& name,
                      const Marks& before) {
    const auto found = graph_.names.find(name);
    if (found == graph_.names.end() || found->second == n || before[found->second]) {
      return;
    }
    const ast::Node& named = graph_.node(found->second);
    reporter_
        .Emit(DiagnosticKind::kTokenNodeNotBefore, call.range,
              "no path leads from node " + Quoted(name) + " to " +
                  Quoted(graph_.node(n).name.text) + ", so nothing that it puts is seen here")
        .notes.push_back(reporter_.Note(named.range, "the node is here"));
  }

  void CheckContested(std::uint32_t n, const Call& call, const std::string& key,
                      const Marks& before) {
    const auto found = contested_.find(key);
    if (found == contested_.end()) {
      return;
    }
    for (const Contested& contested : found->second) {
      if (budget_.IsUsedUp()) {
        return;
      }
      budget_.Take();
      if (!before[contested.join]) {
        continue;
      }
      Marks& after = after_[contested.join];
      if (after.empty()) {
        after = After(contested.join);
      }
      const auto in_between = [&](std::uint32_t at) {
        budget_.Take();
        return before[at] && after[at];
      };
      if (MayPut(n, key, in_between)) {
        continue;
      }
      Diagnostic& warning = reporter_.Emit(
          DiagnosticKind::kTokenUndetermined, call.range,
          "several branches of fork " + Quoted(graph_.node(contested.fork).name.text) +
              " put the key " + Quoted(key) + "; which value is the last one is not determined");
      warning.notes.push_back(reporter_.Note(contested.one->range, "one branch puts it here"));
      warning.notes.push_back(reporter_.Note(contested.other->range, "another one here"));
      return;
    }
  }

  const sema::Graph& graph_;
  const sema::Calls& calls_;
  const Reporter& reporter_;
  const Predecessors& predecessors_;
  std::size_t size_;
  Budget budget_{kMaxFlowSteps};
  std::unordered_map<std::string, std::vector<std::pair<std::uint32_t, const Call*>>> puts_;
  std::vector<std::uint32_t> any_key_;  ///< nodes that put keys which are not literals
  std::vector<std::uint32_t> outputs_;  ///< actions whose output may become part of the token
  std::unordered_map<std::string, std::vector<Contested>> contested_;  ///< by key
  std::unordered_map<std::uint32_t, Marks> after_;                     ///< of joins
};

}  // namespace

void CheckTokenFlow(Facts& facts) {
  const Subject& subject = facts.subject();
  const std::vector<Call>& calls = subject.checked.calls.all;
  if (!subject.hir().unpaired_joins && std::any_of(calls.begin(), calls.end(), &IsTokenCall)) {
    TokenFlow(facts).Check();
  }
}

}  // namespace hpdl::analysis
