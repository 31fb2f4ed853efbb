#ifndef HPDL_RUNTIME_SERVER_JOBS_PURGE_QUERY_H_
#define HPDL_RUNTIME_SERVER_JOBS_PURGE_QUERY_H_

#include <array>
#include <cstdint>
#include <optional>

namespace hpdl::rt {

/// A request to purge jobs.
struct PurgeQuery {
  /// For each JobType, the days that jobs are kept after their ends; nullopt: the site's value, or
  /// else Oozie's default.
  std::array<std::optional<std::int64_t>, 3> days;
  std::optional<std::int64_t> batch;  ///< jobs handled at a time; nullopt: the site's value
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PURGE_QUERY_H_
