#ifndef HPDL_RUNTIME_GROUND_PROGRESS_STATE_CLASS_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_STATE_CLASS_H_

#include <cstdint>
#include <string_view>

namespace hpdl::rt {

/// The meaning of a node's or job's state for a person. It does not depend on the dialect (Oozie or
/// HWS).
enum class StateClass : std::uint8_t { kWaiting, kRunning, kOk, kError, kKilled, kManual };
StateClass Classify(std::string_view state);

/// Returns the state of a node to show to people: KILLED for a kill node that ended OK, FAILED for
/// a fail node of HWS that ended OK, else `state`. `type` has the values of NodeRow::type.
std::string_view ShownState(std::string_view type, std::string_view state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_STATE_CLASS_H_
