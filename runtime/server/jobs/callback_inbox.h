#ifndef HPDL_RUNTIME_SERVER_JOBS_CALLBACK_INBOX_H_
#define HPDL_RUNTIME_SERVER_JOBS_CALLBACK_INBOX_H_

#include <optional>
#include <string>
#include <string_view>

#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// A callback as it came: GET or POST of `ANYTHING/callback/TOKEN?id=JOB@NODE&status=STATUS`.
struct CallbackCall {
  std::string_view target;
  std::string_view content_type, body;
  bool too_long = false;  ///< the body was over a limit and is not here
};

/// What the caller is answered.
struct CallbackAnswer {
  int status = 200;  ///< of HTTP
  std::string text;  ///< one line
};

/// Whether a path is one of callbacks.
bool IsCallback(std::string_view target);

/// Puts a callback into the mailbox of its job, durably, for the engine that runs the job or goes
/// on with it. A wrong secret is told from nothing else: 403, whatever is asked for. `most_body`:
/// the longest body that is kept, bytes.
CallbackAnswer TakeCallback(StateDirectory& state, const CallbackCall& call, std::size_t most_body);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_CALLBACK_INBOX_H_
