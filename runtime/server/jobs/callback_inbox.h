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
  bool too_long = false;  ///< the request's body was over the limit and is not in `body`
};

/// The answer to the caller of a callback.
struct CallbackAnswer {
  int status = 200;  ///< the HTTP status
  std::string text;  ///< the body of the answer, one line
};

/// True if `target` is the path of a callback.
bool IsCallback(std::string_view target);

/// Writes a callback durably to the mailbox of its job. The engine that runs the job, now or after
/// a restart, reads the mailbox. A wrong secret, an unknown job and a job without a secret all get
/// status 403, so that a caller cannot tell these cases apart. `most_body`: the maximum length of a
/// stored body, in bytes.
CallbackAnswer TakeCallback(StateDirectory& state, const CallbackCall& call, std::size_t most_body);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_CALLBACK_INBOX_H_
