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

/// For how long jobs stay after their ends, by JobType, ms; less than 0: for ever.
using PurgeAges = std::array<std::int64_t, 3>;

/// When jobs go by themselves.
struct PurgeRules {
  PurgeAges ages = {-1, -1, -1};
  std::int64_t interval_ms = 3'600'000;
  std::size_t batch = 100;  ///< jobs that are worked on at a time
};

/// Removes jobs that ended long ago, or moves them to the archive: their folders, their rows in the
/// catalogue, what the server remembers of them, and their programs, if no other job has one. A job
/// that has not ended, that some process has the lease of, that is to run, or whose parent is
/// there, stays. Everything but the server's records is done on a worker thread. After a crash, the
/// next server deletes what this one had begun to. Loop thread only; what it is given outlives it,
/// and it outlives its tasks.
class JobPurge {
 public:
  /// How long a program is kept after its last use.
  static constexpr std::int64_t kProgramMs = 3'600'000;

  /// `archive`: null, jobs are deleted.
  JobPurge(boost::asio::io_context& loop, const StateDirectory& state, ServerRecords& records,
           const JobArchive* archive, PurgeRules rules, ServerLog log);

  /// Deletes what an earlier server has left, and purges by the rules from now on.
  void Begin();
  /// Jobs that ended so long ago. How many have gone.
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
  const std::shared_ptr<AdmissionQueue> turn_;  ///< one at a time
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_JOB_PURGE_H_
