#ifndef HPDL_RUNTIME_GROUND_PROGRESS_EVENT_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_EVENT_H_

#include <cstdint>
#include <string>

namespace hpdl::rt {

/// A line for the progress view. Given after the commit that made it true.
struct ProgressEvent {
  enum class Type : std::uint8_t { kJob, kNode, kWaiting };
  Type type = Type::kNode;
  std::int64_t time_ms = 0;
  std::string job_id;  ///< of the root or sub-workflow job
  std::int64_t job = 0;
  std::string node;
  std::string node_type;
  std::string state;  ///< in the dialect's words
  std::string transition;
  std::string error_code, message;
  std::string waiting;  ///< kWaiting: what for
  std::uint32_t attempt = 0;
  std::int64_t started_ms = 0;   ///< kNode: of the attempt
  std::int64_t next_try_ms = 0;  ///< when a retry is due that comes by itself; 0: there is none
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_EVENT_H_
