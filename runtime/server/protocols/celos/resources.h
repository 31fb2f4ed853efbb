#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_RESOURCES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_RESOURCES_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_request.h"

/// What each path of the API does: the body of its answer, or what is wrong. Of this room alone.
namespace hpdl::rt::celos {

/// Codes of errors whose message alone is told: not found, and a request that lacks something.
inline constexpr std::string_view kNotThere = "not found", kIncomplete = "incomplete";
/// The code of an error that is told by its message, and none of which ends the request with 400.
inline constexpr std::string_view kBare = "bare";

/// A request that is being answered.
struct Exchange {
  const CelosRequest& request;
  CelosWorld& world;
  CelosParameters parameters;

  /// Null: it is not there.
  const std::string* Find(std::string_view name) const;
  /// The parameter `id`; kIncomplete.
  Result<std::string> Id() const;
  /// A parameter that is a time, or what is in its place.
  Result<ScheduledTime> Time(std::string_view name, ScheduledTime otherwise) const;
  /// The parameter `time`, or now.
  Result<ScheduledTime> Time() const { return Time("time", Now()); }
  ScheduledTime Now() const { return {world.now_ms()}; }
};

/// Whether a text may be the id of a workflow; the error is Celos' own.
Result<void> CheckWorkflowId(std::string_view id);

/// The workflow that a request names, with the definitions that it is of.
struct FoundWorkflow {
  DefinitionsPtr definitions;
  const Workflow* workflow;
};
Result<FoundWorkflow> FindWorkflow(const Exchange& exchange, const std::string& id);

// workflows_resource.cpp
Result<std::string> GetWorkflowList(Exchange& exchange);
Result<std::string> GetWorkflowSlots(Exchange& exchange);
Result<std::string> GetWorkflow(Exchange& exchange);

// slot_resource.cpp
Result<std::string> GetSlotState(Exchange& exchange);
Result<std::string> GetTriggerStatus(Exchange& exchange);
Result<std::string> PostRerun(Exchange& exchange);
Result<std::string> PostKill(Exchange& exchange);

// scheduler_resource.cpp
Result<std::string> PostScheduler(Exchange& exchange);
Result<std::string> PostPause(Exchange& exchange);
Result<std::string> PostClearCache(Exchange& exchange);

// register_resource.cpp
Result<std::string> GetRegister(Exchange& exchange);
Result<std::string> PutRegister(Exchange& exchange);
Result<std::string> DeleteRegister(Exchange& exchange);
Result<std::string> GetRegisterKeys(Exchange& exchange);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_RESOURCES_H_
