#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_WORLD_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_WORLD_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

/// The engine's access to the world outside the job: file systems.
namespace hpdl::rt {

/// Returns the file systems that expressions look at.
FileView* WorldFiles();

/// Returns `hpdl-` and 32 hex digits: a hash of job, run, node and attempt, so a resumed attempt
/// has the same tag. Jobs of different state directories may have the same id; their salts make the
/// tags differ.
std::string AttemptTag(const JobIdentity& job, std::int64_t run, std::string_view node,
                       std::uint32_t attempt);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_WORLD_H_
