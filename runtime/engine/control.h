#ifndef HPDL_RUNTIME_ENGINE_CONTROL_H_
#define HPDL_RUNTIME_ENGINE_CONTROL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/base/result.h"

namespace boost::asio {
class io_context;
}

/// How other processes ask an engine at work for something: a file for each request in
/// `<job>/requests`, put there by a rename, whose text is the request: `suspend`, `kill`, or
/// `retry JOB NODE`, a line. The engine takes it away when it reads it; the effect shows in the
/// journal.
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

/// Calls back on the loop when requests have come. What lay there before the start is dropped: it
/// was meant for an engine that is gone.
class RequestWatch {
 public:
  static std::unique_ptr<RequestWatch> Start(boost::asio::io_context& io,
                                             const std::string& job_path,
                                             std::function<void()> on_request);
  virtual ~RequestWatch() = default;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINE_CONTROL_H_
