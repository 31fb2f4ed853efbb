#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOBS_FILTER_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOBS_FILTER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/engines/report/job_filter.h"
#include "runtime/server/protocols/oozie/answers.h"

namespace hpdl::rt {

/// The `filter` of a list of jobs.
struct JobsFilter {
  JobQuery query;     ///< of one type of jobs
  bool none = false;  ///< it means no job, whatever the query says
  /// Of coordinators, as these show them; "": any.
  std::string frequency, time_unit;
};

/// KEY=VALUE;KEY=VALUE..., or what is wrong with it, in Oozie's words. Whether states with error
/// are seen matters for coordinators and bundles.
std::variant<JobsFilter, Refusal> ReadJobsFilter(std::string_view filter, JobType type,
                                                 bool with_error, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOBS_FILTER_H_
