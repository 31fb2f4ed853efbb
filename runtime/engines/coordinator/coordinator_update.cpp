#include "runtime/engines/coordinator/coordinator_update.h"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "runtime/engines/coordinator/child_programs.h"
#include "runtime/engines/coordinator/coordinator_submit.h"
#include "runtime/engines/coordinator/job_properties.h"
#include "runtime/engines/workflow/awaited_request.h"
#include "runtime/engines/workflow/submit.h"
#include "runtime/engines/workflow/user.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/line_difference.h"
#include "runtime/ground/base/secret_name.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/config/configuration_xml.h"
#include "runtime/ground/config/properties_text.h"
#include "runtime/rules/coordinator/time_functions.h"
#include "runtime/store/lease.h"
#include "runtime/store/mailbox.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {
namespace {

constexpr auto kUpdatePause = std::chrono::milliseconds(20);
constexpr auto kUpdatePatience = std::chrono::seconds(30);

/// The journal's records about a job before the update.
struct JobBefore {
  JobFacts facts;
  JobRow job;
  CoordinatorRow coordinator;
  Properties properties;
  std::string resolved;  ///< the result of ResolvedXml(); "" if the journal does not have the
                         ///< result
};

Result<JobBefore> ReadBefore(StateDirectory& state, const std::string& id) {
  const Result<std::unique_ptr<Journal>> journal = state.OpenJob(id, true);
  HPDL_TRY(journal);
  JobBefore before;
  Result<JobFacts> facts = (*journal)->Facts();
  HPDL_TRY(facts);
  before.facts = std::move(*facts);
  Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  Result<std::optional<CoordinatorRow>> coordinator = (*journal)->coordinator().Coordinator();
  HPDL_TRY(coordinator);
  if (jobs->empty() || !*coordinator) {
    return Error{ErrorClass::kError, "E0303", "only the job of a coordinator can be updated"};
  }
  before.job = std::move(jobs->front());
  before.coordinator = std::move(**coordinator);
  Result<Properties> properties = (*journal)->JobProperties(0, 0);
  HPDL_TRY(properties);
  before.properties = std::move(*properties);
  Result<Properties> definition = (*journal)->JobProperties(0, kDefinitionRun);
  HPDL_TRY(definition);
  before.resolved = (*definition)[kResolvedProperty];
  return before;
}

Error UpdateRefused(const std::string& why) {
  return {ErrorClass::kError, "E0803", "IO error, E1023: Coord Job update Error: [" + why + "]"};
}

Error CannotChange(const std::string& what, const std::string& name, const std::string& before,
                   const std::string& now) {
  return UpdateRefused(what + " can't be changed. Old " + name + " = " + before + " new " + name +
                       " = " + now);
}

/// Returns the time in the format of java.util.Date, in UTC.
std::string JavaDate(std::int64_t time) {
  const Result<std::string> text = FormatTime(WriteTime(time), "EEE MMM dd HH:mm:ss 'UTC' yyyy");
  return text ? *text : WriteTime(time);
}

/// Refuses a new definition that changes the times or the name. The order of the checks is Oozie's.
Result<void> CheckKept(const JobBefore& before, const DefinedCoordinator& now) {
  const CoordinatorRow& row = before.coordinator;
  if (row.frequency != now.frequency) {
    return CannotChange("Frequency", "frequency", row.frequency, now.frequency);
  }
  if (row.end != now.schedule.end) {
    return CannotChange("End time", "end time", JavaDate(row.end), JavaDate(now.schedule.end));
  }
  if (row.start != now.schedule.start) {
    return CannotChange("Start time", "start time", JavaDate(row.start),
                        JavaDate(now.schedule.start));
  }
  // The name of a coordinator in a bundle is given by the bundle, not by the coordinator's
  // definition.
  if (before.job.app_name != now.name && row.bundle_id.empty()) {
    return CannotChange("Coord name", "name", before.job.app_name, now.name);
  }
  if (row.time_unit != now.time_unit) {
    return CannotChange("Timeunit", "Timeunit", row.time_unit, now.time_unit);
  }
  if (row.timezone != now.timezone) {
    return CannotChange("TimeZone", "timeZone", row.timezone, now.timezone);
  }
  return {};
}

/// Returns the properties after the update, without kSlaChangeProperty of the job: the check of
/// properties refuses it, because nobody may give it. A caller may only give back the value of the
/// job, which is in configurations that earlier servers have shown.
Properties UpdatedProperties(const JobBefore& before, const UpdateOptions& options) {
  Properties kept = before.properties;
  kept.erase(kSlaChangeProperty);
  if (options.given == UpdateOptions::Given::kNothing) {
    return kept;
  }
  Properties properties = options.properties;
  const auto changed = before.properties.find(kSlaChangeProperty);
  if (const auto given = properties.find(kSlaChangeProperty);
      given != properties.end() && changed != before.properties.end() && *given == *changed) {
    properties.erase(given);
  }
  if (options.given == UpdateOptions::Given::kSome) {
    properties.insert(kept.begin(), kept.end());
  }
  // An update never changes this property.
  if (const auto own = kept.find(kBundleId); own != kept.end()) {
    properties[kBundleId] = own->second;
  }
  const auto path = before.properties.find(kApplicationPath);
  if (path != before.properties.end()) {
    properties.insert(*path);
  }
  properties[std::string(kUserNameProperty)] = before.job.user;
  return properties;
}

/// Replaces the values of secret properties by `***`, or by `*** (changed)` if `before` has another
/// value.
Properties WithoutSecrets(Properties properties, const Properties& before) {
  for (auto& [name, value] : properties) {
    if (IsSecretName(name)) {
      const auto found = before.find(name);
      value = found == before.end() || found->second == value ? "***" : "*** (changed)";
    }
  }
  return properties;
}

std::string DifferenceOf(const JobBefore& before, const CheckedCoordinator& now, bool given) {
  const std::string rule(42, '*');
  std::string text = "**********Job definition changes**********\n";
  text += LineDifference(before.resolved, now.resolved) + rule + "\n";
  text += "**********Job conf changes****************\n";
  if (given) {
    text += LineDifference(
        ConfigurationXml(WithoutSecrets(before.properties, before.properties), false),
        ConfigurationXml(WithoutSecrets(now.properties, before.properties), false));
  } else {
    text += "No conf update requested\n";
  }
  return text + rule + "\n";
}

/// Writes the update in this process, which holds the lease.
Result<void> WriteUpdateHere(StateDirectory& state, const std::string& id,
                             const NewDefinition& now) {
  Result<std::unique_ptr<Journal>> journal = state.OpenJob(id, false);
  HPDL_TRY(journal);
  Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  Result<std::optional<CoordinatorRow>> coordinator = (*journal)->coordinator().Coordinator();
  HPDL_TRY(coordinator);
  if (jobs->empty() || !*coordinator) {
    return Error{ErrorClass::kError, "E0604", "Job does not exist [" + id + "]"};
  }
  JobRow& job = jobs->front();
  HPDL_TRY(now.Put(**journal, &job, &**coordinator));
  if (job.parked) {
    job.parked = NoteOfHandOver();
  }
  job.modified_ms = NowMs();
  HPDL_TRY((*journal)->PutJob(job));
  HPDL_TRY((*journal)->coordinator().Put(**coordinator));
  return (*journal)->Commit();
}

/// Starts the old program of the job, at most once, to carry out the update.
class ProgramBefore {
 public:
  explicit ProgramBefore(const JobBefore& before) : before_(before) {}

