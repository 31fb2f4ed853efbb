#include "runtime/engines/workflow/rerun.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>

#include "runtime/engines/workflow/job_rows.h"
#include "runtime/engines/workflow/job_sla.h"
#include "runtime/engines/workflow/job_view.h"
#include "runtime/engines/workflow/properties.h"
#include "runtime/engines/workflow/submit.h"
#include "runtime/ground/abi/node_type.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "runtime/store/lease.h"

/// A rerun is a new run (run number + 1) of an ended job. See section 10 of the Oozie specification
/// and section 12 of the HWS specification. The skipped nodes keep their rows of the last run, so
/// the engine does not run their actions again.
namespace hpdl::rt {
namespace {

constexpr const char* kSkipNodes = "oozie.wf.rerun.skip.nodes";

Error Refusal(std::string message) {
  return {ErrorClass::kError, "E0755", "Workflow Job Rerun Error: " + std::move(message)};
}

void SplitNames(std::string_view list, std::vector<std::string>* names) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    std::string_view name = list.substr(0, comma);
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    name = Trimmed(name, " \n");
    if (!name.empty()) {
      names->emplace_back(name);
    }
  }
}

/// The nodes that a rerun skips: those that ended OK, or those that the user lists.
struct Wish {
  bool failed = false;  ///< true: the nodes that ended OK
  std::vector<std::string> skip;
};

std::string Join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ",") + name;
  }
  return text;
}

/// Puts the choice of the command line into the properties of the rerun. This choice wins over the
/// choices of earlier reruns, which are among the properties of the last run. As in Oozie, an empty
/// property is no choice.
void TakeOptions(const RerunOptions& options, Properties* given, Properties* previous) {
  const bool has_options = options.failed || !options.skip.empty();
  for (const char* name : {kSkipNodes, kFailNodesProperty}) {
    if (has_options) {
      previous->erase(name);
    }
    if (const auto found = given->find(name);
        found != given->end() && Trimmed(found->second).empty()) {
      given->erase(found);
    }
  }
  if (has_options) {
    (*given)[kFailNodesProperty] = options.failed ? "true" : "false";
  }
  if (!options.skip.empty()) {
    (*given)[kSkipNodes] = Join(options.skip);
  }
}

/// Reads from the properties which nodes the rerun skips. As in Oozie, the properties of an earlier
/// rerun count too, and the user must not both list nodes and ask to run the failed nodes.
Result<Wish> WishOf(const Properties& given, const Properties& previous) {
  const auto find = [&](const char* name) {
    const auto found = given.find(name);
    const auto earlier = previous.find(name);
    return found != given.end()        ? &found->second
           : earlier != previous.end() ? &earlier->second
                                       : nullptr;
  };
  const std::string* const skip = find(kSkipNodes);
  const std::string* const failed = find(kFailNodesProperty);
  if (skip == nullptr && failed == nullptr) {
    return Refusal(std::string("name the nodes to skip (--skip, ") + kSkipNodes +
                   "), or ask for a rerun of the failed nodes (--failed, " + kFailNodesProperty +
                   ")");
  }
  Wish wish;
  wish.failed = AsksForFailedNodes(given.contains(kFailNodesProperty) ? given : previous);
  if (wish.failed && skip != nullptr) {
    return Error{ErrorClass::kError, "E0404",
                 std::string("Only one of the properties are allowed [") + kSkipNodes + " OR " +
                     kFailNodesProperty + "]"};
  }
  if (skip != nullptr) {
    SplitNames(*skip, &wish.skip);
  }
  return wish;
}

bool IsControlType(std::string_view type) {
  constexpr std::string_view kTypes[] = {"start", "end",  "kill",    "fail",
                                         "fork",  "join", "decision"};
  return std::find(std::begin(kTypes), std::end(kTypes), type) != std::end(kTypes);
}

/// Tells whether the nodes of a definition may take over records of an earlier run. The definition
/// may be another one than that of the earlier run.
class Heirs {
 public:
  explicit Heirs(const hpdl_workflow& workflow) {
    for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
      nodes_.emplace(ToView(workflow.nodes[i].name), &workflow.nodes[i]);
    }
  }
  /// True if the definition has the node and the node is of the same type, where all kinds of
  /// actions are one type. An end or kill node ends each run anew, so it takes over no record.
  bool Has(const NodeRow& row) const {
    const auto found = nodes_.find(row.node);
    if (found == nodes_.end()) {
      return false;
    }
    const hpdl_node& node = *found->second;
    switch (node.type) {
      case HPDL_END:
      case HPDL_KILL:
        return false;
      case HPDL_START:
      case HPDL_FORK:
      case HPDL_JOIN:
      case HPDL_DECISION:
        return row.type == NodeTypeName(node);
      default:
        return !IsControlType(row.type);
    }
  }

 private:
  std::unordered_map<std::string_view, const hpdl_node*> nodes_;
};

