#ifndef HPDL_RUNTIME_SERVER_OOZIE_JOBS_FILTER_H_
#define HPDL_RUNTIME_SERVER_OOZIE_JOBS_FILTER_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/report/job_filter.h"
#include "runtime/server/oozie/answers.h"

namespace hpdl::rt {

/// The `filter` of lists of workflow jobs, KEY=VALUE;KEY=VALUE..., put on top of what `query` has;
/// what is wrong with it, in Oozie's words.
std::optional<Refusal> ReadJobsFilter(std::string_view filter, std::int64_t now_ms,
                                      JobQuery* query);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_OOZIE_JOBS_FILTER_H_
