#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_WORLD_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_WORLD_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

/// What the engine takes from outside the job: file systems.
namespace hpdl::rt {

/// The file systems that expressions look at.
FileView* WorldFiles();

/// `hpdl-` and 32 hex digits: a hash over what names an attempt, the same after a resume. Attempts
/// of different state directories differ by the salt of their jobs, whose ids may be the same.
std::string AttemptTag(const JobIdentity& job, std::int64_t run, std::string_view node,
                       std::uint32_t attempt);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_WORLD_H_
