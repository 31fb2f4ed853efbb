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
  JobQuery query;     ///< selects jobs of one type
  bool none = false;  ///< if true, no job matches, and `query` is ignored
  /// The frequency and unit as coordinators show them; "": any value matches.
  std::string frequency, time_unit;
};

/// Reads `KEY=VALUE;KEY=VALUE`, or refuses it in Oozie's words. `with_error`: the states of
/// coordinators and bundles include states with error, for example RUNNINGWITHERROR.
std::variant<JobsFilter, Refusal> ReadJobsFilter(std::string_view filter, JobType type,
                                                 bool with_error, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOBS_FILTER_H_
