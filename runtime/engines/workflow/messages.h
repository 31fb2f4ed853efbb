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

/// A request to change a job. The bell of the mailbox (mailbox.h) makes the engine handle requests
/// at once.
struct Request {
  enum class Type : std::uint8_t { kSuspend, kKill, kResume, kRetry };
  Type type = Type::kSuspend;
  std::string job;       ///< id of the root job or of a sub-workflow job
  std::int64_t run = 0;  ///< run number of the root job
  std::string node;      ///< the node of a kRetry request

  /// Returns one line: `suspend JOB RUN`, `kill JOB RUN`, `resume JOB RUN` or `retry JOB RUN NODE`.
  std::string ToText() const;
};

/// A callback that was not received by the engine but by a different process. The engine handles
/// the callback as if its own port had received it.
struct CallbackMessage {
  std::string job;  ///< id of the root job or of a sub-workflow job
  std::string node;
  std::int64_t attempt = -1;  ///< the attempt's number from 0; -1 means the action's current
                              ///< attempt
  std::string token;          ///< the token in the called URL; the token is the run's secret
  std::int64_t received_ms = 0;
  std::string status, content_type, body;
  bool too_long = false;  ///< true if the body exceeded the limit and was dropped

  /// Returns the line `callback JOB ATTEMPT RECEIVED TOO_LONG` with the sizes of node, token,
  /// status, content type and body at its end. The five texts follow the line without separators.
  std::string ToText() const;
};

using Message = std::variant<Request, CallbackMessage>;

/// Reads a message. Returns nullopt if the text is not a message of this version. Ignores bytes
/// after the message.
std::optional<Message> ReadMessage(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_MESSAGES_H_
