#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_MESSAGES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_MESSAGES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// What others say to whoever runs a job, as texts of a mailbox (runtime/store/mailbox.h). The
/// first line is the verb and what it is about.
namespace hpdl::rt {

/// Asks for a change of a job. The engine takes them up at once (mailbox.h).
struct Request {
  enum class Type : std::uint8_t { kSuspend, kKill, kResume, kRetry };
  Type type = Type::kSuspend;
  std::string job;       ///< id of the root job or of a sub-workflow job
  std::int64_t run = 0;  ///< of the root job
  std::string node;      ///< kRetry

  /// `suspend JOB RUN`, `kill JOB RUN`, `resume JOB RUN`, `retry JOB RUN NODE`, a line.
  std::string ToText() const;
};

/// A callback that came to somebody else than the engine. It is judged as if it had come to the
/// engine's own port.
struct CallbackMessage {
  std::string job;  ///< id of the root job or of a sub-workflow job
  std::string node;
  std::int64_t attempt = -1;  ///< from 0; -1: the one that the action is at
  std::string token;          ///< of the URL that was called: the secret of the run
  std::int64_t received_ms = 0;
  std::string status, content_type, body;
  bool too_long = false;  ///< the body was over the limit and is not here

  /// `callback JOB ATTEMPT RECEIVED TOO_LONG` and the sizes of node, token, status, content type
  /// and body, a line; then these five, one behind the other.
  std::string ToText() const;
};

using Message = std::variant<Request, CallbackMessage>;

/// None: it is no message of this version. What follows the message does not matter.
std::optional<Message> ReadMessage(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_MESSAGES_H_
