#ifndef HPDL_STDLIB_LOCAL_UNPACK_FIRST_H_
#define HPDL_STDLIB_LOCAL_UNPACK_FIRST_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// Unpacks archives before a command of this machine starts. The unpacking runs in the command's
/// own process, so the engine's loop does not wait, and a kill ends the unpacking or the command.
/// The process first runs this program again, as the worker of the kind. The worker unpacks the
/// archives and then replaces itself by the command.
namespace hpdl::stdlib {

/// Makes `command` first unpack the `<archive>` entries into folders of its directory. The worker
/// of `kind` must be UnpackWorker(). Fails with "JA008" if an archive does not exist, and with
/// "JA018" if NAME cannot be a folder directly in the command's directory.
rt::Result<void> UnpackFirst(const rt::ActionContext& ctx, const std::string& kind,
                             const std::vector<std::string>& entries, rt::Command* command);

/// Returns "JA018" with the reason if the worker failed to start the command of this attempt.
std::optional<rt::Error> ErrorOfUnpacking(const rt::ActionContext& ctx);

/// Implements hpdl_kind::worker. `plan` is the file that UnpackFirst() wrote. Returns only after a
/// failure.
int UnpackWorker(const char* plan);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_UNPACK_FIRST_H_
