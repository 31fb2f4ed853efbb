#ifndef HPDL_STDLIB_LOCAL_COMMAND_H_
#define HPDL_STDLIB_LOCAL_COMMAND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// What the kinds have in common that run a command on this machine: its environment, and what its
/// end means.
namespace hpdl::stdlib {

/// The file of this program, which is its own worker (hpdl_kind::worker).
std::string OwnProgram();

/// An outcome with nothing but the error.
rt::Outcome FailedWith(const rt::Error& error);

/// HPDL_JOB_ID, HPDL_NODE, HPDL_TAG, HPDL_RUN, HPDL_ATTEMPT.
std::vector<std::string> AttemptVariables(const rt::ActionContext& ctx);

/// The error of a command that was not started, or whose end nobody saw, if it is one. `what` names
/// the command. Codes JA018, JA017.
std::optional<rt::Error> ErrorOfStart(const rt::ExitStatus& status, const std::string& what);

/// "ended by signal 9 (SIGKILL)"
std::string SignalText(int signal);

/// `message` and the last lines of the attempt's standard error, if there are any: at most 10 lines
/// and 2,000 bytes.
std::string WithTail(std::string message, const rt::ActionContext& ctx);

/// The Java properties in a file that an action leaves; none if there is no such file. Over
/// capture_limit() bytes, or no properties: "JA018". Not readable: transient "JA009", which is a
/// failure at the action's end (Outcome::at_end). `what` names the output in messages.
rt::Result<rt::Properties> ReadCaptured(const rt::ActionContext& ctx, const std::string& path,
                                        const std::string& what);

/// The same of a text that is there already: `text` is the start of `size` bytes, all of them up to
/// the limit.
rt::Result<rt::Properties> PropertiesIn(const rt::ActionContext& ctx, std::string_view text,
                                        std::int64_t size, const std::string& what);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_COMMAND_H_
