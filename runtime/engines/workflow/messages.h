#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_MESSAGES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_MESSAGES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// Messages to the process that runs a job, as texts of a mailbox (runtime/store/mailbox.h). The
/// first line of a text holds the verb and the job's id.
namespace hpdl::rt {

/// A request to change a job. The engine takes requests up at once (mailbox.h).
struct Request {
  enum class Type : std::uint8_t { kSuspend, kKill, kResume, kRetry };
  Type type = Type::kSuspend;
  std::string job;       ///< id of the root job or of a sub-workflow job
  std::int64_t run = 0;  ///< run number of the root job
  std::string node;      ///< the node of a kRetry request

  /// Returns one line: `suspend JOB RUN`, `kill JOB RUN`, `resume JOB RUN` or `retry JOB RUN NODE`.
  std::string ToText() const;
};

/// A callback that another process than the engine received. It is judged as if it had come to the
/// engine's own port.
struct CallbackMessage {
  std::string job;  ///< id of the root job or of a sub-workflow job
  std::string node;
  std::int64_t attempt = -1;  ///< number from 0; -1: the action's present attempt
  std::string token;          ///< token of the URL that was called; the run's secret
  std::int64_t received_ms = 0;
  std::string status, content_type, body;
  bool too_long = false;  ///< the body was over the limit and is not kept

  /// Returns a line `callback JOB ATTEMPT RECEIVED TOO_LONG` that ends with the sizes of node,
  /// token, status, content type and body, and after the line these five texts one behind the
  /// other.
  std::string ToText() const;
};

using Message = std::variant<Request, CallbackMessage>;

/// Reads a message. Returns nullopt if the text is no message of this version. Ignores bytes behind
/// the message.
std::optional<Message> ReadMessage(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_MESSAGES_H_
