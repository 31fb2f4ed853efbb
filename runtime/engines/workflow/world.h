#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_WORLD_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_WORLD_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

/// The file systems for expressions, and the tags by which the engine finds the YARN applications
/// of an attempt.
namespace hpdl::rt {

/// Returns the local file system for expressions.
FileView* WorldFiles();

/// Returns `hpdl-` and 32 hex digits: a hash of job, run, node and attempt, so a resumed attempt
/// has the same tag. Jobs of different state directories may have the same id, but their tags
/// differ because of their salts.
std::string AttemptTag(const JobIdentity& job, std::int64_t run, std::string_view node,
                       std::uint32_t attempt);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_WORLD_H_
