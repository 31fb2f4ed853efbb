#include "runtime/programs/client/import_run.h"

#include <algorithm>
#include <utility>

#include "runtime/ground/config/config.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/import_failure.h"
#include "runtime/programs/client/job_configuration.h"

namespace hpdl::client {
namespace {

using What = ImportOutcome::What;
using Stage = ImportStage;

constexpr const char* kFirstProperty = "hpdl.coord.first.action";
constexpr const char* kNoFirst = "none";
constexpr int kMadeStatus = 201;
constexpr int kMostAttempts = 20;

Result<std::string> DefinitionOf(Session* session, const std::string& id) {
  Result<rt::HttpReply> reply =
      session->Ask({.path = "job/" + id, .parameters = {{"show", "definition"}}});
  HPDL_TRY(reply);
  return std::move(reply->body);
}

std::string KeyOf(const ImportRecord& record) {
  return "import " + record.id + " " + record.first + " " + std::to_string(record.attempt);
}

}  // namespace

Result<void> CommandTo(Session* session, const std::string& id, const std::string& action) {
  const Result<rt::HttpReply> reply =
      session->Ask({.method = "PUT", .path = "job/" + id, .parameters = {{"action", action}}});
  return reply ? Result<void>() : reply.error();
}

Result<void> ChangeTo(Session* session, const std::string& id, const std::string& value) {
  const Result<rt::HttpReply> reply =
      session->Ask({.method = "PUT",
                    .path = "job/" + id,
                    .parameters = {{"action", "change"}, {"value", value}}});
  return reply ? Result<void>() : reply.error();
}

Result<std::string> ImportedConfiguration(const SeenCoordinator& seen, const std::string& user,
                                          const std::string& first) {
  const rt::ConfigReading reading = rt::ScanHadoopXml(seen.configuration);
  if (reading.problem) {  // the problem's text may contain secret values, so it is not shown
    return Refused("line " + std::to_string(reading.problem->line) + " of the configuration of " +
                   seen.id + " is not valid Hadoop XML");
  }
  JobConfiguration configuration;
  for (const rt::ConfigProperty& property : reading.properties) {
    if (!property.name.starts_with("oozie.bundle.")) {
      configuration.Set(property.name, property.value);
    }
  }
  if (configuration.Find("oozie.coord.application.path") == nullptr) {
    return Refused("the configuration of " + seen.id + " has no oozie.coord.application.path");
  }
  configuration.Set("user.name", user);
  configuration.Set(kFirstProperty, first);
  return configuration.Xml();
}

// ---- One coordinator

ImportOutcome Importer::Import(const std::string& id) {
  ImportOutcome outcome{.id = id};
  if (const Done done = ImportInto(&outcome); !done) {
    outcome.what = What::kFailed;
    outcome.error = done.error();
  }
  return outcome;
}

ImportOutcome Importer::Try(const std::string& id) {
  ImportOutcome outcome{.id = id};
  if (const Done done = TryInto(&outcome); !done) {
    outcome.what = What::kFailed;
    outcome.error = done.error();
  }
  return outcome;
}

Result<SeenCoordinator> Importer::Look(const std::string& id, ImportOutcome* outcome) {
  Result<SeenCoordinator> seen = LookAtActions(there_, id);
  if (seen) {
    outcome->name = seen->name;
    outcome->first = seen->first.Text();
    outcome->waiting = seen->waiting;
    outcome->going_on = seen->going_on;
    outcome->suspended = IsSuspended(seen->status);
    outcome->pause_before = TimeText(seen->pause);
  }
  return seen;
}

Result<void> Importer::CheckTaking(const SeenCoordinator& seen) const {
  if (!IsLive(seen.status)) {
    return Refused(seen.id + " is " + seen.status + " at the old server");
  }
  return seen.user == user_
             ? Done()
             : Refused(seen.id + " belongs to " + seen.user + " at the old server, not to " +
                       user_ + "; import it as " + seen.user + ", or give -doas " + seen.user);
}

/// Checks that the definition compiles on the new server. Also checks that the new server can begin
/// a job at a later action than the first. Otherwise the new job would repeat actions that have
/// begun on the old server.
Result<void> Importer::CheckServerHere(const SeenCoordinator& seen) {
  const Result<std::string> tried = Submit(seen, kNoFirst, "", "dryrun");
  if (tried) {
    return Refused("the new server does not know the property " + std::string(kFirstProperty) +
                   ": that server is not an hpdld, or it is an older hpdld");
  }
  const bool known = tried.error().message.find(kFirstProperty) != std::string::npos;
  return known ? Done() : tried.error();
}

Result<void> Importer::TryInto(ImportOutcome* outcome) {
  const Result<std::optional<ImportRecord>> known = records_->Read(outcome->id);
  HPDL_TRY(known);
  const Result<SeenCoordinator> seen = Look(outcome->id, outcome);
  HPDL_TRY(seen);
  if (*known && (*known)->stage == Stage::kDone) {
    outcome->what = What::kBefore;
    outcome->job = (*known)->job;
    outcome->first = (*known)->first;
    outcome->pause = (*known)->pause;
    outcome->pause_before = (*known)->pause_before;
    return {};
  }
  HPDL_TRY(CheckTaking(*seen));
  if (seen->IsOver()) {
    outcome->what = What::kNothing;
    return {};
  }
  HPDL_TRY(CheckServerHere(*seen));
  const Result<std::string> tried = Submit(*seen, seen->first.Text(), "", "dryrun");
  HPDL_TRY(tried);
  outcome->pause = TimeText(seen->first.time.value_or(seen->start));
  outcome->what = What::kWould;
  return {};
}

Result<void> Importer::ImportInto(ImportOutcome* outcome) {
  Result<std::optional<ImportRecord>> known = records_->Read(outcome->id);
  HPDL_TRY(known);
  ImportRecord record = *known ? std::move(**known) : ImportRecord{.id = outcome->id};
  const bool fresh = !*known;
  if (!fresh && record.stage == Stage::kUndoing) {
    return Refused("the undo of " + record.id +
                   " was interrupted: run import --undo for this coordinator again");
  }
  if (!fresh && record.stage == Stage::kWithdrawing) {
    HPDL_TRY(Withdraw(&record));
  }
  if (record.stage == Stage::kUndone) {
    record = {.id = record.id, .attempt = record.attempt + 1};
  }
  record.from = there_->login().url;
  record.to = here_->login().url;
  HPDL_TRY(Take(std::move(record), outcome));
  return {};
}

/// Continues the import from the recorded stage to the end. If an action begins meanwhile, kills
/// the new job and starts the import again.
Result<void> Importer::Take(ImportRecord record, ImportOutcome* outcome) {
  const auto tell = [&] {
    outcome->job = record.job;
    outcome->first = record.first;
    outcome->pause = record.pause;
    outcome->pause_before = record.pause_before;
    outcome->suspended = record.suspended;
  };
  if (record.stage == Stage::kDone) {
    tell();
    outcome->what = What::kBefore;
    return {};
  }
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const Result<SeenCoordinator> seen = Look(record.id, outcome);
    HPDL_TRY(seen);
    if (record.stage == Stage::kReleasing) {
      HPDL_TRY(Release(&record));
      tell();
      outcome->what = What::kImported;
      return {};
    }
    const bool begins = record.first.empty();
    const Done taking = CheckTaking(*seen);
    if (begins) {
      HPDL_TRY(taking);
      if (seen->IsOver()) {
        outcome->what = What::kNothing;
        return {};
      }
      HPDL_TRY(CheckServerHere(*seen));
      record.first = seen->first.Text();
      record.pause_before = TimeText(seen->pause);
      record.suspended = IsSuspended(seen->status);
    }
    if (record.stage == Stage::kMaking) {
      HPDL_TRY(Make(*seen, &record));
    }
    Result<std::int64_t> pause = taking ? Prepare(*seen, record) : taking.error();
    Done paused = pause ? Pause(*seen, *pause, &record) : pause.error();
    if (paused) {
      HPDL_TRY(CheckPaused(record));
      HPDL_TRY(Record(Stage::kReleasing, &record));
      HPDL_TRY(Release(&record));
      tell();
      outcome->what = What::kImported;
      return {};
    }
    if (!IsRefusal(paused.error())) {
      return With(
          paused.error(),
          "; the server may have carried out the change: run the same command again to continue");
    }
    HPDL_TRY(Withdraw(&record));
    if (!HasMoved(paused.error())) {
      return paused;
    }
    record = {.id = record.id, .from = record.from, .to = record.to, .attempt = record.attempt + 1};
  }
  return Refused(
      record.id +
      " could not be paused, because an action began before each pause; nothing is changed");
}

