#ifndef HPDL_RUNTIME_ENGINES_REPORT_JOB_FILTER_H_
#define HPDL_RUNTIME_ENGINES_REPORT_JOB_FILTER_H_

#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt {

/// Which jobs, and in which order.
struct JobQuery {
  JobFilter filter;
  JobOrder order = JobOrder::kCreated;
};

/// Oozie's filter of jobs, KEY=VALUE;KEY=VALUE..., put on top of what `query` has. Values of one
/// key are alternatives. Keys: status, user, group, name, id, startcreatedtime, endcreatedtime
/// (2026-11-22T10:00Z, or -3d, -2h, -30m: so long ago), text, and sortby (createdTime or
/// lastModifiedTime). kError "E0420" says what is wrong.
Result<void> AddJobFilter(std::string_view text, std::int64_t now_ms, JobQuery* query);

/// Adds the states of a list with commas, in the words of either dialect and any case. kError
/// "E0420" for another word.
Result<void> AddStates(std::string_view words, JobFilter* filter);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_JOB_FILTER_H_
