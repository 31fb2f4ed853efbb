#ifndef HPDL_RUNTIME_ENGINES_REPORT_JOB_FILTER_H_
#define HPDL_RUNTIME_ENGINES_REPORT_JOB_FILTER_H_

#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt {

/// The jobs of a query and their order.
struct JobQuery {
  JobFilter filter;
  JobOrder order = JobOrder::kCreated;
};

/// Reads Oozie's filter of jobs, KEY=VALUE;KEY=VALUE..., and adds it to `query`. Values of one key
/// are alternatives. The keys are status, user, group, name, id, text, sortby (createdTime or
/// lastModifiedTime), startcreatedtime and endcreatedtime. A time is 2026-11-22T10:00Z, or an age
/// such as -3d, -2h or -30m. Returns kError "E0420" if the filter is invalid.
Result<void> AddJobFilter(std::string_view text, std::int64_t now_ms, JobQuery* query);

/// Adds the states of a comma-separated list, in upper or lower case and with the state names of
/// either dialect. Returns kError "E0420" if a name is unknown.
Result<void> AddStates(std::string_view words, JobFilter* filter);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_JOB_FILTER_H_
