#ifndef HPDL_RUNTIME_SERVER_JOBS_JOB_PURGE_H_
#define HPDL_RUNTIME_SERVER_JOBS_JOB_PURGE_H_

#include <array>
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/jobs/job_archive.h"
#include "runtime/server/work/server_log.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/server_records/server_records.h"

namespace hpdl::rt {

/// For each JobType, the milliseconds that jobs are kept after their ends; less than 0: for ever.
using PurgeAges = std::array<std::int64_t, 3>;

/// The rules by which the server purges jobs by itself.
struct PurgeRules {
  PurgeAges ages = {-1, -1, -1};
  std::int64_t interval_ms = 3'600'000;
  std::size_t batch = 100;  ///< number of jobs handled at a time
};

/// Removes jobs that ended long ago, or moves them to the archive. A purged job loses its folder,
/// its row in the catalogue and its server record. Its program is deleted if no other job uses it.
/// A job stays if it has not ended, if some process has its lease, if it should run, or if its
/// parent exists. A worker thread does all the work except changes of the server's records. A
/// purge first completes those that failed or were interrupted halfway, also those of an earlier
/// server. Loop thread only. The
/// objects that the constructor gets must outlive this one, and this one must outlive its tasks.
class JobPurge {
 public:
  /// milliseconds that a program is kept after its last use
  static constexpr std::int64_t kProgramMs = 3'600'000;

  /// `archive`: null if purged jobs are deleted and not archived.
  JobPurge(boost::asio::io_context& loop, const StateDirectory& state, ServerRecords& records,
           const JobArchive* archive, PurgeRules rules, ServerLog log);

  /// Purges by the rules from now on.
  void Begin();
  /// Purges the jobs that ended at least `ages` ago, `batch` at a time. Returns their number.
  Task<Result<std::size_t>> Run(PurgeAges ages, std::size_t batch);

 private:
  Task<void> Finish();
  Task<void> Repeat();
  Task<Result<std::size_t>> RemoveType(JobType type, std::int64_t ended_until, std::size_t batch,
                                       std::set<std::string>* programs);

  boost::asio::io_context& loop_;
  const std::string state_path_;
  ServerRecords& records_;
  const JobArchive* const archive_;
  const PurgeRules rules_;
  const ServerLog log_;
  const std::shared_ptr<AdmissionQueue> turn_;  ///< lets one purge run at a time
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_PURGE_H_
