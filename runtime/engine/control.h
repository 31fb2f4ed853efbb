#ifndef HPDL_RUNTIME_ENGINE_CONTROL_H_
#define HPDL_RUNTIME_ENGINE_CONTROL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/result.h"

/// Requests of other processes to an engine at work. Each is a file in `<job>/requests`, put there
/// by a rename; its text is `suspend`, `kill`, or `retry JOB NODE`, a line. The engine looks for
/// them ten times a second (closing an inotify watch would hold up the end of the process). It
/// removes what it reads, and the effect shows in the journal.
namespace hpdl::rt {

struct Request {
  enum class Type : std::uint8_t { kSuspend, kKill, kRetry };
  Type type = Type::kSuspend;
  std::string job;   ///< kRetry: id of the root or sub-workflow job
  std::string node;  ///< kRetry

  std::string ToText() const;
  /// False if the text is no request.
  static bool FromText(const std::string& text, Request* request);
};

/// Leaves a request; the path of its file.
Result<std::string> PostRequest(const std::string& job_path, const Request& request);
/// All that are there, oldest name first; their files are gone afterwards.
std::vector<Request> TakeRequests(const std::string& job_path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINE_CONTROL_H_
