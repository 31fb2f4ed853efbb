#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_RESOURCES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_RESOURCES_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_request.h"

/// The functions that answer requests for the paths of the API. Each function returns the body of
/// its answer, or an error. Only this folder uses this header.
namespace hpdl::rt::celos {

/// Codes of errors whose answer has only the message: kNotThere gives 404, kIncomplete gives 400.
inline constexpr std::string_view kNotThere = "not found", kIncomplete = "incomplete";
/// The code of an error that is logged and answered with status 400. The body of the answer is the
/// error's message, or "Bad Request" if the message is empty.
inline constexpr std::string_view kBare = "bare";

/// A request that is being answered.
struct Exchange {
  const CelosRequest& request;
  CelosWorld& world;
  CelosParameters parameters;

  /// Returns a parameter; null if it is missing.
  const std::string* Find(std::string_view name) const;
  /// Returns a parameter that a request must have; kIncomplete if it is missing.
  Result<std::string> Required(std::string_view name) const;
  /// Returns the parameter `id`; kIncomplete if it is missing.
  Result<std::string> Id() const { return Required("id"); }
  /// Returns a parameter that is a time, or `otherwise` if the parameter is missing.
  Result<ScheduledTime> Time(std::string_view name, ScheduledTime otherwise) const;
  /// Returns the parameter `time`, or the present time if the parameter is missing.
  Result<ScheduledTime> TimeOrNow() const { return Time("time", Now()); }
  /// Returns the parameter `time`, the time of a slot; kIncomplete if it is missing.
  Result<ScheduledTime> SlotTime() const;
  ScheduledTime Now() const { return {world.now_ms()}; }
};

/// Checks the id of a workflow. Returns the same error as Celos.
Result<void> CheckWorkflowId(std::string_view id);

/// The workflow that a request names, and the definitions that contain it.
struct FoundWorkflow {
  DefinitionsPtr definitions;
  const Workflow* workflow;
};
Result<FoundWorkflow> FindWorkflow(const Exchange& exchange, const std::string& id);

// These functions are defined in workflows_resource.cpp.
Result<std::string> GetWorkflowList(Exchange& exchange);
Result<std::string> GetWorkflowSlots(Exchange& exchange);
Result<std::string> GetWorkflow(Exchange& exchange);

// These functions are defined in slot_resource.cpp.
Result<std::string> GetSlotState(Exchange& exchange);
Result<std::string> GetTriggerStatus(Exchange& exchange);
Result<std::string> PostRerun(Exchange& exchange);
Result<std::string> PostKill(Exchange& exchange);

// These functions are defined in scheduler_resource.cpp.
Result<std::string> PostScheduler(Exchange& exchange);
Result<std::string> PostPause(Exchange& exchange);
Result<std::string> PostClearCache(Exchange& exchange);

// These functions are defined in register_resource.cpp.
Result<std::string> GetRegister(Exchange& exchange);
Result<std::string> PutRegister(Exchange& exchange);
Result<std::string> DeleteRegister(Exchange& exchange);
Result<std::string> GetRegisterKeys(Exchange& exchange);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_RESOURCES_H_