// ---- The steps of an import

Result<void> Importer::Record(Stage stage, ImportRecord* record) const {
  record->stage = stage;
  return records_->Write(*record);
}

/// Submits the coordinator to the new server. Returns the answer's `id`: the job's id, or the
/// result of a dry run.
Result<std::string> Importer::Submit(const SeenCoordinator& seen, const std::string& first,
                                     const std::string& key, const char* action) {
  Result<std::string> configuration = ImportedConfiguration(seen, user_, first);
  HPDL_TRY(configuration);
  Call call{.method = "POST", .path = "jobs", .body = std::move(*configuration), .xml = true};
  call.parameters = {{"action", std::string(action)}, {"user", user_}};
  call.key = key;
  const Result<rt::HttpReply> reply = here_->Ask(call, kMadeStatus);
  HPDL_TRY(reply);
  return TextOf(ReadJson(reply->body), "id").value_or("");
}

/// Makes the new job, which waits at its first action.
Result<void> Importer::Make(const SeenCoordinator& seen, ImportRecord* record) {
  HPDL_TRY(Record(Stage::kMaking, record));
  const Result<std::string> job = Submit(seen, record->first, KeyOf(*record), "start");
  if (!job) {
    if (!IsRefusal(job.error())) {
      return With(job.error(), "; run the same command again to continue");
    }
    HPDL_TRY(Record(Stage::kUndone, record));
    return job.error();
  }
  if (!IsJobId(*job, 'C')) {
    return ServerFailure("HTTP error",
                         "the answer of the new server does not contain the id of a coordinator");
  }
  record->job = *job;
  return Record(Stage::kMade, record);
}

