#ifndef HPDL_RUNTIME_ENGINE_WORLD_H_
#define HPDL_RUNTIME_ENGINE_WORLD_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/value/eval.h"

/// What the engine takes from outside the job: clock, user, file systems.
namespace hpdl::rt {

/// UTC milliseconds since 1970.
std::int64_t NowMs();

/// The user a job belongs to where no property names one: HADOOP_USER_NAME, USER, else the uid.
/// Never asks the name service: a static program has none.
std::string CurrentUser();

/// The file systems that expressions look at.
FileView* WorldFiles();

/// `hpdl-` and 32 hex digits: a hash over what names an attempt, the same after a resume.
std::string AttemptTag(std::string_view job_id, std::int64_t run, std::string_view node,
                       std::uint32_t attempt);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINE_WORLD_H_
