#ifndef HPDL_STDLIB_LOCAL_COMMAND_H_
#define HPDL_STDLIB_LOCAL_COMMAND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// Code that is common to the kinds that run a command on this machine: the command's environment,
/// and the meaning of its end.
namespace hpdl::stdlib {

/// Returns the path of this program, which starts itself again as a worker process
/// (hpdl_kind::worker).
std::string OwnProgram();

/// Returns an outcome that has only the error.
rt::Outcome FailedWith(const rt::Error& error);

/// Returns the variables HPDL_JOB_ID, HPDL_NODE, HPDL_TAG, HPDL_RUN, HPDL_ATTEMPT.
std::vector<std::string> AttemptVariables(const rt::ActionContext& ctx);

/// Returns an error if the command was not started ("JA018") or its end is unknown ("JA017").
/// `what` names the command.
std::optional<rt::Error> ErrorOfStart(const rt::ExitStatus& status, const std::string& what);

/// Returns a text like "ended by signal 9 (SIGKILL)".
std::string SignalText(int signal);

/// Returns `message` with the last lines of the attempt's standard error, if there are lines.
/// Appends at most 10 lines and 2,000 bytes.
std::string WithTail(std::string message, const rt::ActionContext& ctx);

/// Returns the Java properties in a file that an action leaves. Returns no properties if the file
/// does not exist. Fails with "JA018" if the file has over capture_limit() bytes or does not
/// contain properties. Fails with a transient "JA009" if the file cannot be read; that is a failure
/// at the action's end (Outcome::at_end). `what` names the output in messages.
rt::Result<rt::Properties> ReadCaptured(const rt::ActionContext& ctx, const std::string& path,
                                        const std::string& what);

/// Returns the Java properties in an output of `size` bytes. `text` is the beginning of the output.
/// If `size` is not over the limit, `text` is the whole output. Fails with the errors of
/// ReadCaptured().
rt::Result<rt::Properties> PropertiesIn(const rt::ActionContext& ctx, std::string_view text,
                                        std::int64_t size, const std::string& what);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_COMMAND_H_
