#ifndef HPDL_RUNTIME_GROUND_PROGRESS_STATE_CLASS_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_STATE_CLASS_H_

#include <cstdint>
#include <string_view>

namespace hpdl::rt {

/// The meaning of a node's or job's state for a person, independent of the dialect.
enum class StateClass : std::uint8_t { kWaiting, kRunning, kOk, kError, kKilled, kManual };
StateClass Classify(std::string_view state);

/// Returns the state of a node as it is shown to people. A kill node that ended OK has KILLED the
/// job, and HWS's fail node FAILED it. `type` has the values of NodeRow::type.
std::string_view ShownState(std::string_view type, std::string_view state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_STATE_CLASS_H_
