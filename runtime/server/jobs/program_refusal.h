#ifndef HPDL_RUNTIME_SERVER_JOBS_PROGRAM_REFUSAL_H_
#define HPDL_RUNTIME_SERVER_JOBS_PROGRAM_REFUSAL_H_

#include "runtime/ground/base/result.h"
#include "runtime/server/work/children.h"

namespace hpdl::rt {

/// The code of a refusal for which the program gives no code.
inline constexpr const char* kNoRefusalCode = "E0307";

/// Returns the error of a program that failed. The message has the lines of its output that begin
/// with the name of the program, except warnings. The code is the first code at the end of one of
/// these lines; if no line has a code, the code is kNoRefusalCode. The class is kTransient if
/// somebody has killed the program before it could do its work (by SIGKILL, SIGTERM, SIGINT or
/// SIGHUP, or at its time limit). It is kError for other ends, such as a crash.
Error RefusalOf(const ChildEnd& end, std::string_view program);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PROGRAM_REFUSAL_H_
