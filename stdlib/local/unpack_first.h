#ifndef HPDL_STDLIB_LOCAL_UNPACK_FIRST_H_
#define HPDL_STDLIB_LOCAL_UNPACK_FIRST_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// Unpacks archives before a command of this machine starts. The command's process first runs this
/// program with the option --worker (hpdl_kind::worker). The program unpacks the archives and then
/// replaces itself by the command. So the engine's loop does not wait for the unpacking, and a kill
/// of the process ends the unpacking or the command.
namespace hpdl::stdlib {

/// Makes `command` first unpack the `<archive>` entries, PATH or PATH#NAME, into folders of its
/// directory. The kind `kind` must have UnpackWorker() as its hpdl_kind::worker. Fails with "JA008"
/// if an archive does not exist, and with "JA018" if NAME cannot be the name of a folder in the
/// command's directory.
rt::Result<void> UnpackFirst(const rt::ActionContext& ctx, const std::string& kind,
                             const std::vector<std::string>& entries, rt::Command* command);

/// If the program could not unpack the archives or start the command of this attempt, returns
/// "JA018" with the reason.
std::optional<rt::Error> ErrorOfUnpacking(const rt::ActionContext& ctx);

/// Implements hpdl_kind::worker. `plan` is the file that UnpackFirst() wrote. Returns only after a
/// failure.
int UnpackWorker(const char* plan);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_UNPACK_FIRST_H_
