#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/analysis/guarded_reads.h"
#include "compiler/base/markup.h"

namespace hpdl::analysis {
namespace {

using ast::NodeType;
using sema::Call;
using stdlib::Asks;

constexpr std::uint32_t kEndTag = 2;  // the length of "</"

Message QuotedName(const ast::Node& node) {
  return Quoted(node.name.text);
}

/// Returns the index of the element that makes the action capture its output. If the declared body
/// has no such element, returns the number of elements.
std::uint32_t CaptureField(const ast::Node& node) {
  const auto elements = node.kind->decl->shapes[node.shape].body->elements;
  const auto found = std::find_if(elements.begin(), elements.end(), [](const auto& element) {
    return element.role == stdlib::ElementRole::kCapturesOutput;
  });
  return static_cast<std::uint32_t>(found - elements.begin());
}

bool Captures(const ast::Node& node, std::uint32_t field) {
  return std::any_of(node.body.children.begin(), node.body.children.end(),
                     [&](const ast::Argument& child) { return child.field == field; });
}

/// Returns a fix that adds <capture-output/> as the last element of the action's body. The element
/// gets its own line if the end tag has its own line. Returns nullopt if the element cannot be
/// added there.
std::optional<Fix> CaptureFix(const ast::Node& node, std::uint32_t field,
                              const SourceBuffer& source) {
  const std::string_view text = source.text();
  const Range end_name = FindWholeElement(text, node.body.range.begin).end_name;
  const auto elements = node.kind->decl->shapes[node.shape].body->elements;
  if (end_name.empty() || field + 1 != elements.size()) {
    return std::nullopt;
  }
  const std::string_view written = source.Slice(node.kind_range);
  const std::string prefix(written.substr(0, written.find(':') + 1));
  std::string element = "<" + prefix + std::string(elements[field].name) + "/>";
  std::uint32_t at = end_name.begin - kEndTag;
  const std::uint32_t line = source.LineStart(at);
  const bool own_line = text.substr(line, at - line).find_first_not_of(" \t") == std::string::npos;
  if (own_line && line > 0 && !node.body.children.empty()) {
    const std::uint32_t child = node.body.children.front().range.begin;
    const std::uint32_t child_line = source.LineStart(child);
    const std::string_view indent = text.substr(child_line, child - child_line);
    if (indent.find_first_not_of(" \t") == std::string::npos) {
      const bool crlf = line > 1 && text[line - 2] == '\r';
      element = std::string(indent) + element + (crlf ? "\r\n" : "\n");
      at = line;
    }
  }
  return Fix{.title = "capture the output of " + QuotedName(node), .edits = {{{at, at}, element}}};
}

/// Returns the words that a message uses for the data that a call reads from a node.
std::string_view WhatIsRead(const Call& call) {
  return call.function->asks == Asks::kJob ? "the Hadoop job" : "the output";
}

class Outputs {
 public:
  explicit Outputs(Facts& facts)
      : facts_(facts),
        subject_(facts.subject()),
        graph_(subject_.graph()),
        reporter_(subject_.reporter) {}

  void Check() {
    for (const std::uint32_t n : graph_.order) {
      reported_.clear();
      is_error_message_ = IsErrorMessage(n);
      for (const Call& call : subject_.checked.calls.Of(n)) {
        CheckCall(n, call);
      }
    }
  }

 private:
  void CheckCall(std::uint32_t reader, const Call& call) {
    const Call::Literal* named = call.function->asks == Asks::kNothing ? nullptr : call.Node();
    const auto found = named == nullptr ? graph_.names.end() : graph_.names.find(named->text);
    if (found == graph_.names.end() || reported_.contains(found->second)) {
      return;
    }
    const std::uint32_t node = found->second;
    const bool said =
        call.function->asks == Asks::kJob ? CheckJob(node, call) : CheckCaptured(node, call);
    if (said || (!subject_.hir().unpaired_joins && CheckRun(reader, node, call))) {
      reported_.insert(node);
    }
  }

  static Message Describe(const ast::Node& node) {
    return node.type == NodeType::kAction
               ? "an action of kind " + Message::Words(node.kind->decl->name)
               : Message("not an action");
  }

  Diagnostic& Warn(DiagnosticKind kind, const Call& call, std::uint32_t node, Message text) {
    Diagnostic& warning = reporter_.Emit(kind, call.range, std::move(text));
    warning.notes.push_back(reporter_.Note(graph_.node(node).name.range, "the node is here"));
    return warning;
  }

  bool CheckJob(std::uint32_t n, const Call& call) {
    const ast::Node& node = graph_.node(n);
    if (node.type == NodeType::kAction &&
        (node.kind->decl->map_reduce || node.kind->decl->counters)) {
      return false;
    }
    Warn(DiagnosticKind::kNoHadoopJob, call, n,
         QuotedName(node) + " is " + Describe(node) + ", and " +
             Message::Words(call.function->name) +
             " reads only MapReduce jobs, so it returns an empty value here");
    return true;
  }

