#include "compiler/sema/token_flow.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace hpdl::sema {
namespace {

using ast::NodeType;

constexpr std::size_t kMaxSteps = 20'000'000;  // a quarter of a second

/// A key that two branches of a fork put, with one of the calls in each.
struct Contested {
  std::uint32_t fork = kNoNode;
  std::uint32_t join = kNoNode;
  const TokenUse* one = nullptr;
  const TokenUse* other = nullptr;
};

class TokenFlow {
 public:
  TokenFlow(const Graph& graph, const TokenUses& uses, const Reporter& reporter)
      : graph_(graph), uses_(uses), reporter_(reporter), size_(graph.workflow->nodes.size()) {
    FindPredecessors();
    FindPuts();
    for (std::uint32_t n = 0; n < size_; ++n) {
      if (graph_.reachable[n] && graph_.node(n).type == NodeType::kFork && !puts_.empty()) {
        FindContested(n);
      }
    }
  }

  void Check() {
    for (std::uint32_t n = 0; n < size_ && steps_ < kMaxSteps; ++n) {
      if (graph_.reachable[n] && uses_.first[n] != uses_.first[n + 1]) {
        CheckNode(n);
      }
    }
  }

 private:
  using Marks = std::vector<bool>;

  void FindPredecessors() {
    first_.assign(size_ + 1, 0);
    const auto each_edge = [&](const auto& visit) {
      for (std::uint32_t n = 0; n < size_; ++n) {
        if (!graph_.reachable[n]) {
          continue;
        }
        for (const std::uint32_t target : graph_.TargetsOf(n)) {
          if (target != kNoNode) {
            visit(n, target);
          }
        }
      }
    };
    each_edge([&](std::uint32_t, std::uint32_t target) { ++first_[target + 1]; });
    for (std::size_t n = 0; n < size_; ++n) {
      first_[n + 1] += first_[n];
    }
    predecessors_.resize(first_[size_]);
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    each_edge(
        [&](std::uint32_t from, std::uint32_t target) { predecessors_[next[target]++] = from; });
  }

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
      for (std::uint32_t u = uses_.first[n]; u < uses_.first[n + 1]; ++u) {
        const TokenUse& use = uses_.uses[u];
        if (use.function->name != "token:put") {
          continue;
        }
        if (use.key) {
          puts_[*use.key].emplace_back(n, &use);
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
    Marks marks(size_);
    std::vector<std::uint32_t> open = {n};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (std::uint32_t i = first_[at]; i < first_[at + 1]; ++i, ++steps_) {
        if (!marks[predecessors_[i]]) {
          marks[predecessors_[i]] = true;
          open.push_back(predecessors_[i]);
        }
      }
    }
    steps_ += size_ / 64;
    return marks;
  }

  /// Walks what lies between a fork's path and the fork's join, which is returned.
  template <class Visit>
  std::uint32_t WalkBranch(std::uint32_t from, const Visit& visit) {
    std::uint32_t end = kNoNode;
    std::unordered_map<std::uint32_t, int> depths = {{from, 0}};
    std::vector<std::uint32_t> open = {from};
    while (!open.empty() && steps_ < kMaxSteps) {
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
        ++steps_;
        if (target != kNoNode && depths.emplace(target, depth).second) {
          open.push_back(target);
        }
      }
    }
    return end;
  }

