#ifndef HPDL_RUNTIME_GROUND_PROGRESS_EVENT_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_EVENT_H_

#include <cstdint>
#include <string>

namespace hpdl::rt {

/// One event for the progress view. The event reports a change, and is sent after the commit of the
/// change.
struct ProgressEvent {
  enum class Type : std::uint8_t { kJob, kNode, kWaiting };
  Type type = Type::kNode;
  std::int64_t time_ms = 0;
  std::string job_id;  ///< id of the root or sub-workflow job
  std::int64_t job = 0;
  std::string node;
  std::string node_type;
  /// Name of the state as Oozie or HWS calls it, depending on the workflow's language.
  std::string state;
  std::string transition;
  std::string error_code, message;
  std::string waiting;  ///< kWaiting: description of the event for which the node waits
  std::uint32_t attempt = 0;
  std::int64_t started_ms = 0;   ///< kNode: start of the attempt
  std::int64_t next_try_ms = 0;  ///< time of the next automatic retry; 0: no retry
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_EVENT_H_
