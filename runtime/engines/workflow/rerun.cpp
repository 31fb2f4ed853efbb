#include <map>
#include <set>

#include "runtime/engines/workflow/job_rows.h"
#include "runtime/engines/workflow/job_sla.h"
#include "runtime/engines/workflow/job_view.h"
#include "runtime/engines/workflow/properties.h"
#include "runtime/engines/workflow/submit.h"
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
constexpr const char* kFailNodes = "oozie.wf.rerun.failnodes";

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

/// Sets `value` from the text `true` or `false`, in small or capital letters. For any other text,
/// the function fails: it returns false.
bool ReadBoolean(std::string_view text, bool* value) {
  const std::string word = LowerCase(text);
  *value = word == "true";
  return *value || word == "false";
}

struct Wish {
  bool failed = false;
  std::vector<std::string> skip;
};

/// Reads from the options and from the properties kSkipNodes and kFailNodes which nodes the rerun
/// skips. The user must either list the nodes to skip or ask to run the failed nodes, not both.
Result<Wish> WishOf(const RerunOptions& options) {
  Wish wish{options.failed, options.skip};
  bool names = !options.skip.empty();
  if (const auto found = options.run.properties.find(kSkipNodes);
      found != options.run.properties.end()) {
    names = true;
    SplitNames(found->second, &wish.skip);
  }
  if (const auto found = options.run.properties.find(kFailNodes);
      found != options.run.properties.end()) {
    bool failed = false;
    if (!ReadBoolean(found->second, &failed)) {
      return Refusal(std::string("property ") + kFailNodes + " '" + found->second +
                     "' is neither true nor false");
    }
    wish.failed = wish.failed || failed;
    names = names || !failed;  // kFailNodes=false counts as an empty list of nodes to skip
  }
  if (wish.failed && names) {
    return Refusal("give the nodes to skip or run the failed nodes, not both");
  }
  if (!wish.failed && !names) {
    return Refusal(std::string("give the nodes to skip (--skip, ") + kSkipNodes +
                   ") or run the failed nodes (--failed, " + kFailNodes + ")");
  }
  return wish;
}

bool IsEnding(const NodeRow& row) {
  return row.type == "end" || row.type == "kill" || row.type == "fail";
}

std::string Join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

Result<std::vector<NodeRow>> Skipped(const hpdl_workflow& workflow, const Wish& wish,
                                     const std::vector<NodeRow>& rows) {
  std::vector<NodeRow> skipped;
  if (wish.failed) {
    for (const NodeRow& row : rows) {
      if (row.state == NodeState::kOk && !IsEnding(row)) {
        skipped.push_back(row);
      }
    }
    return skipped;
  }
  const JobView view(workflow, {});
  std::map<std::string_view, const NodeRow*> by_name;
  for (const NodeRow& row : rows) {
    by_name.emplace(row.node, &row);
  }
  std::vector<std::string> unknown;
  std::vector<std::string> incomplete;
  for (const std::string& name : std::set<std::string>(wish.skip.begin(), wish.skip.end())) {
    const auto found = by_name.find(name);
    if (view.Find(name) == HPDL_NONE) {
      unknown.push_back(name);
    } else if (found == by_name.end() || found->second->state != NodeState::kOk) {
      incomplete.push_back(name);
    } else if (!IsEnding(*found->second)) {
      skipped.push_back(*found->second);
    }
  }
  if (!unknown.empty()) {
    return Refusal("the workflow has no node " + Join(unknown));
  }
  if (!incomplete.empty()) {
    return Refusal(
        "these nodes cannot be skipped, because they did not complete in the previous run: " +
        Join(incomplete));
  }
  return skipped;
}

/// Turns the row of the last run into the row of the new run.
void Renew(JobRow* row) {
  ++row->run;
  row->state = JobState::kPrep;
  row->started_ms = row->ended_ms = 0;
  row->modified_ms = NowMs();
  row->error_code.clear();
  row->error_message.clear();
  row->last_error_node.clear();
  row->suspended_by.clear();
  row->group.clear();
}

}  // namespace

Result<void> PrepareRerun(const hpdl_program& program, StateDirectory& state, const std::string& id,
                          const RerunOptions& options) {
  HPDL_TRY(RefuseUnrunnable(program, options.run));
  Result<Wish> wish = WishOf(options);
  HPDL_TRY(wish);
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
  JobRow row = opened->root();
  if (!IsEnd(row.state)) {
    return Refusal("job " + id + " has not ended, it is " +
                   std::string(StateName(row.state, row.dialect)));
  }
  Result<std::vector<NodeRow>> rows = journal.Nodes(0, row.run);
  HPDL_TRY(rows);
  Result<std::vector<NodeRow>> skipped = Skipped(program.workflows[0], *wish, *rows);
  HPDL_TRY(skipped);
  Result<Properties> previous = journal.JobProperties(0, row.run);
  HPDL_TRY(previous);
  previous->erase(kSkipNodes);
  previous->erase(kFailNodes);
  PropertyLayers layers{options.run.properties, *previous, BuiltInProperties(program)};
  Result<Properties> properties = ResolveProperties(program.workflows[0], layers);
  HPDL_TRY(properties);
  HPDL_TRY(CheckSettings(program, *properties));
  if (!options.run.local) {
    HPDL_TRY(CheckResourceManagers(program, *properties));
  }
  properties->try_emplace("user.name", row.user);
  const JobRow ended = row;
  Renew(&row);
  row.parked.reset();
  row.callback_hash.reset();
  HPDL_TRY(Describe(program, *properties, &row));
  HPDL_TRY(CheckAgreements(program, *properties));
  // If the program of the last run had no SLA, this job is not yet recorded as a job with an SLA.
  if (program.sla != nullptr) {
    HPDL_TRY(program.sla->note(state, id));
  }

  Result<JobFacts> facts = journal.Facts();
  HPDL_TRY(facts);
  HPDL_TRY(journal.PutFacts(FactsOf(program, options.run, std::move(facts->salt))));
  HPDL_TRY(journal.PutEndedRun(ended));
  HPDL_TRY(journal.PutJob(row));
  HPDL_TRY(journal.PutProperties(0, row.run, *properties));
  for (NodeRow& node : *skipped) {
    node.run = row.run;
    node.skipped = true;
    HPDL_TRY(journal.PutNode(node));
  }
  HPDL_TRY(journal.Commit());
  return {};
}

}  // namespace hpdl::rt