  void FindContested(std::uint32_t fork) {
    std::unordered_map<std::string_view, std::pair<std::size_t, const TokenUse*>> seen;
    std::vector<std::pair<const TokenUse*, const TokenUse*>> pairs;
    std::uint32_t join = kNoNode;
    const auto branches = graph_.TargetsOf(fork);
    for (std::size_t branch = 0; branch < branches.size(); ++branch) {
      if (branches[branch] == kNoNode) {
        continue;
      }
      const std::uint32_t end = WalkBranch(branches[branch], [&](std::uint32_t n) {
        for (std::uint32_t u = uses_.first[n]; u < uses_.first[n + 1]; ++u) {
          const TokenUse& use = uses_.uses[u];
          if (use.function->name != "token:put" || !use.key) {
            continue;
          }
          const auto [first, added] = seen.emplace(*use.key, std::pair(branch, &use));
          if (!added && first->second.first != branch) {
            pairs.emplace_back(first->second.second, &use);
          }
        }
      });
      join = end == kNoNode ? join : end;
    }
    for (const auto& [one, other] : pairs) {
      if (join != kNoNode) {
        contested_.emplace(*one->key, Contested{fork, join, one, other});
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
    for (std::uint32_t u = uses_.first[n]; u < uses_.first[n + 1]; ++u) {
      const TokenUse& use = uses_.uses[u];
      const bool reads_key =
          use.function->name == "token:get" && use.key && use.function->arguments.size() == 1;
      if (!use.node && !reads_key) {
        continue;
      }
      if (before.empty()) {
        before = Before(n);
      }
      if (use.node) {
        CheckNodeNamed(n, use, before);
      } else if (!MayPut(n, *use.key, [&](std::uint32_t at) { return before[at]; })) {
        reporter_.Emit(DiagnosticKind::kTokenKeyNotPut, use.range,
                       "no node that may come before '" + graph_.node(n).name.text +
                           "' puts the key '" + *use.key + "', so this is always null");
      } else {
        CheckContested(n, use, before);
      }
    }
  }

  void CheckNodeNamed(std::uint32_t n, const TokenUse& use, const Marks& before) {
    const auto found = graph_.names.find(*use.node);
    if (found == graph_.names.end() || found->second == n || before[found->second]) {
      return;
    }
    const ast::Node& named = graph_.node(found->second);
    reporter_
        .Emit(DiagnosticKind::kTokenNodeNotBefore, use.range,
              "no path leads from node '" + *use.node + "' to '" + graph_.node(n).name.text +
                  "', so nothing that it puts is seen here")
        .notes.push_back(reporter_.Note(named.range, "the node is here"));
  }

  void CheckContested(std::uint32_t n, const TokenUse& use, const Marks& before) {
    const auto [begin, end] = contested_.equal_range(*use.key);
    for (auto it = begin; it != end; ++it) {
      const Contested& contested = it->second;
      const auto after_join = [&](std::uint32_t at) {
        return before[at] && Before(at)[contested.join];
      };
      if (!before[contested.join] || MayPut(n, *use.key, after_join)) {
        continue;
      }
      Diagnostic& warning = reporter_.Emit(
          DiagnosticKind::kTokenUndetermined, use.range,
          "several branches of fork '" + graph_.node(contested.fork).name.text + "' put the key '" +
              *use.key + "'; which value is the last one is not determined");
      warning.notes.push_back(reporter_.Note(contested.one->range, "one branch puts it here"));
      warning.notes.push_back(reporter_.Note(contested.other->range, "another one here"));
      return;
    }
  }

  const Graph& graph_;
  const TokenUses& uses_;
  const Reporter& reporter_;
  std::size_t size_;
  std::size_t steps_ = 0;
  std::vector<std::uint32_t> first_;  ///< as Graph::first, of `predecessors_`
  std::vector<std::uint32_t> predecessors_;
  std::unordered_map<std::string, std::vector<std::pair<std::uint32_t, const TokenUse*>>> puts_;
  std::vector<std::uint32_t> any_key_;  ///< nodes that put keys which are not literals
  std::vector<std::uint32_t> outputs_;  ///< actions whose output may become part of the token
  std::unordered_multimap<std::string, Contested> contested_;
};

}  // namespace

void CheckTokenFlow(const Graph& graph, const TokenUses& uses, const Reporter& reporter) {
  if (!uses.uses.empty()) {
    TokenFlow(graph, uses, reporter).Check();
  }
}

}  // namespace hpdl::sema
