#ifndef HPDL_RUNTIME_SERVER_JOBS_PROGRAM_REFUSAL_H_
#define HPDL_RUNTIME_SERVER_JOBS_PROGRAM_REFUSAL_H_

#include "runtime/ground/base/result.h"
#include "runtime/server/work/children.h"

namespace hpdl::rt {

/// The code of a refusal for which the program gives no code.
inline constexpr const char* kNoRefusalCode = "E0307";

/// Returns why a program did not do its work, from the output of the program: the program's own
/// lines, and the code that they end in, else kNoRefusalCode.
Error RefusalOf(const ChildEnd& end, std::string_view program);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PROGRAM_REFUSAL_H_