  bool CheckCaptured(std::uint32_t n, const Call& call) {
    const ast::Node& node = graph_.node(n);
    if (node.type != NodeType::kAction || !node.kind->decl->produces_data) {
      Warn(DiagnosticKind::kOutputNotCaptured, call, n,
           QuotedName(node) + " is " + Describe(node) +
               " and has no output, so this value is always empty");
      return true;
    }
    const std::uint32_t field = CaptureField(node);
    if (field == node.kind->decl->shapes[node.shape].body->elements.size() ||
        Captures(node, field)) {
      return false;
    }
    Diagnostic& warning =
        Warn(DiagnosticKind::kOutputNotCaptured, call, n,
             "the output of " + QuotedName(node) + " is read here but not captured, so this " +
                 "value is always empty; add <capture-output/> to that action");
    warning.fix = CaptureFix(node, field, *reporter_.source);
    return true;
  }

  bool CheckRun(std::uint32_t reader, std::uint32_t node, const Call& call) {
    if (!graph_.reachable[node]) {
      return true;  // the warning UnreachableNode reports this node
    }
    if (reader == node && IsInOnFinish(graph_.node(reader), call)) {
      return false;  // the action has ended
    }
    if (facts_.flow().AlwaysBefore(node, reader) ||
        (SurvivesError(call) && HasAlwaysEnded(node, reader))) {
      return false;
    }
    const bool never = IsNeverThere(reader, node, call);
    // If a value in an error message is missing only in some runs, it gets no warning, because a
    // gap in the message does no harm. A value that is missing in every run gets a warning.
    if (is_error_message_ && !never) {
      return true;
    }
    if (!guarded_reads_) {
      guarded_reads_.emplace(facts_);
    }
    if (!never &&
        (call.conditional || guarded_reads_->IsGuarded(reader, node, SurvivesError(call)))) {
      return false;
    }
    Warn(DiagnosticKind::kOutputMayBeMissing, call, node, WhyMissing(reader, node, call));
    return true;
  }

  /// True for a kill node, and for an action that reads which node failed (usually an email
  /// action).
  bool IsErrorMessage(std::uint32_t n) const {
    const auto calls = subject_.checked.calls.Of(n);
    const NodeType type = graph_.node(n).type;
    return type == NodeType::kKill ||
           (type == NodeType::kAction &&
            std::any_of(calls.begin(), calls.end(), [&](const Call& call) {
              return call.function->role == stdlib::FunctionRole::kErrorNode &&
                     !IsInOnFinish(graph_.node(n), call);
            }));
  }

  /// True if the data is also there after an error of its node. In HWS, a Hadoop job that failed
  /// has a state and counters. Oozie sets the counters only if the action ends with OK.
  bool SurvivesError(const Call& call) const {
    return call.function->asks == Asks::kJob && subject_.workflow.dialect != ast::Dialect::kOozie;
  }

  /// True if the node has ended before the reader begins on every path, with or without an error.
  bool HasAlwaysEnded(std::uint32_t node, std::uint32_t reader) const {
    return reader != node && !facts_.flow().Parallel(node, reader) &&
           !facts_.flow().MayMiss(node, reader, Flow::Missed::kSkipped,
                                  [](std::uint32_t) { return false; });
  }

  /// True if the data is missing in every run that comes to the reader. Output is there after the
  /// ok transition.
  bool IsNeverThere(std::uint32_t reader, std::uint32_t node, const Call& call) {
    const std::uint32_t begin = SurvivesError(call) ? node : graph_.TargetsOf(node)[0];
    return reader == node ||
           (!facts_.flow().Parallel(node, reader) && facts_.flow().NeverBefore(begin, reader));
  }

  Message WhyMissing(std::uint32_t reader, std::uint32_t node, const Call& call) {
    const std::string_view what = WhatIsRead(call);
    const bool needs_ok = !SurvivesError(call) && graph_.node(node).type == NodeType::kAction;
    const Message it = QuotedName(graph_.node(node));
    const Message here = QuotedName(graph_.node(reader));
    const Message of_it = Message::Words(what) + " of " + it;
    if (reader == node) {
      return it + " reads " + Message::Words(what) +
             " of this same action, before the action has ended";
    }
    if (facts_.flow().Parallel(node, reader)) {
      return of_it + " may be missing here: " + it + " and " + here +
             " are in different branches and run at the same time";
    }
    if (facts_.flow().NeverBefore(node, reader)) {
      return of_it + " is always missing here: no path leads from " + it + " to " + here;
    }
    if (IsNeverThere(reader, node, call)) {
      return of_it + " is missing here: only the error transition of " + it + " leads to " + here;
    }
    return of_it + " may be missing here: not every path to " + here + " leads through " + it +
           (needs_ok ? " and its ok transition" : "");
  }

  Facts& facts_;
  const Subject& subject_;
  const sema::Graph& graph_;
  const Reporter& reporter_;
  std::optional<GuardedReads> guarded_reads_;   ///< empty until it is first needed
  std::unordered_set<std::uint32_t> reported_;  ///< nodes that were reported for the current reader
  /// True if IsErrorMessage() is true for the current reader.
  bool is_error_message_ = false;
};

}  // namespace

void CheckOutputs(Facts& facts) {
  const std::vector<Call>& calls = facts.subject().checked.calls.all;
  if (std::any_of(calls.begin(), calls.end(),
                  [](const Call& call) { return call.function->asks != Asks::kNothing; })) {
    Outputs(facts).Check();
  }
}

}  // namespace hpdl::analysis
