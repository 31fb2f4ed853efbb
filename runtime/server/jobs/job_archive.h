#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_ARCHIVE_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_ARCHIVE_H_

#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/locks.h"

namespace hpdl::rt {

/// Where the jobs of a state directory go when they are purged: a state directory too, so that
/// programs read it (`--state`), of the server's user alone. A job is in one of the two, whole,
/// wherever the machine stops. On one file system it goes there by a rename. Else:
/// - it is copied into `<archive>/incoming` and synced,
/// - renamed into `<state>/archived`: from here on it is the archive's,
/// - renamed into `<archive>/jobs`, and what is in `archived` is deleted.
class JobArchive {
 public:
  /// Makes the folder if need be, and has it for itself. kError: it cannot be used, another server
  /// has it, or it is the state directory.
  static Result<std::unique_ptr<JobArchive>> Open(const std::string& path,
                                                  const std::string& state_path);

  /// Moves a job, whose lease the caller has, out of `state`. kError also if the archive has one of
  /// this id. Any thread.
  Result<void> Move(StateDirectory& state, const std::string& id) const;
  /// Goes on with what was begun before a crash. Any thread; nobody may move meanwhile.
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