/// Returns the rows of the nodes that the rerun skips. `rows` are those of the last run. A node
/// that ended with an error can be skipped too: it then takes its error transition again, as in
/// Oozie. A node that the definition of the new run lacks, or that is of another type there, is not
/// skipped.
Result<std::vector<NodeRow>> Skipped(const Wish& wish, const std::vector<NodeRow>& rows,
                                     const hpdl_workflow& workflow) {
  const Heirs heirs(workflow);
  std::vector<NodeRow> skipped;
  std::set<std::string> names(wish.skip.begin(), wish.skip.end());
  for (const NodeRow& row : rows) {
    const bool is_named = names.erase(row.node) != 0;
    const bool is_done = row.state == NodeState::kOk || row.state == NodeState::kError;
    if (is_named && !is_done) {
      return Error{ErrorClass::kError, "E0806",
                   "Action did not complete in previous run, action [" + row.node + "]"};
    }
    if ((is_named || (wish.failed && row.state == NodeState::kOk)) && heirs.Has(row)) {
      skipped.push_back(row);
    }
  }
  if (!names.empty()) {
    return Error{
        ErrorClass::kError, "E0807",
        "Some skip actions were not executed [" + Join({names.begin(), names.end()}) + "]"};
  }
  return skipped;
}

/// Turns the rows of the last run in `next` into the rows of the new run.
void Renew(NextRun* next) {
  JobRow& row = next->job;
  ++row.run;
  row.state = JobState::kPrep;
  row.started_ms = row.ended_ms = 0;
  row.modified_ms = NowMs();
  row.error_code.clear();
  row.error_message.clear();
  row.last_error_node.clear();
  row.suspended_by.clear();
  row.group.clear();
  row.parked.reset();
  row.callback_hash.reset();
  for (NodeRow& node : next->skipped) {
    node.run = row.run;
    node.skipped = true;
    row.last_error_node = node.state == NodeState::kError ? node.node : row.last_error_node;
  }
}

}  // namespace

bool AsksForFailedNodes(const Properties& properties) {
  const auto found = properties.find(kFailNodesProperty);
  return found != properties.end() && IsInAnyCase(Trimmed(found->second), "true");
}

Result<NextRun> NextRunOf(Journal& journal, const JobRow& ended, const hpdl_workflow& workflow,
                          const RerunOptions& options, const Properties& built_in) {
  Result<Properties> previous = journal.JobProperties(ended.number, ended.run);
  HPDL_TRY(previous);
  Properties given = options.run.properties;
  TakeOptions(options, &given, &*previous);
  const Result<Wish> wish = WishOf(given, *previous);
  HPDL_TRY(wish);
  const Result<std::vector<NodeRow>> rows = journal.Nodes(ended.number, ended.run);
  HPDL_TRY(rows);
  Result<std::vector<NodeRow>> skipped = Skipped(*wish, *rows, workflow);
  HPDL_TRY(skipped);
  Result<Properties> properties =
      ResolveProperties(workflow, PropertyLayers{std::move(given), std::move(*previous), built_in});
  HPDL_TRY(properties);
  properties->try_emplace("user.name", ended.user);
  NextRun next{ended, ended, std::move(*properties), std::move(*skipped)};
  Renew(&next);
  return next;
}

Result<void> PutNextRun(Journal& journal, const NextRun& next) {
  HPDL_TRY(journal.PutEndedRun(next.ended));
  HPDL_TRY(journal.PutJob(next.job));
  HPDL_TRY(journal.PutProperties(next.job.number, next.job.run, next.properties));
  for (const NodeRow& node : next.skipped) {
    HPDL_TRY(journal.PutNode(node));
  }
  return {};
}

Result<void> PrepareRerun(const hpdl_program& program, StateDirectory& state, const std::string& id,
                          const RerunOptions& options) {
  HPDL_TRY(RefuseUnrunnable(program, options.run));
  Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  if (*root != id) {
    return Refusal("job " + id + " is a sub-workflow job; rerun its root job " + *root);
  }
  const Result<std::unique_ptr<Lease>> lease = state.TakeLease(id);
  HPDL_TRY(lease);
  Result<OpenedJournal> opened = OpenJournal(state, id, false);
  HPDL_TRY(opened);
  Journal& journal = *opened->journal;
  const JobRow& row = opened->root();
  if (!IsEnd(row.state)) {
    return Refusal("job " + id + " has not ended, it is " +
                   std::string(StateName(row.state, row.dialect)));
  }
  Result<NextRun> next =
      NextRunOf(journal, row, program.workflows[0], options, BuiltInProperties(program));
  HPDL_TRY(next);
  HPDL_TRY(CheckSettings(program, next->properties));
  if (!options.run.local) {
    HPDL_TRY(CheckResourceManagers(program, next->properties));
  }
  HPDL_TRY(Describe(program, next->properties, &next->job));
  HPDL_TRY(CheckAgreements(program, next->properties));
  // If the program of the last run had no SLA, this job is not yet recorded as a job with an SLA.
  if (program.sla != nullptr) {
    HPDL_TRY(program.sla->note(state, id));
  }

  Result<JobFacts> facts = journal.Facts();
  HPDL_TRY(facts);
  HPDL_TRY(journal.PutFacts(FactsOf(program, options.run, std::move(facts->salt))));
  HPDL_TRY(PutNextRun(journal, *next));
  HPDL_TRY(journal.Commit());
  return {};
}

}  // namespace hpdl::rt
