#ifndef HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_REPLIES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_REPLIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/world/net/network.h"

/// Reads Oozie's replies as Celos does, with the messages of Celos.
namespace hpdl::rt::celos {

/// The progress that Celos sees in a job's status. An error: Celos does not know the status.
Result<JobProgress> ProgressOf(std::string_view status);

/// The error of a reply, `E0604 : E0604: Job does not exist [x]`. kTransient if the server itself
/// has failed (status 500 or more): the request may have been carried out.
Error ErrorOfReply(const HttpReply& reply);
/// The error of a request without an answer. kTransient if there was a connection: the request may
/// have been carried out.
Error ErrorOfNetwork(const Error& error);

/// A part of a list of workflow jobs.
struct ListedJobs {
  std::size_t count = 0;
  std::vector<std::string> waiting;  ///< ids of jobs that have not been started
};
Result<ListedJobs> ReadJobs(std::string_view json);
/// Reads the property celosWorkflowName of a job from the reply to `show=info`; "": no such
/// property.
Result<std::string> ReadWorkflowName(std::string_view json);
/// True if the server makes one job from submissions with the same key, which means that the server
/// is an hpdld.
bool KnowsKeys(std::string_view build_version_json);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SERVICE_OOZIE_REPLIES_H_
