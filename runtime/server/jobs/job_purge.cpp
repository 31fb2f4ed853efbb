#include "runtime/server/jobs/job_purge.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/lease.h"

namespace hpdl::rt {
namespace {

constexpr const char* kParentProperty = "oozie.wf.parent.id";

/// A job that may be purged.
struct OldJob {
  std::string id, program;
  std::string parent;  ///< the parent in the server's records; "": no parent
};

/// One page of the jobs that ended long ago.
struct OldJobs {
  std::vector<OldJob> jobs;
  std::string next;  ///< the next page begins after this position; "": this is the last page
  std::vector<std::string> unread;  ///< errors of jobs that stay because they cannot be read
};

/// True if the job or action `parent` exists and does not belong to the root job `id` itself. Also
/// true if an error prevents the check.
bool IsThere(StateDirectory& state, const std::string& parent, const std::string& id) {
  const Result<std::string> above = state.FindRoot(parent.substr(0, parent.find('@')));
  return above ? *above != id : above.error().code != "E0604";
}

/// True if the job's properties name a parent that exists. The job then stays as long as its
/// parent.
Result<bool> HasParent(StateDirectory& state, Journal& journal, const JobRow& root) {
  const Result<Properties> properties = journal.JobProperties(root.number, root.run);
  HPDL_TRY(properties);
  const auto parent = properties->find(kParentProperty);
  return parent != properties->end() && IsThere(state, parent->second, root.id);
}

/// Returns the job if it may be purged; nullopt if it stays or does not exist. An error: the
/// journal of the job cannot be read.
Result<std::optional<OldJob>> FindOldJob(StateDirectory& state, const std::string& id,
                                         std::int64_t ended_until) {
  const std::optional<OldJob> stays;
  if (!state.HasJob(id)) {
    return stays;
  }
  const auto journal = state.OpenJob(id, true);
  HPDL_TRY(journal);
  const Result<std::vector<JobRow>> rows = (*journal)->Jobs();
  HPDL_TRY(rows);
  for (const JobRow& row : *rows) {
    if (row.number != 0 || row.id != id || !IsEnd(row.state) || row.ended_ms > ended_until) {
      continue;
    }
    const Result<JobFacts> facts = (*journal)->Facts();
    HPDL_TRY(facts);
    const Result<bool> parent = HasParent(state, **journal, row);
    HPDL_TRY(parent);
    return *parent ? stays : std::optional(OldJob{id, facts->program_path, ""});
  }
  return stays;
}

Result<OldJobs> FindOld(const std::string& state_path, JobType type, std::int64_t ended_until,
                        std::string after, std::size_t most, const StopFlag& stop) {
  Result<std::unique_ptr<StateDirectory>> state = StateDirectory::Open(state_path, false);
  HPDL_TRY(state);
  JobFilter filter;
  filter.states = StatesOf(type);
  std::erase_if(filter.states, [](JobState state) { return !IsEnd(state); });
  filter.created_until_ms = ended_until + 1;
  PageRequest request;
  request.limit = most;
  request.after = std::move(after);
  Result<CataloguePage> page = (*state)->catalogue().Find(filter, request);
  HPDL_TRY(page);
  OldJobs old;
  old.next = std::move(page->next);
  for (const CatalogueEntry& entry : page->jobs) {
    if (IsStopped(&stop)) {
      break;
    }
    if (entry.job.ended_ms > ended_until || (*state)->IsRun(entry.root_id)) {
      continue;
    }
    Result<std::optional<OldJob>> job = FindOldJob(**state, entry.root_id, ended_until);
    if (!job) {
      old.unread.push_back(entry.root_id + ": " + job.error().message);
    } else if (*job) {
      old.jobs.push_back(std::move(**job));
    }
  }
  return old;
}

/// Removes from `jobs` each job whose parent, according to the server's records, still exists.
Result<void> LeaveChildren(const std::string& state_path, std::vector<OldJob>* jobs) {
  Result<std::unique_ptr<StateDirectory>> state = StateDirectory::Open(state_path, false);
  HPDL_TRY(state);
  std::erase_if(*jobs, [&](const OldJob& job) {
    return !job.parent.empty() && IsThere(**state, job.parent, job.id);
  });
  return {};
}

struct GoneJobs {
  std::vector<OldJob> jobs;
  std::vector<std::string> kept;  ///< errors of jobs that could not be removed or archived
};

/// Removes or archives the jobs, and returns the jobs that are gone now. Checks each job again with
/// its lease taken, because somebody may have run the job again.
Result<GoneJobs> RemoveOld(const std::string& state_path, const std::vector<OldJob>& jobs,
                           const JobArchive* archive, std::int64_t ended_until,
                           const StopFlag& stop) {
  Result<std::unique_ptr<StateDirectory>> state = StateDirectory::Open(state_path, false);
  HPDL_TRY(state);
  GoneJobs gone;
  for (const OldJob& job : jobs) {
    const auto lease = IsStopped(&stop) || !(*state)->HasJob(job.id)
                           ? Result<std::unique_ptr<Lease>>(std::unique_ptr<Lease>())
                           : (*state)->TakeLease(job.id);
    const bool held = lease && *lease != nullptr;
    const auto now = held ? FindOldJob(**state, job.id, ended_until)
                          : Result<std::optional<OldJob>>(std::optional<OldJob>());
    if (!now || !*now) {
      continue;
    }
    const Result<void> removed =
        archive == nullptr ? (*state)->RemoveJob(job.id) : archive->Move(**state, job.id);
    if (removed) {
      gone.jobs.push_back(job);
    } else {
      gone.kept.push_back(job.id + ": " + removed.error().message);
    }
  }
  return gone;
}

bool IsFresh(const std::string& program, std::int64_t now_ms) {
  struct stat info{};
  return lstat(program.c_str(), &info) == 0 &&
         info.st_mtim.tv_sec * 1000 + JobPurge::kProgramMs > now_ms;
}

/// Returns those programs of `programs` that can be deleted: they are in the folder of kept
/// programs, no job needs them, and no process uses them.
Result<std::vector<std::string>> Unused(const std::string& state_path,
                                        std::set<std::string> programs, const StopFlag& stop) {
  Result<std::unique_ptr<StateDirectory>> state = StateDirectory::Open(state_path, false);
  HPDL_TRY(state);
  const std::string folder = (*state)->work().Programs() + "/";
  std::erase_if(programs, [&](const std::string& path) {
    return !path.starts_with(folder) || path.find('/', folder.size()) != std::string::npos ||
           IsFresh(path, NowMs());
  });
  PageRequest request;
  request.limit = 1000;
  while (!programs.empty() && !IsStopped(&stop)) {
    const Result<CataloguePage> page = (*state)->catalogue().Find({}, request);
    HPDL_TRY(page);
    for (const CatalogueEntry& entry : page->jobs) {
      const auto journal = (*state)->OpenJob(entry.root_id, true);
      const Result<JobFacts> facts =
          journal ? (*journal)->Facts() : Result<JobFacts>(journal.error());
      if (!facts && (*state)->HasJob(entry.root_id)) {
        // A journal cannot be read, so its job may need any of the programs.
        return std::vector<std::string>();
      }
      programs.erase(facts ? facts->program_path : "");
    }
    if (page->next.empty()) {
      return std::vector<std::string>(programs.begin(), programs.end());
    }
    request.after = page->next;
  }
  return std::vector<std::string>();
}

Result<void> AddParents(ServerRecords& records, std::vector<OldJob>* jobs) {
  for (OldJob& job : *jobs) {
    const Result<std::optional<ServedJob>> served = records.Find(job.id);
    HPDL_TRY(served);
    job.parent = *served ? (*served)->parent : "";
  }
  return {};
}

/// Removes the records that the server has about the jobs. If the server still has something to do
/// for a job, the job's record stays, and the job is removed from `jobs`.
Result<void> ForgetSettled(ServerRecords& records, std::vector<OldJob>* jobs) {
  std::vector<std::string> ids;
  for (const OldJob& job : *jobs) {
    ids.push_back(job.id);
  }
  const Result<std::set<std::string>> unsettled = records.RemoveSettled(ids);
  HPDL_TRY(unsettled);
  std::erase_if(*jobs, [&](const OldJob& job) { return unsettled->contains(job.id); });
  return {};
}

/// Deletes the programs that were not used for a while, and returns their number. The time of a
/// program's file shows its last use, because the server renews this time before each use. The
/// renewal and this function both run on the loop, so this function never deletes a program that
/// the server is about to use.
Result<std::size_t> DropPrograms(ServerRecords& records, const std::vector<std::string>& programs) {
  std::size_t count = 0;
  for (const std::string& program : programs) {
    const Result<bool> dropped =
        IsFresh(program, NowMs()) ? Result<bool>(false) : records.DropProgram(program);
    HPDL_TRY(dropped);
    count += *dropped && unlink(program.c_str()) == 0 ? 1 : 0;
  }
  return count;
}

}  // namespace

JobPurge::JobPurge(boost::asio::io_context& loop, const StateDirectory& state,
                   ServerRecords& records, const JobArchive* archive, PurgeRules rules,
                   ServerLog log)
    : loop_(loop),
      state_path_(state.name()),
      records_(records),
      archive_(archive),
      rules_(rules),
      log_(std::move(log)),
      turn_(std::make_shared<AdmissionQueue>(loop, 1)) {}

void JobPurge::Begin() {
  boost::asio::co_spawn(loop_, Repeat(), boost::asio::detached);
}

/// Completes the purges that did not end, of this server and of earlier ones.
Task<void> JobPurge::Finish() {
  const AdmissionQueue::Place turn = co_await AdmissionQueue::Enter(turn_);
  auto empty = [path = state_path_, archive = archive_](const StopFlag&) -> Result<void> {
    Result<std::unique_ptr<StateDirectory>> state = StateDirectory::Open(path, false);
    HPDL_TRY(state);
    if (archive != nullptr) {
      HPDL_TRY(archive->Finish(**state));
    }
    return (*state)->EmptyTrash();
  };
  const Result<void> emptied = co_await OnWorker(std::move(empty));
  if (!emptied) {
    log_(LogLevel::kError,
         "purge: cannot remove the remains of an earlier purge: " + emptied.error().message);
  }
}

Task<void> JobPurge::Repeat() {
  for (;;) {
    const Result<std::size_t> gone = co_await Run(rules_.ages, rules_.batch);
    if (!gone) {
      log_(LogLevel::kError, "purge: " + gone.error().message);
    }
    if (*std::max_element(rules_.ages.begin(), rules_.ages.end()) < 0) {
      co_return;
    }
    co_await Sleep(std::chrono::milliseconds(rules_.interval_ms));
  }
}

/// Purges the jobs of one type, and adds their programs to `programs`. Returns the number of jobs.
Task<Result<std::size_t>> JobPurge::RemoveType(JobType type, std::int64_t ended_until,
                                               std::size_t batch, std::set<std::string>* programs) {
  std::size_t count = 0;
  std::string after;
  do {
    auto find = [&, path = state_path_](const StopFlag& stop) {
      return FindOld(path, type, ended_until, after, batch, stop);
    };
    Result<OldJobs> old = co_await OnWorker(std::move(find));
    HPDL_CO_TRY(old);
    for (const std::string& why : old->unread) {
      log_(LogLevel::kError, "purge: a job is kept, because it cannot be read: " + why);
    }
    Result<void> known = AddParents(records_, &old->jobs);
    if (known) {
      auto leave = [&, path = state_path_](const StopFlag&) {
        return LeaveChildren(path, &old->jobs);
      };
      known = co_await OnWorker(std::move(leave));
    }
    HPDL_CO_TRY(known);
    // The records are removed before the jobs, because the server may die in between. A job without
    // a record is purged the next time, but a record without a job would block its idempotency key
    // for ever.
    const Result<void> forgotten = ForgetSettled(records_, &old->jobs);
    HPDL_CO_TRY(forgotten);
    auto remove = [&, path = state_path_](const StopFlag& stop) {
      return RemoveOld(path, old->jobs, archive_, ended_until, stop);
    };
    const Result<GoneJobs> gone = co_await OnWorker(std::move(remove));
    HPDL_CO_TRY(gone);
    for (const std::string& why : gone->kept) {
      log_(LogLevel::kError,
           "purge: a job " +
               std::string(archive_ == nullptr ? "cannot be removed completely: "
                                               : "is kept, because it cannot be archived: ") +
               why);
    }
    for (const OldJob& job : gone->jobs) {
      programs->insert(job.program);
    }
    count += gone->jobs.size();
    after = old->next;
  } while (!after.empty());
  co_return count;
}

/// Purges parents first, because children stay as long as their parents exist.
Task<Result<std::size_t>> JobPurge::Run(PurgeAges ages, std::size_t batch) {
  co_await Finish();
  const AdmissionQueue::Place turn = co_await AdmissionQueue::Enter(turn_);
  const std::int64_t now_ms = NowMs();
  std::set<std::string> programs;
  std::size_t count = 0;
  for (const JobType type : {JobType::kBundle, JobType::kCoordinator, JobType::kWorkflow}) {
    const std::int64_t age = ages[static_cast<std::size_t>(type)];
    if (age < 0) {
      continue;
    }
    const Result<std::size_t> gone = co_await RemoveType(type, now_ms - age, batch, &programs);
    HPDL_CO_TRY(gone);
    count += *gone;
  }
  auto look = [path = state_path_, &programs](const StopFlag& stop) {
    return Unused(path, programs, stop);
  };
  const Result<std::vector<std::string>> unused = co_await OnWorker(std::move(look));
  HPDL_CO_TRY(unused);
  const Result<std::size_t> dropped = DropPrograms(records_, *unused);
  HPDL_CO_TRY(dropped);
  if (count != 0) {
    log_(LogLevel::kInfo, "purge: " + std::to_string(count) + " jobs are " +
                              (archive_ == nullptr ? "removed" : "archived") + ", " +
                              std::to_string(*dropped) + " programs are removed");
  }
  co_return count;
}

}  // namespace hpdl::rt
