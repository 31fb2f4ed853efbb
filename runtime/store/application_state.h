#ifndef HPDL_RUNTIME_STORE_APPLICATION_STATE_H_
#define HPDL_RUNTIME_STORE_APPLICATION_STATE_H_

#include <cstdint>
#include <optional>
#include <string_view>

/// The states of a deployed application and their changes (HWS specification, section 8).
namespace hpdl::rt {

/// The states of an application. Their numbers are stored.
enum class ApplicationState : std::uint8_t { kInactive, kActive, kSuspended };

enum class ApplicationVerb : std::uint8_t {
  kActivate,
  kDeactivate,  ///< allowed only if all jobs of the application have ended
  kSuspend,     ///< the application's jobs continue; new jobs are refused
  kUndeploy,
  kSubmit,  ///< a job of the application begins, for the first time or again
};

/// Returns INACTIVE, ACTIVE or SUSPENDED.
std::string_view WordOf(ApplicationState state);
/// Reads the word of a state, in capital letters.
std::optional<ApplicationState> ReadApplicationState(std::string_view word);
/// Returns the word of a verb: activate, deactivate, suspend, undeploy or submit.
std::string_view WordOf(ApplicationVerb verb);

/// True if the verb is allowed for an application in this state.
bool May(ApplicationState state, ApplicationVerb verb);
/// Returns the state after an allowed verb; nullopt if the verb removes the application.
std::optional<ApplicationState> StateAfter(ApplicationState state, ApplicationVerb verb);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_APPLICATION_STATE_H_
