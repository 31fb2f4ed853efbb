#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_PAGES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_PAGES_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "runtime/ground/base/json_writer.h"
#include "runtime/server/protocols/oozie/resources.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt {

/// How many jobs an answer has if the request does not say it, and the most.
inline constexpr std::int64_t kDefaultLen = 50, kMostLen = 10'000;

/// A page of jobs of one type, as `filter`, `offset` and `len` ask for it.
struct JobPage {
  std::int64_t total = 0;   ///< without the page's bounds
  std::int64_t offset = 1;  ///< from 1
  std::int64_t len = 0;
  std::vector<CatalogueEntry> jobs;
};

/// What is asked for. Jobs of compiled-in sub-workflows are there if they are asked for by their
/// ids.
Task<std::variant<JobPage, Refusal>> ReadPage(Exchange& exchange, JobType type);

/// `offset` or `len` of a request: `without` if it is less than 1 or not there.
std::variant<std::int64_t, Refusal> CountOf(const Exchange& exchange, std::string_view name,
                                            std::int64_t without);

/// The array `coordinatorjobs` or `bundlejobs`; jobs that have gone meanwhile are left out.
Task<Result<void>> WriteCoordinations(JsonWriter* json, const Exchange& exchange, JobType type,
                                      const std::vector<CatalogueEntry>& jobs);

/// The array `workflows`. With `links`, jobs have a consoleUrl.
void WriteWorkflows(JsonWriter* json, const Exchange& exchange,
                    const std::vector<CatalogueEntry>& jobs, bool links);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_PAGES_H_
