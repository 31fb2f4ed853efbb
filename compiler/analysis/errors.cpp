#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using sema::Call;
using stdlib::ArgumentRole;
using stdlib::PathUse;
using stdlib::Repeat;

/// True if no later node needs a result of the action: the action changes no files, although it may
/// delete files, and nothing reads its captured output.
bool LeavesNothing(const ast::Node& node, bool is_read) {
  bool nothing = true;
  ForEachArgument(node.body, BodyOf(node), [&](const Declared& part) {
    if (part.element == nullptr) {
      return;
    }
    const PathUse path = part.element->path;
    const bool captures = part.element->content == stdlib::Content::kFlag;
    const bool is_command = part.element->type != nullptr && path != PathUse::kNone;
    nothing = nothing && !(captures && is_read) && path != PathUse::kWrites &&
              (!is_command || path == PathUse::kDeletes);
  });
  return nothing;
}

class Errors {
 public:
  explicit Errors(const Subject& subject) : subject_(subject), graph_(subject.graph()) {
    const std::size_t nodes = graph_.workflow->nodes.size();
    regular_.assign(nodes, false);
    told_.assign(nodes, false);
    NoteReads();
    regular_[graph_.start] = true;
    for (const std::uint32_t n : graph_.order) {
      for (const std::uint32_t target : WithoutError(n)) {
        regular_[target] = regular_[target] || regular_[n];
      }
    }
    for (auto n = graph_.order.rbegin(); n != graph_.order.rend(); ++n) {
      const auto targets = WithoutError(*n);
      told_[*n] = graph_.node(*n).type == NodeType::kKill || Looks(*n) ||
                  std::any_of(targets.begin(), targets.end(),
                              [this](std::uint32_t target) { return told_[target]; }) ||
                  Handles(*n);
    }
  }

  void Check() const {
    for (const std::uint32_t n : graph_.order) {
      const ast::Node& node = graph_.node(n);
      if (node.type == NodeType::kAction && node.edges.size() > 1 && regular_[n] &&
          !told_[graph_.TargetsOf(n)[1]] && !MayFailWithoutHarm(node) && !Keeps(n)) {
        Report(n);
      }
    }
  }

 private:
  /// Returns the targets of a node's transitions, without the error transition of an action.
  std::span<const std::uint32_t> WithoutError(std::uint32_t n) const {
    const auto targets = graph_.TargetsOf(n);
    return graph_.node(n).type == NodeType::kAction ? targets.first(1) : targets;
  }

  static bool HasNode(const stdlib::FunctionDecl& function) {
    return std::any_of(function.arguments.begin(), function.arguments.end(),
                       [](const auto& argument) { return argument.role == ArgumentRole::kNode; });
  }

  static bool AsksHowANodeEnded(const Call& call) {
    const stdlib::FunctionDecl& function = *call.function;
    return function.role == stdlib::FunctionRole::kErrorNode ||
           (HasNode(function) && function.asks == stdlib::Asks::kNothing);
  }

  /// True if the <on-finish> of the node reads how a node ended, so that the token keeps it.
  bool Keeps(std::uint32_t n) const {
    const auto calls = subject_.checked.calls.Of(n);
    return std::any_of(calls.begin(), calls.end(), [&](const Call& call) {
      return IsInOnFinish(graph_.node(n), call) && AsksHowANodeEnded(call);
    });
  }

  /// True if the node reads how other nodes ended, for example with wf:lastErrorNode(). Also true
  /// for a decision that reads outputs or files.
  bool Looks(std::uint32_t n) const {
    const bool decides = graph_.node(n).type == NodeType::kDecision;
    const auto looks = [&](const Call& call) {
      const stdlib::FunctionDecl& function = *call.function;
      return !IsInOnFinish(graph_.node(n), call) &&
             (AsksHowANodeEnded(call) || (decides && HasNode(function)) ||
              (decides && (function.effects & stdlib::kWorld) != 0));
    };
    const auto calls = subject_.checked.calls.Of(n);
    return std::any_of(calls.begin(), calls.end(), looks);
  }

  /// True if the node is an action that runs only after an error, for example to send a message or
  /// to do the work differently. For an action that only deletes files, `told_` must also be true
  /// for the target of its error transition.
  bool Handles(std::uint32_t n) const {
    const ast::Node& node = graph_.node(n);
    if (node.type != NodeType::kAction || regular_[n]) {
      return false;
    }
    const bool tidies = node.kind->decl->repeat == Repeat::kSafe && MayFailWithoutHarm(node);
    return !tidies || (node.edges.size() > 1 && told_[graph_.TargetsOf(n)[1]]);
  }

  /// True for actions that only send a message or a request, or delete files. A failure of these
  /// actions does no harm.
  bool MayFailWithoutHarm(const ast::Node& node) const {
    const stdlib::KindDecl& kind = *node.kind->decl;
    const bool known = kind.repeat == Repeat::kTwice || kind.repeat == Repeat::kSafe;
    return known && LeavesNothing(node, any_is_read_ || read_.contains(node.name.text));
  }

  void NoteReads() {
    for (const Call& call : subject_.checked.calls.all) {
      if (call.function->asks != stdlib::Asks::kOutput) {
        continue;
      }
      if (const Call::Literal* named = call.Node()) {
        read_.insert(named->text);
      } else {
        any_is_read_ = true;
      }
    }
  }

  void Report(std::uint32_t n) const {
    const ast::Node& node = graph_.node(n);
    const auto targets = graph_.TargetsOf(n);
    const Message who = Quoted(node.name.text);
    const bool same = targets[0] == targets[1];
    Diagnostic& warning = subject_.reporter.Emit(
        DiagnosticKind::kErrorLost, node.edges[1].to.range,
        same ? "the ok and error transitions of " + who + " lead to the same node " +
                   Quoted(graph_.node(targets[1]).name.text) +
                   ", and nothing checks the error: the job succeeds as if " + who +
                   " had not failed"
             : "the error of " + who +
                   " is lost: nothing checks it, and it leads only to the end of the job, " +
                   "which succeeds");
    if (same) {
      warning.notes.push_back(
          subject_.reporter.Note(node.edges[0].to.range, "the ok transition is here"));
    }
  }

  const Subject& subject_;
  const sema::Graph& graph_;
  std::vector<bool> regular_;  ///< for each node: true if a run can reach it without an error
  std::unordered_set<std::string_view> read_;  ///< names of nodes whose output is read
  bool any_is_read_ = false;  ///< true if a call with a computed name may read any node's output
  /// For each node: true if an error that leads to the node is not lost. The node is then a kill
  /// node, or it reads the error (Looks()) or handles the error (Handles()), or a path without a
  /// further error leads from the node to one of these nodes.
  std::vector<bool> told_;
};

}  // namespace

void CheckErrors(Facts& facts) {
  Errors(facts.subject()).Check();
}

}  // namespace hpdl::analysis
