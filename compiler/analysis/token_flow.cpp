#include <algorithm>
#include <string>
#include <unordered_map>

#include "compiler/analysis/analyses.h"
#include "compiler/base/budget.h"

namespace hpdl::analysis {
namespace {

using sema::Call;
using stdlib::FunctionRole;

/// A call that puts a key, and the node of the call.
struct Put {
  std::uint32_t node = 0;
  const Call* call = nullptr;
};

/// Calls in two branches of a fork that put the same key.
struct Contested {
  std::uint32_t fork = 0;
  const Call* one = nullptr;
  const Call* other = nullptr;
};

class TokenFlow {
 public:
  explicit TokenFlow(Facts& facts)
      : graph_(facts.subject().graph()),
        calls_(facts.subject().checked.calls),
        reporter_(facts.subject().reporter),
        flow_(facts.flow()) {
    for (const std::uint32_t n : graph_.order) {
      const ast::Node& node = graph_.node(n);
      if (node.type == ast::NodeType::kAction &&
          (node.kind == nullptr || node.kind->decl->produces_data)) {
        outputs_.push_back(n);
      }
      FindPuts(n);
    }
    for (const auto& [key, puts] : puts_) {
      FindContested(key, puts);
    }
  }

  void Check() {
    for (const std::uint32_t n : graph_.order) {
      for (const Call& call : calls_.Of(n)) {
        if (steps_.IsUsedUp() || flow_.IsUsedUp()) {
          return;
        }
        const FunctionRole role = call.function->role;
        if (role == FunctionRole::kTokenOfNode && call.Node() != nullptr) {
          CheckNodeNamed(n, call, call.Node()->text);
        } else if (role == FunctionRole::kTokenGet && call.At(0) != nullptr) {
          CheckKey(n, call, call.At(0)->text);
        }
      }
    }
  }

 private:
  void FindPuts(std::uint32_t n) {
    for (const Call& call : calls_.Of(n)) {
      if (call.function->role != FunctionRole::kTokenPut) {
        continue;
      }
      if (const Call::Literal* key = call.At(0)) {
        puts_[key->text].push_back({n, &call});
      } else if (any_key_.empty() || any_key_.back() != n) {
        any_key_.push_back(n);
      }
    }
  }

  /// Adds one pair of calls for each fork, because further pairs would say the same.
  void FindContested(const std::string& key, const std::vector<Put>& puts) {
    std::vector<Contested>& contested = contested_[key];
    Budget pairs(100'000);
    for (std::size_t i = 1; i < puts.size(); ++i) {
      for (std::size_t j = 0; j < i && pairs.Take(); ++j) {
        if (!flow_.Parallel(puts[j].node, puts[i].node)) {
          continue;
        }
        const std::uint32_t fork = flow_.ForkOf(puts[j].node, puts[i].node);
        if (flow_.JoinOf(fork) != sema::kNoNode &&
            std::none_of(contested.begin(), contested.end(),
                         [&](const Contested& known) { return known.fork == fork; })) {
          contested.push_back({fork, puts[j].call, puts[i].call});
        }
      }
    }
  }

  bool MayBeBefore(std::uint32_t a, std::uint32_t b) {
    return !steps_.Take() || (a != b && !flow_.NeverBefore(a, b));
  }

  /// True if a node for which `test` holds may put the key. The reader itself counts if it calls
  /// token:put. Its captured output does not count, because the output comes after the reads.
  template <class Test>
  bool MayPut(std::uint32_t reader, const std::string& key, const Test& test) const {
    const auto here_or = [&](std::uint32_t n) { return n == reader || test(n); };
    const auto found = puts_.find(key);
    return std::any_of(outputs_.begin(), outputs_.end(), test) ||
           std::any_of(any_key_.begin(), any_key_.end(), here_or) ||
           (found != puts_.end() && std::any_of(found->second.begin(), found->second.end(),
                                                [&](const Put& put) { return here_or(put.node); }));
  }

  void CheckKey(std::uint32_t n, const Call& call, const std::string& key) {
    if (MayPut(n, key, [&](std::uint32_t at) { return MayBeBefore(at, n); })) {
      CheckContested(n, call, key);
    } else {
      reporter_.Emit(DiagnosticKind::kTokenKeyNotPut, call.range,
                     "no node that may come before " + Quoted(graph_.node(n).name.text) +
                         " puts the key " + Quoted(key) + ", so this value is always null");
    }
  }

  void CheckNodeNamed(std::uint32_t n, const Call& call, const std::string& name) {
    const auto found = graph_.names.find(name);
    if (found == graph_.names.end() || found->second == n ||
        (graph_.reachable[found->second] && MayBeBefore(found->second, n))) {
      return;
    }
    const ast::Node& named = graph_.node(found->second);
    reporter_
        .Emit(DiagnosticKind::kTokenNodeNotBefore, call.range,
              "no path leads from node " + Quoted(name) + " to " +
                  Quoted(graph_.node(n).name.text) +
                  ", so the values that the node puts cannot be read here")
        .notes.push_back(reporter_.Note(named.range, "the node is here"));
  }

  void CheckContested(std::uint32_t n, const Call& call, const std::string& key) {
    for (const Contested& contested : contested_[key]) {
      const std::uint32_t join = flow_.JoinOf(contested.fork);
      const auto in_between = [&](std::uint32_t at) {
        return MayBeBefore(join, at) && MayBeBefore(at, n);
      };
      if (!MayBeBefore(join, n) || MayPut(n, key, in_between) || steps_.IsUsedUp() ||
          flow_.IsUsedUp()) {
        continue;
      }
      Diagnostic& warning = reporter_.Emit(
          DiagnosticKind::kTokenUndetermined, call.range,
          "several branches of fork " + Quoted(graph_.node(contested.fork).name.text) +
              " put the key " + Quoted(key) + "; it is not determined which value comes last");
      warning.notes.push_back(reporter_.Note(contested.one->range, "one branch puts it here"));
      warning.notes.push_back(
          reporter_.Note(contested.other->range, "another branch puts it here"));
      return;
    }
  }

  const sema::Graph& graph_;
  const sema::Calls& calls_;
  const Reporter& reporter_;
  const Flow& flow_;
  std::unordered_map<std::string, std::vector<Put>> puts_;  ///< puts by key
  std::unordered_map<std::string, std::vector<Contested>>
      contested_;                       ///< contested pairs of puts by key
  std::vector<std::uint32_t> any_key_;  ///< nodes that put keys which are not literals
  std::vector<std::uint32_t> outputs_;  ///< actions whose output may become part of the token
  Budget steps_{20'000'000};
};

bool ReadsToken(const Call& call) {
  return call.function->role == FunctionRole::kTokenGet ||
         call.function->role == FunctionRole::kTokenOfNode;
}

}  // namespace

void CheckTokenFlow(Facts& facts) {
  const Subject& subject = facts.subject();
  const std::vector<Call>& calls = subject.checked.calls.all;
  if (!subject.hir().unpaired_joins && std::any_of(calls.begin(), calls.end(), &ReadsToken)) {
    TokenFlow(facts).Check();
  }
}

}  // namespace hpdl::analysis
