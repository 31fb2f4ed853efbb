#ifndef HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_REPLIES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_REPLIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/world/net/network.h"

/// What Oozie says, as Celos understands it, with the words of its errors.
namespace hpdl::rt::celos {

/// What Celos makes of the status of a job. An error: it knows no such status.
Result<JobProgress> ProgressOf(std::string_view status);

/// `E0604 : E0604: Job does not exist [x]`. Not heard if the server itself has failed.
Error ErrorOfReply(const HttpReply& reply);
/// Of a request that had no answer. Not heard if there was a connection.
Error ErrorOfNetwork(const Error& error);

/// A part of a list of workflow jobs.
struct ListedJobs {
  std::size_t count = 0;
  std::vector<std::string> waiting;  ///< ids of those that nobody has started
};
Result<ListedJobs> ReadJobs(std::string_view json);
/// The property celosWorkflowName of a job that `show=info` tells of; "" if it has none.
Result<std::string> ReadWorkflowName(std::string_view json);
/// Whether the server takes submissions with one key for one: whether it is an hpdld.
bool KnowsKeys(std::string_view build_version_json);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_REPLIES_H_
