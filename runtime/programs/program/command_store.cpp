#include "runtime/ground/base/amounts.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/calendar/local_time.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/programs/program/text.h"
#include "runtime/programs/program/views.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/lease.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kDefaultAge = "30d";

/// The result of a purge.
struct Purged {
  struct Job {
    JobRow row;
    std::string program;  ///< path of the program that ran the job last; "": the journal is damaged
  };
  std::vector<Job> removed;
  /// Ids of jobs that the purge does not remove, each with the reason.
  std::vector<std::string> kept;
};

/// Takes the job's lease and removes the job. Keeps the job if another process has the lease,
/// because a rerun may have begun since the caller listed the jobs.
void Remove(StateDirectory& state, const JobRow& job, bool dry_run, Purged* purged) {
  const std::string& id = job.id;
  std::string program;
  if (const auto journal = state.OpenJob(id, true)) {
    const Result<JobFacts> facts = (*journal)->Facts();
    program = facts ? facts->program_path : "";
  }
  const auto lease = state.TakeLease(id);
  if (!lease) {
    purged->kept.push_back(id + ": " + OneLine(lease.error().message));
    return;
  }
  if (const Result<void> removed = dry_run ? Result<void>() : state.RemoveJob(id); !removed) {
    purged->kept.push_back(id + ": " + OneLine(removed.error().message));
    return;
  }
  purged->removed.push_back({job, std::move(program)});
}

void PrintPurged(Invocation& call, const Purged& purged, bool dry_run) {
  if (call.json()) {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1}).Key("dryrun").Boolean(dry_run);
    json.Key("removed").BeginArray();
    for (const Purged::Job& job : purged.removed) {
      json.Text(job.row.id);
    }
    json.EndArray().Key("jobs").BeginArray();
    for (const Purged::Job& job : purged.removed) {
      json.BeginObject().Member("id", job.row.id).Member("name", job.row.app_name);
      json.Member("status", StateName(job.row.state, job.row.dialect));
      json.Time("ended", job.row.ended_ms).Optional("program", job.program).EndObject();
    }
    json.EndArray().Key("kept").BeginArray();
    for (const std::string& text : purged.kept) {
      json.Text(text);
    }
    call.out.Line(json.EndArray().EndObject().text());
    return;
  }
  std::optional<Table> table;
  for (const Purged::Job& job : purged.removed) {
    std::vector<std::string> cells = {(dry_run ? "would remove " : "removed ") + job.row.id,
                                      OneLine(job.row.app_name),
                                      std::string(StateName(job.row.state, job.row.dialect)),
                                      LocalTime(job.row.ended_ms), OneLine(job.program)};
    if (table) {
      table->Add(std::move(cells));
    } else {
      table.emplace(std::move(cells));
    }
  }
  call.out.Write(table ? table->Text() : std::string());
  call.out.Line(std::to_string(purged.removed.size()) +
                (purged.removed.size() == 1 ? " job" : " jobs") +
                (dry_run ? " to remove" : " removed"));
}

int Check(Invocation& call, StateDirectory& state, const std::string& root) {
  const JournalCheck check = state.CheckJob(root);
  if (call.json()) {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1}).Member("id", root);
    json.Key("sound").Boolean(check.problems.empty());
    json.Member("journalVersion", check.version).Member("jobs", check.jobs);
    json.Member("nodes", check.nodes).Member("properties", check.properties);
    json.Key("problems").BeginArray();
    for (const std::string& problem : check.problems) {
      json.Text(problem);
    }
    call.out.Line(json.EndArray().EndObject().text());
  } else {
    call.out.Line("journal of " + root + ", version " + std::to_string(check.version) + ": " +
                  std::to_string(check.jobs) + " jobs, " + std::to_string(check.nodes) +
                  " nodes, " + std::to_string(check.properties) + " properties");
    for (const std::string& problem : check.problems) {
      call.out.Line("problem: " + OneLine(problem));
    }
    call.out.Line(check.problems.empty() ? "sound"
                                         : "damaged; save what can be read: " + call.Hint() +
                                               " store salvage " + root);
  }
  return check.problems.empty() ? kExitDone : kExitFailed;
}

int Salvage(Invocation& call, StateDirectory& state, const std::string& root) {
  const auto lease = state.TakeLease(root);
  if (!lease) {
    return call.Refuse(kExitFailed, lease.error());
  }
  const Result<JournalSalvage> salvaged = state.SalvageJob(root);
  if (!salvaged) {
    return call.Refuse(kExitFailed, salvaged.error());
  }
  // The catalogue still has the rows from before the salvage, so it is rebuilt.
  if (const Result<void> rebuilt = state.catalogue().Rebuild(); !rebuilt) {
    call.Refuse(kExitFailed, rebuilt.error());
  }
  if (call.json()) {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1}).Member("id", root);
    json.Member("jobs", salvaged->jobs).Member("nodes", salvaged->nodes);
    json.Member("properties", salvaged->properties).Member("lost", salvaged->lost);
    json.Member("damaged", salvaged->kept_as).EndObject();
    call.out.Line(json.text());
    return kExitDone;
  }
  call.out.Line("saved " + std::to_string(salvaged->jobs) + " jobs, " +
                std::to_string(salvaged->nodes) + " nodes, " +
                std::to_string(salvaged->properties) + " properties; " +
                std::to_string(salvaged->lost) +
                " records were lost because they do not match their checksums");
  call.out.Line("the damaged journal is kept as " + salvaged->kept_as);
  call.out.Line(
      "if the job is resumed, a node whose record was lost runs again; look at the job first: " +
      call.Hint() + " info " + root);
  return kExitDone;
}

}  // namespace

int PurgeCommand(Invocation& call) {
  const std::string text = call.line.Value("older-than", kDefaultAge);
  const std::optional<std::int64_t> age = ParseAge(text);
  if (!age) {
    return call.Refuse(kExitUsage, "--older-than '" + OneLine(text) +
                                       "': expected an age such as 90s, 12h, 30d or 2w");
  }
  auto state = OpenState(call.line, false);
  if (!state) {
    return call.Refuse(kExitFailed, state.error());
  }
  Purged purged;
  if (*state != nullptr) {
    JobFilter ended;
    ended.states = {JobState::kSucceeded, JobState::kKilled, JobState::kFailed};
    const std::int64_t before_ms = NowMs() - *age;
    ended.created_until_ms = before_ms + 1;
    auto jobs = (*state)->catalogue().Find(ended, {});
    if (!jobs) {
      return call.Refuse(kExitFailed, jobs.error());
    }
    for (const CatalogueEntry& entry : jobs->jobs) {
      const JobRow& job = entry.job;
      if (job.number == 0 && IsEnd(job.state) && job.ended_ms != 0 && job.ended_ms <= before_ms) {
        Remove(**state, job, call.line.Has("dryrun"), &purged);
      }
    }
  }
  PrintPurged(call, purged, call.line.Has("dryrun"));
  for (const std::string& reason : purged.kept) {
    call.Refuse(kExitFailed, reason);
  }
  return purged.kept.empty() ? kExitDone : kExitFailed;
}

int StoreCommand(Invocation& call) {
  const Result<OpenedJob> job = OpenJobOf(call, call.line.operands[1]);
  if (!job) {
    return call.Refuse(kExitFailed, job.error());
  }
  const Result<std::string> root = job->state->FindRoot(job->id);
  if (!root) {
    return call.Refuse(kExitFailed, root.error());
  }
  return call.line.operands[0] == "check" ? Check(call, *job->state, *root)
                                          : Salvage(call, *job->state, *root);
}

}  // namespace hpdl::rt
