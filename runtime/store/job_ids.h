#ifndef HPDL_RUNTIME_STORE_JOB_IDS_H_
#define HPDL_RUNTIME_STORE_JOB_IDS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/store/records.h"

/// Ids of jobs, in the form of Oozie's: number, time, system and letter of the type.
///
///     0000001-261121101500123-4k0zx9-joe-W
///
/// The number has 7 digits or more, the time is yyMMddHHmmssSSS in UTC. `4k0zx9` is the part of the
/// state directory: random, so no other one makes the same id. With user names of up to 7 letters
/// an id has no more than the 40 characters of Oozie's, for which its client has columns. Earlier
/// versions made ids with `hpdl` in place of the part, `...-hpdl-joe-W`, and these stay valid. A
/// part begins with a digit, so the two are told apart.
namespace hpdl::rt {

/// Characters of the part of a state directory.
inline constexpr std::size_t kIdPartSize = 6;

/// True for the part of a state directory: a digit, then digits and small letters.
bool IsIdPart(std::string_view text);

/// A new part, of random bits of the kernel.
Result<std::string> NewIdPart();

/// `part` is IsIdPart(). The user's name is cut to 64 characters, and those of them that a path or
/// an id cannot have become '_'; an empty name becomes "user".
std::string FormatJobId(std::int64_t number, std::int64_t now_ms, std::string_view part,
                        std::string_view user, JobType type);

/// The type of a job by its id; that of a workflow if the id does not say another one.
JobType TypeOfId(std::string_view id);

/// The user in an id of either form, or in that of a node or an action, which goes on with '@'.
/// "": it is no id of ours. It points into `id`, and may hold anything but '@'.
std::string_view OwnerOfId(std::string_view id);

/// Whether it may name a folder below `jobs`: of our form's characters, not a path.
bool IsJobId(std::string_view id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_JOB_IDS_H_
