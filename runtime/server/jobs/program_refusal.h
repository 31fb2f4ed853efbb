#ifndef HPDL_RUNTIME_SERVER_JOBS_PROGRAM_REFUSAL_H_
#define HPDL_RUNTIME_SERVER_JOBS_PROGRAM_REFUSAL_H_

#include "runtime/ground/base/result.h"
#include "runtime/server/work/children.h"

namespace hpdl::rt {

/// The code of a refusal that has none.
inline constexpr const char* kNoRefusalCode = "E0307";

/// Why a program did not do what it was told, from what it printed: its own words, and the code
/// that they end in, else kNoRefusalCode.
Error RefusalOf(const ChildEnd& end, std::string_view program);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PROGRAM_REFUSAL_H_
