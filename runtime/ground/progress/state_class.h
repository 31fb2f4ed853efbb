#ifndef HPDL_RUNTIME_GROUND_PROGRESS_STATE_CLASS_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_STATE_CLASS_H_

#include <cstdint>
#include <string_view>

namespace hpdl::rt {

/// What the state of a node or job means to a person, whatever the dialect calls it.
enum class StateClass : std::uint8_t { kWaiting, kRunning, kOk, kError, kKilled, kManual };
StateClass Classify(std::string_view state);

/// The state of a node as people see it: a kill node that ended OK has KILLED the job, and HWS's
/// fail node FAILED it. `type` is that of NodeRow.
std::string_view ShownState(std::string_view type, std::string_view state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_STATE_CLASS_H_
