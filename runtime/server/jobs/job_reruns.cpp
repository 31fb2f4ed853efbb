#include "runtime/server/jobs/job_reruns.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/properties_text.h"
#include "runtime/server/jobs/program_refusal.h"
#include "runtime/server/jobs/verb_error.h"
#include "runtime/store/records.h"

namespace hpdl::rt {
namespace {

constexpr std::chrono::milliseconds kMostRunPause{50};
constexpr std::string_view kSkipNodes = "oozie.wf.rerun.skip.nodes";
constexpr std::string_view kFailNodes = "oozie.wf.rerun.failnodes";
/// The property that marks a rerun of a child by its parent. It stays with the child, as in Oozie.
constexpr std::string_view kRerunByParent = "oozie.action.subworkflow.rerun";

bool IsTrue(const Properties& properties, std::string_view name) {
  const auto found = properties.find(name);
  return found != properties.end() && IsInAnyCase(Trimmed(found->second), "true");
}

Error NotCompleted(const JobRow& job, JobState state) {
  return VerbError("E0805", "Workflow job not completed, status [" +
                                std::string(StateName(state, job.dialect)) + "]");
}

/// Completes the properties of a rerun by the choice of nodes of earlier reruns, which stays with
/// the job as in Oozie. `previous`: the properties of the last run. Without any choice, all nodes
/// run. Fails if the properties both list nodes and ask to run the failed nodes.
Result<void> ChooseNodes(const Properties& previous, Properties* properties) {
  for (const std::string_view name : {kSkipNodes, kFailNodes}) {
    const auto given = properties->find(name);
    if (given != properties->end() && !Trimmed(given->second).empty()) {
      continue;
    }
    if (given != properties->end()) {
      properties->erase(given);
    }
    if (const auto earlier = previous.find(name); earlier != previous.end()) {
      (*properties)[std::string(name)] = earlier->second;
    }
  }
  properties->try_emplace(std::string(kFailNodes), "false");
  if (IsTrue(*properties, kFailNodes) && properties->contains(kSkipNodes)) {
    return VerbError("E0404", "Only one of the properties are allowed [" + std::string(kSkipNodes) +
                                  " OR " + std::string(kFailNodes) + "]");
  }
  return {};
}

}  // namespace

JobReruns::JobReruns(ServerRecords& records, SubmittedPrograms& programs, StateDirectory& state,
                     JobKeeper& keeper, ProgramCommands& commands, bool refuses_children)
    : records_(records),
      programs_(programs),
      state_(state),
      keeper_(keeper),
      commands_(commands),
      refuses_children_(refuses_children) {}

/// Refuses the rerun of a job that has a parent.
Result<void> JobReruns::RefuseChild(const std::string& id) const {
  const Result<std::optional<ServedJob>> job = records_.Find(id);
  HPDL_TRY(job);
  if (!*job || (*job)->parent.empty()) {
    return {};
  }
  return VerbError("E0755",
                   "Workflow Job Rerun Error:  Rerun is not allowed through child workflow, please "
                   "re-run through the parent " +
                       (*job)->parent);
}

Task<Result<void>> JobReruns::Rerun(Caller caller, FoundJob found, Properties properties) {
  const Result<Properties> previous = PropertiesOf(found);
  HPDL_CO_TRY(previous);
  const Result<void> chosen = ChooseNodes(*previous, &properties);
  HPDL_CO_TRY(chosen);
  const bool by_parent = !caller.program.empty() || IsTrue(properties, kRerunByParent) ||
                         IsTrue(*previous, kRerunByParent);
  if (refuses_children_ && !by_parent) {
    HPDL_CO_TRY(RefuseChild(found.job.id));
  }
  if (!IsEnd(found.job.state)) {
    co_return NotCompleted(found.job, found.job.state);
  }
  const Result<void> newest = records_.ClearAsked(found.job.id);
  HPDL_CO_TRY(newest);
  properties["user.name"] = found.job.user;
  std::string program = found.facts.program_path;
  std::string folder;
  const Result<void> free = co_await commands_.AwaitEnd(found.root.id);
  if (!free) {
    co_return free;
  }
  const std::string path(FormOf(JobType::kWorkflow).property);
  JobSubmission application;
  application.properties = properties;
  application.properties.insert(previous->begin(), previous->end());
  if (!properties.contains(path)) {
    application.properties.erase(path);
  }
  const Result<std::string> deployed = records_.applications().OfJob(found.root.id);
  HPDL_CO_TRY(deployed);
  if (!deployed->empty()) {  // the application may have a new definition
    const Result<DeployedApplication> active = programs_.Active(*deployed);
    HPDL_CO_TRY(active);
    application.properties[path] = *deployed;
  } else if (program.starts_with(state_.work().Programs() + "/") &&
             found.job.app_path.find('/') != std::string::npos) {
    // As in Oozie, the definition is read again. A program that a user has built has no path here.
    application.properties.try_emplace(path, found.job.app_path);
  }
  if (application.properties.contains(path)) {
    Caller owner{found.job.user};
    Result<std::string> now = co_await programs_.Of(owner, application, &folder);
    HPDL_CO_TRY(now);
    program = std::move(*now);
  }
  std::vector<std::string> arguments{"--config", kChildInput, found.job.id};
  ChildCommand command = keeper_.Making(program, "rerun", std::move(arguments));
  command.input = PropertiesText(properties);
  keeper_.GiveCredential(found, &command);
  if (!deployed->empty()) {
    // Checks the application again. Nothing else runs on the loop from here until the run is
    // recorded.
    const Result<DeployedApplication> active = programs_.Active(*deployed);
    if (active && active->folder != folder) {
      co_return ReplacedMeanwhile(*deployed);
    }
    const Result<void> open = active ? records_.applications().SetEnded(found.root.id, false)
                                     : Result<void>(active.error());
    HPDL_CO_TRY(open);
  }
  co_return co_await RunAgain(found, std::move(command), program);
}

/// Returns the properties of the job's last run.
Result<Properties> JobReruns::PropertiesOf(const FoundJob& found) {
  const auto journal = state_.OpenJob(found.root.id, true);
  return journal ? (*journal)->JobProperties(found.job.number, found.job.run)
                 : Result<Properties>(journal.error());
}

/// Starts the new run, and waits until the run exists or is refused.
Task<Result<void>> JobReruns::RunAgain(FoundJob found, ChildCommand command, std::string program) {
  if (keeper_.IsAtWork(found.root.id)) {
    co_return NotCompleted(found.job, JobState::kRunning);
  }
  const auto ended = std::make_shared<std::optional<Result<ChildEnd>>>();
  const Result<void> begun = keeper_.Run(found, "rerun", std::move(command), true,
                                         [ended](const Result<ChildEnd>& end) { *ended = end; });
  HPDL_CO_TRY(begun);
  for (std::chrono::milliseconds pause{4};; pause = std::min(pause * 2, kMostRunPause)) {
    co_await Sleep(pause);
    const bool over = ended->has_value();
    const Result<FoundJob> now = FindJob(state_, found.job.id);
    if (!now || now->job.run > found.job.run) {
      co_return now ? Result<void>() : Result<void>(now.error());
    }
    if (over) {
      co_return **ended ? RefusalOf(***ended, program) : (*ended)->error();
    }
  }
}

}  // namespace hpdl::rt
