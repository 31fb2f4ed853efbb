#ifndef HPDL_RUNTIME_SERVER_JOBS_PURGE_QUERY_H_
#define HPDL_RUNTIME_SERVER_JOBS_PURGE_QUERY_H_

#include <array>
#include <cstdint>
#include <optional>

namespace hpdl::rt {

/// What somebody asks to be purged.
struct PurgeQuery {
  /// Days after their ends, by JobType; none: as the site says, or else as Oozie has it.
  std::array<std::optional<std::int64_t>, 3> days;
  std::optional<std::int64_t> batch;  ///< jobs that are worked on at a time; none: as the site says
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PURGE_QUERY_H_