  /// Starts the old program at the first call if the job may have actions. Returns true if this
  /// call has started the program.
  bool Starts(const StateDirectory& state) {
    // The job may have waiting actions. Only the old program has the definition that made them, so
    // only the old program can prepare them for the update.
    const bool helps =
        IsLive(before_.job.state) &&
        before_.job.state != JobStateOf(JobType::kCoordinator, CoordinatorState::kPrep);
    if (started_ || !helps) {
      return false;
    }
    started_ = true;
    const Result<void> begun = children_.Start({before_.facts.program_path, "wake", "--state",
                                                state.name(), "--progress", "none", before_.job.id},
                                               [this](int) { runs_ = false; });
    runs_ = bool(begun);
    return runs_;
  }
  bool Runs() {
    loop_.restart();
    loop_.poll();
    return runs_;
  }

 private:
  const JobBefore& before_;
  boost::asio::io_context loop_;
  ChildPrograms children_{loop_};
  bool started_ = false, runs_ = false;
};

/// Posts the update for the process that runs the job. If there is no such process, starts the old
/// program to write the update. If the old program ends without writing the update or is not
/// needed, this process writes the update.
Result<void> WriteUpdate(StateDirectory& state, const JobBefore& before, const NewDefinition& now) {
  const std::string& id = before.job.id;
  const std::unique_ptr<Mailbox> mailbox = state.OpenMailbox(id);
  const Result<std::unique_ptr<AwaitedRequest>> posted =
      AwaitedRequest::Post(*mailbox, now.ToRequest(id).ToText(), id, "update");
  HPDL_TRY(posted);
  ProgramBefore program(before);
  while (true) {
    if (const std::optional<Result<void>> answer = (*posted)->Answer()) {
      return *answer;
    }
    if (!state.IsRun(id) && !program.Runs() && !program.Starts(state)) {
      const Result<std::unique_ptr<Lease>> lease = state.TakeLease(id, false);
      if (lease && (*posted)->Withdraw()) {
        return WriteUpdateHere(state, id, now);
      }
      if (!lease && lease.error().code != "E0719") {
        return lease.error();
      }
    }
    if (const std::optional<Error> given_up = (*posted)->GiveUp(kUpdatePatience)) {
      return *given_up;
    }
    std::this_thread::sleep_for(kUpdatePause);
  }
}

}  // namespace

