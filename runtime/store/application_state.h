#ifndef HPDL_RUNTIME_STORE_APPLICATION_STATE_H_
#define HPDL_RUNTIME_STORE_APPLICATION_STATE_H_

#include <cstdint>
#include <optional>
#include <string_view>

/// The life of a deployed application, as the HWS specification has it (section 8).
namespace hpdl::rt {

/// Numbers are what is stored.
enum class ApplicationState : std::uint8_t { kInactive, kActive, kSuspended };

enum class ApplicationVerb : std::uint8_t {
  kActivate,
  kDeactivate,  ///< only if none of its jobs is left that has not ended
  kSuspend,     ///< its jobs go on; it gets no new ones
  kUndeploy,
  kSubmit,  ///< a job of it begins, for the first time or again
};

/// INACTIVE, ACTIVE or SUSPENDED.
std::string_view WordOf(ApplicationState state);
/// In capital letters, as above.
std::optional<ApplicationState> ReadApplicationState(std::string_view word);
/// activate, deactivate, suspend, undeploy, submit.
std::string_view WordOf(ApplicationVerb verb);

/// Whether a verb may be said to an application in this state.
bool May(ApplicationState state, ApplicationVerb verb);
/// What the state is after a verb that may be said. Nothing: the application is gone.
std::optional<ApplicationState> StateAfter(ApplicationState state, ApplicationVerb verb);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_APPLICATION_STATE_H_
