#ifndef HPDL_STDLIB_LOCAL_UNPACK_FIRST_H_
#define HPDL_STDLIB_LOCAL_UNPACK_FIRST_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"

/// Archives that are unpacked before a command of this machine starts, in the command's own
/// process: the engine's loop does not wait, and a kill ends both. The process is this program
/// again as the worker of the kind; it unpacks, and then becomes the command.
namespace hpdl::stdlib {

/// Makes `command` unpack the `<archive>` entries into folders of its directory first. `kind` is
/// one whose worker is UnpackWorker(). "JA008" for an archive that is not there, "JA018" for a
/// name that is none.
rt::Result<void> UnpackFirst(const rt::ActionContext& ctx, const std::string& kind,
                             const std::vector<std::string>& entries, rt::Command* command);

/// Why the command of this attempt was not started by the worker, if it was not: "JA018".
std::optional<rt::Error> ErrorOfUnpacking(const rt::ActionContext& ctx);

/// hpdl_kind::worker. `plan` is the file that UnpackFirst() wrote. Returns only if it fails.
int UnpackWorker(const char* plan);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_UNPACK_FIRST_H_
