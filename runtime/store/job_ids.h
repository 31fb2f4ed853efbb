#ifndef HPDL_RUNTIME_STORE_JOB_IDS_H_
#define HPDL_RUNTIME_STORE_JOB_IDS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/store/records.h"

/// Ids of jobs. They have Oozie's form: number, time, system and letter of the type.
///
///     0000001-261121101500123-4k0zx9-joe-W
///
/// The number has 7 digits or more. The time is yyMMddHHmmssSSS in UTC. `4k0zx9` stands for the
/// state directory. It is random, so no other state directory makes the same id. With user names of
/// up to 7 letters an id has at most 40 characters, like Oozie's ids; Oozie's client has columns of
/// that width. Earlier versions wrote `hpdl` in place of the random text: `...-hpdl-joe-W`. These
/// ids stay valid. The random text begins with a digit, so the two forms cannot be confused.
namespace hpdl::rt {

/// The number of characters in the part of an id that stands for the state directory.
inline constexpr std::size_t kIdPartSize = 6;

/// True if the text can be the part of an id that stands for the state directory: a digit, then
/// digits and small letters.
bool IsIdPart(std::string_view text);

/// Makes the text that stands for a new state directory in ids, from random bits of the kernel.
Result<std::string> NewIdPart();

/// Returns the id of a new job. `part` must satisfy IsIdPart(). The user's name is cut to 64
/// characters, and characters that a path or an id cannot have become '_'. An empty name becomes
/// "user".
std::string FormatJobId(std::int64_t number, std::int64_t now_ms, std::string_view part,
                        std::string_view user, JobType type);

/// Returns the type of the job with this id. If the id does not tell the type, returns kWorkflow.
JobType TypeOfId(std::string_view id);

/// Returns the user in an id of the present or the earlier form; "" if the id has another form. The
/// id of a node or an action is accepted too: it continues with '@'. The result points into `id`
/// and may hold any character except '@'.
std::string_view OwnerOfId(std::string_view id);

/// True if a folder below `jobs` may have this id as its name. The id then begins with a digit and
/// contains only characters that FormatJobId() writes, so it is not a path.
bool IsJobId(std::string_view id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_JOB_IDS_H_
