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

/// The default number of jobs in an answer, and the limit of this number.
inline constexpr std::int64_t kDefaultLen = 50, kMostLen = 10'000;

/// A page of jobs of one type, as `filter`, `offset` and `len` select it.
struct JobPage {
  std::int64_t total = 0;   ///< number of matching jobs on all pages
  std::int64_t offset = 1;  ///< counts from 1
  std::int64_t len = 0;
  std::vector<CatalogueEntry> jobs;
};

/// Reads the page that a request asks for. Jobs of compiled-in sub-workflows are in the page only
/// if the filter names their ids.
Task<std::variant<JobPage, Refusal>> ReadPage(Exchange& exchange, JobType type);

/// Reads the parameter `name` of a request: `offset` or `len`. Returns `without` if the parameter
/// is missing or less than 1.
std::variant<std::int64_t, Refusal> CountOf(const Exchange& exchange, std::string_view name,
                                            std::int64_t without);

/// Writes the array `coordinatorjobs` or `bundlejobs`; leaves out jobs that have been removed
/// meanwhile.
Task<Result<void>> WriteCoordinations(JsonWriter* json, const Exchange& exchange, JobType type,
                                      const std::vector<CatalogueEntry>& jobs);

/// Writes the array `workflows`. With `links`, each job has a consoleUrl.
void WriteWorkflows(JsonWriter* json, const Exchange& exchange,
                    const std::vector<CatalogueEntry>& jobs, bool links);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JOB_PAGES_H_