std::string NoteOfHandOver() {
  const std::int64_t now_ms = NowMs();
  ParkingNote note;
  note.since_ms = now_ms;
  note.entries.push_back({0, "", {Wait::Kind::kTime, now_ms, now_ms + 1, {}}});
  return EncodeNote(note);
}

CoordinatorRequest NewDefinition::ToRequest(const std::string& job) const {
  CoordinatorRequest request;
  request.verb = CoordinatorRequest::Verb::kUpdate;
  request.job = job;
  request.program = program_path;
  request.properties = PropertiesText(properties);
  request.value = PropertiesText({{"program-hash", program_hash},
                                  {"compiler-version", compiler_version},
                                  {"resolved", resolved},
                                  {"app-path", app_path},
                                  {"execution", execution},
                                  {"timeout", std::to_string(timeout)},
                                  {"concurrency", std::to_string(concurrency)},
                                  {"throttle", std::to_string(throttle)}});
  return request;
}

std::optional<NewDefinition> NewDefinition::Of(const CoordinatorRequest& request) {
  const Result<ConfigProperties> given = ReadJavaProperties(request.properties, "");
  const Result<ConfigProperties> read = ReadJavaProperties(request.value, "");
  if (!given || !read) {
    return std::nullopt;
  }
  Properties values;
  Apply(*read, &values);
  NewDefinition now;
  Apply(*given, &now.properties);
  now.program_path = request.program;
  now.program_hash = values["program-hash"];
  now.compiler_version = values["compiler-version"];
  now.resolved = values["resolved"];
  now.app_path = values["app-path"];
  now.execution = values["execution"];
  const std::pair<const char*, std::int64_t*> numbers[] = {
      {"timeout", &now.timeout}, {"concurrency", &now.concurrency}, {"throttle", &now.throttle}};
  for (const auto& [name, number] : numbers) {
    const std::optional<std::int64_t> value = ParseNumber(values[name]);
    if (!value) {
      return std::nullopt;
    }
    *number = *value;
  }
  const bool whole = !now.program_path.empty() && !now.program_hash.empty();
  return whole ? std::optional(std::move(now)) : std::nullopt;
}

Result<void> NewDefinition::Put(Journal& journal, JobRow* job, CoordinatorRow* coordinator) const {
  Result<JobFacts> facts = journal.Facts();
  HPDL_TRY(facts);
  facts->program_path = program_path;
  facts->program_hash = program_hash;
  facts->compiler_version = compiler_version;
  HPDL_TRY(journal.PutFacts(*facts));
  HPDL_TRY(journal.PutProperties(0, 0, properties));
  HPDL_TRY(journal.PutProperties(0, kDefinitionRun, {{kResolvedProperty, resolved}}));
  job->app_path = app_path;
  coordinator->execution = execution;
  coordinator->timeout = timeout;
  coordinator->concurrency = concurrency;
  coordinator->throttle = throttle;
  return {};
}

Result<std::string> UpdateCoordinator(const hpdl_program& program, StateDirectory& state,
                                      const std::string& id, const UpdateOptions& options) {
  if (program.coordinator == nullptr) {
    return Error{ErrorClass::kError, "E0303", "only a coordinator can be updated"};
  }
  const Result<JobBefore> before = ReadBefore(state, id);
  HPDL_TRY(before);
  if (!before->facts.part.empty()) {
    return Error{
        ErrorClass::kError, "E0303",
        "job " + id +
            " is run by the program of its bundle, which contains the definition of the job"};
  }
  RunOptions run;
  run.properties = UpdatedProperties(*before, options);
  run.local = before->facts.local;
  run.parallel = before->facts.parallel;
  run.site_path = before->facts.site_path;
  run.program_path = options.program_path;
  Result<CheckedCoordinator> checked = CheckCoordinator(program, run);
  HPDL_TRY(checked);
  if (const auto own = before->properties.find(kSlaChangeProperty);
      own != before->properties.end()) {
    checked->properties.insert(*own);
  }
  HPDL_TRY(CheckKept(*before, checked->defined));
  const bool given = options.given != UpdateOptions::Given::kNothing;
  std::string difference = DifferenceOf(*before, *checked, given);
  if (options.dry_run) {
    return difference;
  }
  const JobFacts facts = FactsOf(program, run, before->facts.salt);
  NewDefinition now;
  now.program_path = facts.program_path;
  now.program_hash = facts.program_hash;
  now.compiler_version = facts.compiler_version;
  const auto path = checked->properties.find(kApplicationPath);
  now.app_path = path == checked->properties.end()
                     ? std::string(ToView(program.coordinator->definition.file_name))
                     : path->second;
  now.properties = std::move(checked->properties);
  now.resolved = std::move(checked->resolved);
  now.execution = WordOf(checked->defined.execution);
  now.timeout = checked->defined.timeout;
  now.concurrency = checked->defined.concurrency;
  now.throttle = checked->defined.throttle;
  HPDL_TRY(WriteUpdate(state, *before, now));
  return difference;
}

}  // namespace hpdl::rt
