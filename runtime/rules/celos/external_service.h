#ifndef HPDL_RUNTIME_RULES_CELOS_EXTERNAL_SERVICE_H_
#define HPDL_RUNTIME_RULES_CELOS_EXTERNAL_SERVICE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/slot_state.h"

namespace hpdl::rt::celos {

/// The progress of a job.
enum class JobProgress : std::uint8_t { kRunning, kSucceeded, kFailed };

/// A request to make a job for a slot. If the server's response is lost, the job can be found with
/// the data of the request.
struct Submission {
  SlotId slot;
  std::string url;  ///< URL of the Oozie server
  /// The unique key of the submission. A server that supports keys makes only one job for all
  /// requests with the same key.
  std::string key;
  std::string user;           ///< user of the job; empty if the server chooses the user
  std::int64_t begun_ms = 0;  ///< time of the first request for this submission, in ms since 1970
};

/// The result of a search for the job of a submission.
struct FoundJob {
  std::optional<std::string> id;
  /// Used only if `id` has no value. True if no earlier request for this submission can still make
  /// a job, so a new request cannot cause a second job.
  bool certain = false;
};

/// The error code of a request that is not sent in this step, because the server did not respond to
/// an earlier request. This error is not logged, because the earlier error was logged.
inline constexpr std::string_view kLeftForNextStep = "left for the next step";

/// The service to which workflows are submitted. An error is of class kTransient if it is unknown
/// whether the service received the request. Otherwise the service has refused the request.
class ExternalService {
 public:
  virtual ~ExternalService() = default;
  /// Makes a job, which then waits for Start(). Returns the id of the job.
  virtual Result<std::string> Submit(const Submission& submission,
                                     const Properties& properties) = 0;
  /// Starts a job. It is not an error if the job already runs.
  virtual Result<void> Start(const std::string& url, const std::string& id) = 0;
  virtual Result<JobProgress> Look(const std::string& url, const std::string& id) = 0;
  virtual Result<void> Kill(const std::string& url, const std::string& id) = 0;
  virtual Result<FoundJob> Find(const Submission& submission) = 0;
  /// Begins a step of the scheduler. If a server does not respond within its time limit, the step
  /// sends no further request to this server. So each server delays the step only once.
  virtual void BeginStep() {}
  virtual void EndStep() {}
  /// True if this step sends no more requests to the server at `url`. Requests to the server then
  /// fail with kLeftForNextStep.
  virtual bool IsLeft(const std::string& /*url*/) { return false; }
  /// Returns the address of the server that a workflow's URL stands for. Stored records contain
  /// this address.
  virtual std::string AddressOf(const std::string& url) { return url; }
};

/// True if the error means that the service has no such job (E0604). The slot of such a job fails
/// without a retry, because the result of the job is unknown. A kill of the slot succeeds.
bool SaysNoJob(const Error& error);

/// Returns the properties with which a slot is submitted: `given` with its time variables replaced,
/// and overridden by the slot's own properties.
Properties PropertiesOfSlot(const Properties& given, const SlotId& slot);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_EXTERNAL_SERVICE_H_
