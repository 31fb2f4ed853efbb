#ifndef HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_REPLIES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_REPLIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/world/net/network.h"

/// Reads Oozie's replies. The texts of the errors are the texts that Celos uses.
namespace hpdl::rt::celos {

/// Returns the progress of a job with this status, or an error if the status is unknown to Celos.
Result<JobProgress> ProgressOf(std::string_view status);

/// Returns the error of a reply, such as `E0604 : E0604: Job does not exist [x]`. The error class
/// is kTransient if the HTTP status is 500 or more, because the request may have been carried out.
Error ErrorOfReply(const HttpReply& reply);
/// Returns the error of a request without a reply. The error class is kTransient if the connection
/// was established, because the request may have been carried out.
Error ErrorOfNetwork(const Error& error);

/// A part of a list of workflow jobs.
struct ListedJobs {
  std::size_t count = 0;
  std::vector<std::string> waiting;  ///< ids of jobs that have not been started
};
Result<ListedJobs> ReadJobs(std::string_view json);
/// Reads the property celosWorkflowName of a job from the reply to `show=info`. Returns "" if there
/// is no such property.
Result<std::string> ReadWorkflowName(std::string_view json);
/// True if the server is an hpdld, which makes only one job from submissions with the same key.
bool KnowsKeys(std::string_view build_version_json);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_REPLIES_H_
