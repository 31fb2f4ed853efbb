#ifndef HPDL_RUNTIME_SERVER_JOBS_CALLBACK_INBOX_H_
#define HPDL_RUNTIME_SERVER_JOBS_CALLBACK_INBOX_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// A callback as the server received it: GET or POST of
/// `ANYTHING/callback/TOKEN?id=JOB@NODE&status=STATUS`.
struct CallbackCall {
  std::string_view target;
  std::string_view content_type, body;
  bool too_long = false;  ///< the body was longer than a limit, so `body` does not have it
};

/// The answer to the caller of a callback.
struct CallbackAnswer {
  int status = 200;  ///< the HTTP status
  std::string text;  ///< one line
};

/// True if `target` is the path of a callback.
bool IsCallback(std::string_view target);

/// Writes a callback to the mailbox of its job and syncs it. The engine that runs the job, now or
/// after a restart, reads the mailbox. A wrong secret, an unknown job and a job without a secret
/// all get status 403, so that a caller cannot tell these cases apart. `most_body`: the longest
/// body that is kept, in bytes.
CallbackAnswer TakeCallback(StateDirectory& state, const CallbackCall& call, std::size_t most_body);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_CALLBACK_INBOX_H_
