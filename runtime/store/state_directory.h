#ifndef HPDL_RUNTIME_STORE_STATE_DIRECTORY_H_
#define HPDL_RUNTIME_STORE_STATE_DIRECTORY_H_

#include <memory>
#include <string>
#include <string_view>

#include "runtime/base/result.h"
#include "runtime/store/journal.h"

namespace hpdl::rt {

class Catalogue;
class Lease;
class Mailbox;

/// The state directory: `<state>/jobs/<id>/journal.db`, and the catalogue of all jobs.
class StateDirectory {
 public:
  /// Makes the directory if need be. Refuses, with a reason, what is read-only, full, on a network
  /// file system, or of a newer version.
  static Result<std::unique_ptr<StateDirectory>> Open(const std::string& path, bool create);
  virtual ~StateDirectory() = default;

  virtual const std::string& path() const = 0;
  virtual std::string JobPath(std::string_view root_id) const = 0;
  /// The next job id, unique in this directory.
  virtual Result<std::string> NewJobId(std::string_view user) = 0;
  virtual Result<std::unique_ptr<Journal>> CreateJob(std::string_view id) = 0;
  /// kError with code "E0604" if there is no such job; kCorruptStore if the journal is damaged.
  virtual Result<std::unique_ptr<Journal>> OpenJob(std::string_view id, bool read_only) = 0;
  /// Root job id of a job or sub-workflow job id.
  virtual Result<std::string> FindRoot(std::string_view id) = 0;
  /// The right to run a root job and to write its journal, by CreateJob() or OpenJob(): the job
  /// rows of each commit go to the catalogue. Errors as of Lease::Take().
  virtual Result<std::unique_ptr<Lease>> TakeLease(const std::string& root_id,
                                                   bool wait = false) = 0;
  /// How others reach whoever runs a root job.
  virtual std::unique_ptr<Mailbox> OpenMailbox(std::string_view root_id) = 0;
  /// To be called with the lease.
  virtual Result<void> RemoveJob(std::string_view id) = 0;
  /// Questions over all jobs.
  virtual Catalogue& catalogue() = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_STATE_DIRECTORY_H_
