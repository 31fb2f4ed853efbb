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

/// How far a job is.
enum class JobProgress : std::uint8_t { kRunning, kSucceeded, kFailed };

/// What a submission may be known by, when its answer was not heard.
struct Submission {
  SlotId slot;
  std::string url;            ///< of the Oozie
  std::string key;            ///< submissions with one key are one job, where the server knows keys
  std::string user;           ///< whose job it is; "": the server says
  std::int64_t begun_ms = 0;  ///< when it was sent first, since 1970
};

/// What a search for the job of a submission has found.
struct FoundJob {
  std::optional<std::string> id;
  /// Without an id: another submission cannot be a second job.
  bool certain = false;
};

/// What a job that its service does not know is to a slot that has it.
enum class GoneJob : std::uint8_t {
  kError,  ///< as Celos: the slot stays as it is, for ever
  kEnded,  ///< it has failed, for good, because nobody knows what it has done; or is killed
};

/// The code of an error that needs no line in a log: that of the server is there.
inline constexpr std::string_view kLeftForNextStep = "left for the next step";

/// Where workflows are submitted. Errors are of class kTransient if it is not known whether the
/// request was heard, else the service has refused it.
class ExternalService {
 public:
  virtual ~ExternalService() = default;
  /// Makes a job, which waits for Start(). Gives its id.
  virtual Result<std::string> Submit(const Submission& submission,
                                     const Properties& properties) = 0;
  /// One that runs already is no error.
  virtual Result<void> Start(const std::string& url, const std::string& id) = 0;
  virtual Result<JobProgress> Look(const std::string& url, const std::string& id) = 0;
  virtual Result<void> Kill(const std::string& url, const std::string& id) = 0;
  virtual Result<FoundJob> Find(const Submission& submission) = 0;
  /// A step of the scheduler begins. A server that does not answer within its limit holds it once:
  /// until its end no other request is sent there.
  virtual void BeginStep() {}
  virtual void EndStep() {}
  /// Whether requests to a server are not sent in this step. Their error is kLeftForNextStep.
  virtual bool IsLeft(const std::string& /*url*/) { return false; }
  /// Where a URL of a workflow leads, for what outlives this program.
  virtual std::string AddressOf(const std::string& url) { return url; }
};

/// Whether the service has said that it has no such job (E0604).
bool SaysNoJob(const Error& error);

/// `given` as a slot is submitted with it: variables replaced, the slot's own names over them.
Properties PropertiesOfSlot(const Properties& given, const SlotId& slot);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_EXTERNAL_SERVICE_H_
