#include "runtime/server/jobs/served_jobs.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <map>
#include <optional>
#include <utility>

#include "runtime/engines/workflow/runs_again.h"
#include "runtime/ground/config/properties_text.h"
#include "runtime/server/jobs/coordinator_words.h"
#include "runtime/server/jobs/program_answer.h"
#include "runtime/server/jobs/program_refusal.h"
#include "runtime/server/jobs/unwanted_child.h"
#include "runtime/server/jobs/verb_error.h"

namespace hpdl::rt {

ServedJobs::ServedJobs(boost::asio::io_context& loop, StateDirectory& state, ServerRecords& records,
                       CompiledPrograms& programs, Children& children,
                       std::shared_ptr<WorkLine> commands, JobKeeper& keeper,
                       Applications& applications, const Authorization& authorization,
                       const Site& site, ApplicationRules rules, ServerLog log)
    : loop_(loop),
      state_(state),
      records_(records),
      compiled_(programs),
      keeper_(keeper),
      authorization_(authorization),
      log_(log),
      programs_(programs, applications, site, std::move(rules)),
      commands_(state, records, children, std::move(commands), keeper),
      families_(state, records, keeper, commands_, making_),
      maker_(state, records, keeper, commands_, families_, making_, log_),
      submissions_(state, records, programs_, keeper, commands_, families_, making_, maker_,
                   authorization, site.Flag(Setting::kServerExternalGuard)),
      reruns_(records, programs_, state, keeper, commands_,
              site.Flag(Setting::kDisableChildRerun)) {}

Result<void> ServedJobs::Begin() {
  keeper_.AskBeforeStart([this](const FoundJob& found) { return MayStart(found); });
  Result<std::vector<ServedJob>> jobs = records_.Unsettled();
  HPDL_TRY(jobs);
  Result<std::map<std::string, std::string>> asked = records_.Asked();
  HPDL_TRY(asked);
  for (ServedJob& job : *jobs) {
    if (job.properties) {
      asked->erase(job.id);  // the job gets the verb once it is made
      boost::asio::co_spawn(loop_, maker_.MakeAgain(std::move(job)), boost::asio::detached);
    }
  }
  for (const auto& [id, verb] : *asked) {
    boost::asio::co_spawn(loop_, TellAgain(id, verb), boost::asio::detached);
  }
  return {};
}

/// Returns false for a child that nobody wants any more, and kills the child. A person may have
/// asked for a rerun, so a rerun always starts.
bool ServedJobs::MayStart(const FoundJob& found) {
  const std::string& id = found.root.id;
  if (found.root.run > 0) {
    return true;
  }
  const Result<std::optional<ServedJob>> job = records_.Find(id);
  const std::optional<std::string> why =
      job && *job && IsOfProgram(**job) ? WhyUnwanted(state_, **job) : std::nullopt;
  if (!why) {
    return true;
  }
  log_(LogLevel::kWarning, id + " is not started: " + *why);
  if (records_.SetAsked(id, "kill") && keeper_.StopKeeping(id)) {
    boost::asio::co_spawn(loop_, TellAgain(id, "kill"), boost::asio::detached);
  }
  return false;
}

Task<void> ServedJobs::TellAgain(std::string id, std::string verb) {
  Result<FoundJob> found = FindJob(state_, id);
  Result<void> told = found ? Result<void>() : Result<void>(found.error());
  if (found && JobFamilies::Has(verb)) {
    told = co_await families_.TellNoted(id);
  } else if (found && verb == kHeldBack) {
    told = families_.HoldAgain(id);
  } else if (found && verb == kStartVerb && IsPrep(found->root.state)) {
    told = co_await maker_.StartBundle(std::move(*found));
    (void)records_.ClearAsked(id, verb);
  } else {
    (void)records_.ClearAsked(id, verb);
  }
  log_(told ? LogLevel::kInfo : LogLevel::kError, verb + " " + id +
                                                      ", as requested before the server restarted" +
                                                      (told ? "" : ": " + told.error().message));
}

Task<Result<std::string>> ServedJobs::Submit(Caller caller, JobSubmission submission) {
  return submissions_.Submit(std::move(caller), std::move(submission));
}

Task<Result<std::string>> ServedJobs::DryRun(Caller caller, JobSubmission submission) {
  return submissions_.DryRun(std::move(caller), std::move(submission));
}

Task<Result<std::string>> ServedJobs::Validate(Caller caller, std::string file_name,
                                               std::string definition) {
  co_return co_await compiled_.Verify(std::move(caller.user), std::move(file_name),
                                      std::move(definition));
}

Task<Result<std::string>> ServedJobs::Draw(Caller caller, std::string format,
                                           std::string definition,
                                           std::vector<std::string> states) {
  co_return co_await compiled_.Draw(std::move(caller.user), std::move(format),
                                    std::move(definition), std::move(states));
}

Result<std::string> ServedJobs::FindExternal(Caller caller, std::string external_id) {
  return submissions_.FindExternal(caller, external_id);
}

Result<std::string> ServedJobs::FindKeyed(const std::string& key) {
  return submissions_.FindKeyed(key);
}

Result<JobOrigin> ServedJobs::OriginOf(const std::string& id) {
  const Result<std::optional<ServedJob>> found = records_.Find(id);
  HPDL_TRY(found);
  return *found ? JobOrigin{(*found)->external, (*found)->parent} : JobOrigin();
}

Result<std::vector<std::string>> ServedJobs::ChildrenOf(const std::string& parent) {
  return records_.Children(parent);
}

Task<Result<FoundJob>> ServedJobs::Ask(Caller caller, std::string id) const {
  Result<FoundJob> found = FindJob(state_, id);
  HPDL_CO_TRY(found);
  HPDL_CO_TRY(co_await authorization_.ForJob(std::move(caller), found->job));
  co_return std::move(*found);
}

Task<Result<void>> ServedJobs::Authorize(Caller caller, JobRow job) {
  return authorization_.ForJob(std::move(caller), std::move(job));
}

Task<Result<void>> ServedJobs::Start(Caller caller, std::string id) {
  const Result<FoundJob> found = co_await Ask(caller, id);
  HPDL_CO_TRY(found);
  if (!IsPrep(found->job.state) || found->job.number != 0) {
    co_return Swallowed();
  }
  // The program of a suspended parent asks for the start of its child. The child is held back.
  if (!caller.program.empty() && families_.IsHeld(id)) {
    co_return families_.HoldBack(id);
  }
  const Result<void> cleared = records_.ClearAsked(id, kHeldBack);
  if (!cleared) {
    co_return cleared;
  }
  if (TypeOf(found->job.state) == JobType::kBundle) {
    co_return co_await maker_.StartBundle(*found);
  }
  const Result<void> begun = keeper_.Run(*found, "start", keeper_.GoingOn(*found, "start"), false);
  HPDL_CO_TRY(begun);
  co_return co_await commands_.AwaitLeft(id, JobState::kPrep);
}

Task<Result<void>> ServedJobs::Suspend(Caller caller, std::string id) {
  Result<FoundJob> found = co_await Ask(caller, id);
  HPDL_CO_TRY(found);
  co_return co_await families_.Tell(std::move(*found), "suspend");
}

Task<Result<void>> ServedJobs::Resume(Caller caller, std::string id) {
  Result<FoundJob> found = co_await Ask(caller, id);
  HPDL_CO_TRY(found);
  for (const std::string& line : WhatRunsAgain(state_, id)) {
    log_(LogLevel::kWarning, "resume: " + line);
  }
  co_return co_await families_.Tell(std::move(*found), "resume");
}

Task<Result<void>> ServedJobs::Kill(Caller caller, std::string id) {
  Result<FoundJob> found = co_await Ask(caller, id);
  HPDL_CO_TRY(found);
  co_return co_await families_.Tell(std::move(*found), "kill");
}

Task<Result<void>> ServedJobs::Rerun(Caller caller, std::string id, Properties properties) {
  Result<FoundJob> found = co_await Ask(caller, id);
  HPDL_CO_TRY(found);
  co_return co_await reruns_.Rerun(std::move(caller), std::move(*found), std::move(properties));
}

Task<Result<void>> ServedJobs::Retry(Caller caller, std::string id, std::string node) {
  Result<FoundJob> found = co_await Ask(caller, id);
  HPDL_CO_TRY(found);
  ChildCommand command = keeper_.Asking(*found, "retry");
  command.argv.insert(command.argv.end(), {"--", std::move(node)});
  WorkItem item{found->root.user, "retry", id};
  const Result<ChildEnd> end = co_await commands_.Run(std::move(item), std::move(command));
  HPDL_CO_TRY(end);
  keeper_.Look(found->root.id);
  if (end->code != 0) {
    co_return RefusalOf(*end, found->facts.program_path);
  }
  Result<FoundJob> now = FindJob(state_, id);
  if (!now || now->job.state != JobState::kSuspended) {
    co_return now ? Result<void>() : Result<void>(now.error());
  }
  // The job is still suspended, so no program runs it: the command has only made the node ready.
  // Resuming the job runs the node.
  co_return co_await families_.Tell(std::move(*now), "resume");
}

Task<Result<std::vector<std::int64_t>>> ServedJobs::Command(Caller caller, std::string id,
                                                            CoordinatorCommand command) {
  Result<FoundJob> found = co_await Ask(caller, id);
  HPDL_CO_TRY(found);
  std::vector<std::string> words = WordsOf(command);
  const std::string verb = words.front();
  ChildCommand child = keeper_.Asking(*found, verb);
  child.argv.insert(child.argv.end(), words.begin() + 1, words.end());
  if (!command.properties.empty()) {
    child.argv.insert(child.argv.end(), {"--config", kChildInput});
    child.input = PropertiesText(command.properties);
  }
  const Result<std::string> answer =
      co_await commands_.AskFor(std::move(*found), verb, std::move(child));
  HPDL_CO_TRY(answer);
  std::optional<std::vector<std::int64_t>> actions = ReadActedUpon(*answer);
  if (!actions) {
    co_return VerbError("E0307", "Runtime error [the program of " + id +
                                     " did not report the actions that it changed]");
  }
  co_return std::move(*actions);
}

/// Returns the properties that a coordinator has after an update. As in Oozie, they are the given
/// properties, or the job's own properties if none are given.
Result<Properties> ServedJobs::PropertiesAfter(const CoordinatorUpdate& update,
                                               const FoundJob& found) {
  Properties properties = update.properties;
  if (properties.empty()) {
    const auto journal = state_.OpenJob(found.job.id, true);
    HPDL_TRY(journal);
    Result<Properties> own = (*journal)->JobProperties(found.job.number, found.job.run);
    HPDL_TRY(own);
    properties = std::move(*own);
  }
  const std::string path(FormOf(TypeOf(found.job.state)).property);
  if (!update.properties.contains(path)) {
    properties[path] = found.job.app_path;
  }
  return properties;
}

Task<Result<std::string>> ServedJobs::Update(Caller caller, std::string id,
                                             CoordinatorUpdate update) {
  Result<FoundJob> found = co_await Ask(caller, id);
  HPDL_CO_TRY(found);
  JobSubmission application;
  application.type = TypeOf(found->job.state);
  Result<Properties> properties = PropertiesAfter(update, *found);
  HPDL_CO_TRY(properties);
  application.properties = std::move(*properties);
  Caller owner{found->job.user};
  const Result<std::string> program = co_await programs_.Of(owner, application);
  HPDL_CO_TRY(program);
  ChildCommand command = keeper_.Asking(*found, "update");
  command.argv.front() = *program;
  if (!update.properties.empty()) {
    update.properties["user.name"] = update.properties["mapreduce.job.user.name"] = found->job.user;
    command.argv.insert(command.argv.end(), {"--config", kChildInput});
    command.input = PropertiesText(update.properties);
  }
  if (update.dry_run) {
    command.argv.emplace_back("--dryrun");
  }
  if (!update.with_difference) {
    command.argv.emplace_back("--no-diff");
  }
  co_return co_await commands_.AskFor(std::move(*found), "update", std::move(command));
}

}  // namespace hpdl::rt
