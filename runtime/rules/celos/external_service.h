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

/// A submission, with the data by which its job can be found if the answer was lost.
struct Submission {
  SlotId slot;
  std::string url;  ///< URL of the Oozie server
  /// A server that knows keys makes one job of all submissions with the same key.
  std::string key;
  std::string user;           ///< user of the job; "": the server decides
  std::int64_t begun_ms = 0;  ///< time of the first request for this submission, in ms since 1970
};

/// The result of a search for the job of a submission.
struct FoundJob {
  std::optional<std::string> id;
  /// Only used if no job was found. True: no request for this submission can still make a job, so
  /// another submission cannot lead to a second job.
  bool certain = false;
};

/// Says what happens to a slot whose job is unknown to the job's service.
enum class GoneJob : std::uint8_t {
  kError,  ///< as Celos: the slot stays as it is, for ever
  kEnded,  ///< the slot fails for good, because nobody knows what the job has done; a kill of the
           ///< slot succeeds
};

/// The error code of a request that is left for the next step. The error needs no line in the log,
/// because the error of the server is already there.
inline constexpr std::string_view kLeftForNextStep = "left for the next step";

/// The service to which workflows are submitted. An error is of class kTransient if it is unknown
/// whether the service received the request. Otherwise the service has refused the request.
class ExternalService {
 public:
  virtual ~ExternalService() = default;
  /// Makes a job, which then waits for Start(). Returns the id of the job.
  virtual Result<std::string> Submit(const Submission& submission,
                                     const Properties& properties) = 0;
  /// Starts a job. A job that already runs is no error.
  virtual Result<void> Start(const std::string& url, const std::string& id) = 0;
  virtual Result<JobProgress> Look(const std::string& url, const std::string& id) = 0;
  virtual Result<void> Kill(const std::string& url, const std::string& id) = 0;
  virtual Result<FoundJob> Find(const Submission& submission) = 0;
  /// Begins a step of the scheduler. A server that does not answer within its time limit delays the
  /// step only once: until the end of the step no further request is sent to it.
  virtual void BeginStep() {}
  virtual void EndStep() {}
  /// True if no requests are sent to this server in this step. Requests to it fail with
  /// kLeftForNextStep.
  virtual bool IsLeft(const std::string& /*url*/) { return false; }
  /// Returns the address to which a workflow's URL leads, for records that outlive this program.
  virtual std::string AddressOf(const std::string& url) { return url; }
};

/// True if the service has said that it has no such job (E0604).
bool SaysNoJob(const Error& error);

/// Returns the properties with which a slot is submitted: `given` with its time variables replaced,
/// and overridden by the slot's own properties.
Properties PropertiesOfSlot(const Properties& given, const SlotId& slot);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_EXTERNAL_SERVICE_H_
