#ifndef HPDL_RUNTIME_STORE_LOCAL_STATE_DIRECTORY_H_
#define HPDL_RUNTIME_STORE_LOCAL_STATE_DIRECTORY_H_

#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/store/journal.h"
#include "runtime/store/local/local_work_folder.h"
#include "runtime/store/sqlite/salvage.h"

namespace hpdl::rt {

class Catalogue;
class Lease;
class Mailbox;
class MailboxBell;

/// Where jobs are kept: of each a journal, a lease and a mailbox, and one catalogue of all. None of
/// these knows a path: Open() gives the implementation on SQLite and files of this machine.
class StateDirectory {
 public:
  /// Makes the directory if need be, with `<path>/jobs/<id>/journal.db` for each job. Refuses, with
  /// a reason, what is read-only, full, on a network file system, or of a newer version.
  static Result<std::unique_ptr<StateDirectory>> Open(const std::string& path, bool create);
  virtual ~StateDirectory() = default;

  /// What `--state` names it by.
  virtual const std::string& name() const = 0;
  /// Where the files of its jobs lie on this machine.
  virtual const LocalWorkFolder& work() const = 0;
  /// The next job id, which this directory gives once and no other one gives (job_ids.h).
  virtual Result<std::string> NewJobId(std::string_view user, JobType type) = 0;
  Result<std::string> NewJobId(std::string_view user) { return NewJobId(user, JobType::kWorkflow); }
  virtual Result<std::unique_ptr<Journal>> CreateJob(std::string_view id) = 0;
  /// kError with code "E0604" if there is no such job; kCorruptStore if the journal is damaged.
  virtual Result<std::unique_ptr<Journal>> OpenJob(std::string_view id, bool read_only) = 0;
  /// Whether there is a root job of this id, if only one that somebody has begun to make.
  virtual bool HasJob(std::string_view root_id) const = 0;
  /// Root job id of a job or sub-workflow job id.
  virtual Result<std::string> FindRoot(std::string_view id) = 0;
  /// The right to run a root job and to write its journal, by CreateJob() or OpenJob(): the job
  /// rows of each commit go to the catalogue. kError "E0719" if another process has it; with
  /// `wait`, that one's end is awaited, however long that takes.
  virtual Result<std::unique_ptr<Lease>> TakeLease(const std::string& root_id,
                                                   bool wait = false) = 0;
  /// Whether some process has the lease of a root job now, this one too.
  virtual bool IsRun(const std::string& root_id) const = 0;
  /// The right to make the job of a given id, waited for while somebody else makes it.
  virtual Result<std::unique_ptr<Lease>> TakeMaking(std::string_view id) = 0;
  /// How others reach whoever runs a root job.
  virtual std::unique_ptr<Mailbox> OpenMailbox(std::string_view root_id) = 0;
  /// Messages of all jobs, as they come.
  virtual std::unique_ptr<MailboxBell> OpenBell() = 0;
  /// To be called with the lease, and so is SalvageJob(). The job is gone at once; its files are
  /// deleted after that, if need be by EmptyTrash().
  virtual Result<void> RemoveJob(std::string_view id) = 0;
  /// Deletes what is left of jobs that were removed, by whom ever, before a crash.
  virtual Result<void> EmptyTrash() = 0;
  /// What salvage.h does, with the journal of a root job.
  virtual JournalCheck CheckJob(std::string_view root_id) = 0;
  virtual Result<JournalSalvage> SalvageJob(std::string_view root_id) = 0;
  /// Questions over all jobs.
  virtual Catalogue& catalogue() = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_STATE_DIRECTORY_H_
