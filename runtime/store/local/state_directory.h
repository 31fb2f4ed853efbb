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

/// A directory of jobs. Each job has a journal, a lease and a mailbox; one catalogue covers all
/// jobs. Open() returns the implementation that uses SQLite and files on this machine. Only this
/// implementation uses the paths of these files.
class StateDirectory {
 public:
  /// Opens the directory. If `create` is true, makes a missing directory. The journal of a job is
  /// `<path>/jobs/<id>/journal.db`. Refuses, with a reason, a directory that is read-only, full, on
  /// a network file system, or of a newer version.
  static Result<std::unique_ptr<StateDirectory>> Open(const std::string& path, bool create);
  virtual ~StateDirectory() = default;

  /// Returns the value with which `--state` selects this directory.
  virtual const std::string& name() const = 0;
  /// Returns the folders for the jobs' files on this machine.
  virtual const LocalWorkFolder& work() const = 0;
  /// Returns the next job id. This directory returns it only once, and no other directory returns
  /// it (job_ids.h).
  virtual Result<std::string> NewJobId(std::string_view user, JobType type) = 0;
  Result<std::string> NewJobId(std::string_view user) { return NewJobId(user, JobType::kWorkflow); }
  virtual Result<std::unique_ptr<Journal>> CreateJob(std::string_view id) = 0;
  /// Opens the journal of a job. The error is kError "E0604" if there is no such job, and
  /// kCorruptStore if the journal is damaged.
  virtual Result<std::unique_ptr<Journal>> OpenJob(std::string_view id, bool read_only) = 0;
  /// True if there is a root job with this id, also while the job is still being made.
  virtual bool HasJob(std::string_view root_id) const = 0;
  /// Returns the id of the root job that the job `id` belongs to. The job may itself be a root job.
  virtual Result<std::string> FindRoot(std::string_view id) = 0;
  /// Takes the lease of a root job: the right to run the job and to write the journal that
  /// CreateJob() or OpenJob() returns. While the lease is held, the job rows of each commit go to
  /// the catalogue. If another process has the lease, the error is kError "E0719". With `wait`,
  /// waits instead until that process gives the lease back, however long that takes.
  virtual Result<std::unique_ptr<Lease>> TakeLease(const std::string& root_id,
                                                   bool wait = false) = 0;
  /// True if any process, including this one, has the lease of a root job now.
  virtual bool IsRun(const std::string& root_id) const = 0;
  /// Takes the right to make the job with a given id. Waits while another process has this right.
  virtual Result<std::unique_ptr<Lease>> TakeMaking(std::string_view id) = 0;
  /// Opens the mailbox by which messages reach the engine of a root job.
  virtual std::unique_ptr<Mailbox> OpenMailbox(std::string_view root_id) = 0;
  /// Opens the bell, a descriptor that becomes readable when a message arrives for any job.
  virtual std::unique_ptr<MailboxBell> OpenBell() = 0;
  /// Removes a job. The caller must have the job's lease. First the job disappears from the state
  /// directory, then its files are deleted. EmptyTrash() deletes files that remain after a crash.
  virtual Result<void> RemoveJob(std::string_view id) = 0;
  /// Deletes the files of removed jobs that remain because a process crashed during the removal.
  virtual Result<void> EmptyTrash() = 0;
  /// CheckJob() checks the journal of a root job, and SalvageJob() salvages it (salvage.h). The
  /// caller of SalvageJob() must have the job's lease.
  virtual JournalCheck CheckJob(std::string_view root_id) = 0;
  virtual Result<JournalSalvage> SalvageJob(std::string_view root_id) = 0;
  /// Returns the catalogue, which answers questions about all jobs.
  virtual Catalogue& catalogue() = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_STATE_DIRECTORY_H_
