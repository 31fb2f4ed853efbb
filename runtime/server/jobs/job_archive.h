#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_ARCHIVE_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_ARCHIVE_H_

#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/locks.h"

namespace hpdl::rt {

/// The folder of purged jobs. It is a state directory, too, so programs read it with `--state`.
/// Only the server's user may open it. After a crash of the machine, the whole job is either in the
/// server's state directory or in the archive. Within one file system a job moves by a rename.
/// Between two file systems:
/// - the job is copied into `<archive>/incoming`, and the copy is synced,
/// - the job is renamed into `<state>/archived`; from here on it belongs to the archive,
/// - the copy is renamed into `<archive>/jobs`, and the job in `<state>/archived` is deleted.
class JobArchive {
 public:
  /// Opens the archive for this server alone, and makes its folder if it is missing. kError: the
  /// folder cannot be used, another server uses it, or it is the state directory.
  static Result<std::unique_ptr<JobArchive>> Open(const std::string& path,
                                                  const std::string& state_path);

  /// Moves a job out of `state`. The caller must have the lease of the job. Returns kError also if
  /// the archive already has a job of this id. Any thread may call it.
  Result<void> Move(StateDirectory& state, const std::string& id) const;
  /// Completes the moves that a crash has interrupted. Any thread may call it; nobody may call
  /// Move() meanwhile.
  Result<void> Finish(StateDirectory& state) const;

 private:
  JobArchive(std::string path, LockedFile serving)
      : path_(std::move(path)), serving_(std::move(serving)) {}
  std::string JobPath(const std::string& id) const { return path_ + "/jobs/" + id; }
  Result<void> MoveFar(StateDirectory& state, const std::string& id) const;
  Result<void> Arrive(const std::string& id) const;
  Result<void> FinishOne(StateDirectory& state, const std::string& id) const;
  void Tell(const std::string& id) const;

  const std::string path_;
  const LockedFile serving_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_ARCHIVE_H_
