#include "runtime/engines/workflow/args_codec.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {

/// Takes the first case whose predicate is true, or otherwise the default, which is the last case.
/// In Oozie's dialect, the row gets the values of the cases up to the taken case, as arguments. If
/// the decision already has a row, or a rerun skips the decision, the recorded transition is taken,
/// because the predicates may have different values now.
std::uint32_t JobRun::PassDecision(std::uint32_t node) {
  const hpdl_node& decision = At(node);
  if (const NodeEntry* entry = Ended(node)) {
    if (entry->row.state != NodeState::kOk) {
      Finish(JobState::kFailed, entry->row.error_code, entry->row.error_message);
      return kStop;
    }
    for (std::uint32_t i = 0; i < decision.edge_count; ++i) {
      if (TransitionName(decision.edges[i]) == entry->row.transition) {
        return decision.edges[i].target;
      }
    }
    Finish(JobState::kFailed, "E0721",
           "decision '" + entry->row.node + "' took the transition '" + entry->row.transition +
               "', which the program that runs the job does not have");
    return kStop;
  }
  const hpdl_edge* taken = nullptr;
  ActionArguments cases;
  for (std::uint32_t i = 0; taken == nullptr && i < decision.edge_count; ++i) {
    const hpdl_edge& edge = decision.edges[i];
    Result<bool> holds = true;
    if (edge.when != HPDL_NONE) {
      ArgNode& value = cases.root.children.emplace_back();
      holds = view_.Predicate(edge.when, ToView(decision.name), &value.text);
    }
    if (!holds && MustAsk(node)) {
      return kAsk;
    }
    if (!holds) {
      FailAt(node, holds.error());
      return kStop;
    }
    taken = *holds ? &edge : nullptr;
  }
  if (taken == nullptr) {
    FailAt(node, {ErrorClass::kFatal, "E0721",
                  "decision '" + std::string(ToView(decision.name)) +
                      "' has no case whose predicate is true, and no default"});
    return kStop;
  }
  view_.ForgetAnswers(ToView(decision.name));
  NodeEntry& entry = Begin(node);
  entry.row.transition = TransitionName(*taken);
  if (view_.workflow().dialect == HPDL_DIALECT_OOZIE) {
    entry.row.arguments = EncodeArguments(cases);
  }
  Write(entry, NodeState::kOk);
  return taken->target;
}

}  // namespace hpdl::rt