/// Checks the new job and gives it the old job's state. Returns the time from which the old job
/// must be paused.
Result<std::int64_t> Importer::Prepare(const SeenCoordinator& seen, const ImportRecord& record) {
  const Result<SeenCoordinator> ours = LookAtJob(here_, record.job);
  HPDL_TRY(ours);
  if (!IsLive(ours->status) || !ours->next || ours->pause != ours->next) {
    return Refused(record.job + " at the new server, made for " + record.id +
                   ", must wait at its first action, but is " + ours->status);
  }
  if (ours->start != seen.start) {
    return Refused(
        "the start in the definition at the application path differs from the start of " +
        record.id + " at the old server");
  }
  const Result<std::string> old = DefinitionOf(there_, record.id);
  HPDL_TRY(old);
  const Result<std::string> now = DefinitionOf(here_, record.job);
  HPDL_TRY(now);
  if (*old != *now) {
    return Refused("the definition at the application path is not that of " + record.id +
                   " at the old server; update " + record.id +
                   " at the old server, or restore the file");
  }
  std::string change;
  if (ours->end != seen.end) {
    change = "endtime=" + TimeText(seen.end);
  }
  if (ours->concurrency != seen.concurrency) {
    change +=
        (change.empty() ? "concurrency=" : ";concurrency=") + std::to_string(seen.concurrency);
  }
  if (!change.empty()) {
    HPDL_TRY(ChangeTo(here_, record.job, change));
  }
  if (record.suspended) {
    HPDL_TRY(CommandTo(here_, record.job, "suspend"));
  }
  return std::min(*ours->next, seen.first.time.value_or(*ours->next));
}

/// Sets the pause time of the old job. After that, the old server makes no action that the new job
/// will make.
Result<void> Importer::Pause(const SeenCoordinator& seen, std::int64_t pause,
                             ImportRecord* record) {
  if (!Agree(record->first, seen.first.Text())) {
    return ServerFailure("E1022", "an action has begun at the old server meanwhile");
  }
  record->pause = TimeText(pause);
  HPDL_TRY(Record(Stage::kPausing, record));
  return ChangeTo(there_, record->id, "pausetime=" + record->pause);
}

/// Checks that the old job is paused, because a server may accept a request and not carry it out.
Result<void> Importer::CheckPaused(const ImportRecord& record) {
  const Result<SeenCoordinator> seen = LookAtActions(there_, record.id);
  HPDL_TRY(seen);
  const bool same = TimeText(seen->pause) == record.pause && seen->waiting == 0 &&
                    Agree(record.first, seen->first.Text());
  return same ? Done()
              : Refused("the old server confirmed pausetime=" + record.pause + " for " + record.id +
                        ", but has not paused it; " + record.job +
                        " waits at the new server: run the same command again, or undo the import "
                        "with --undo");
}

Result<void> Importer::Release(ImportRecord* record) {
  if (const Done done = ChangeTo(here_, record->job, "pausetime=" + record->pause_before); !done) {
    return With(
        done.error(),
        "; " + record->job + " waits at the new server: run the same command again to continue");
  }
  return Record(Stage::kDone, record);
}

/// Kills the new job, of which no action has begun, and restores the old job's pause time.
Result<void> Importer::Withdraw(ImportRecord* record) {
  HPDL_TRY(Record(Stage::kWithdrawing, record));
  if (!record->job.empty()) {
    HPDL_TRY(CommandTo(here_, record->job, "kill"));
  }
  if (!record->pause.empty()) {  // an interrupted import may have set the pause time
    const Result<SeenCoordinator> seen = LookAtJob(there_, record->id);
    HPDL_TRY(seen);
    if (IsLive(seen->status) && TimeText(seen->pause) == record->pause) {
      HPDL_TRY(ChangeTo(there_, record->id, "pausetime=" + record->pause_before));
    }
  }
  return Record(Stage::kUndone, record);
}

}  // namespace hpdl::client
