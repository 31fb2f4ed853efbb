#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILE_ERRORS_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILE_ERRORS_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Makes an error from the output of hpdlc for a definition that does not compile. The code is the
/// first code of Oozie in the diagnostics, else "E0701". The message has the first few errors, each
/// on one line and without source lines. Paths in the errors are relative to `folder`. The message
/// of E0730 begins with Oozie's message and a colon.
Error CompileError(std::string_view output, std::string_view folder);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILE_ERRORS_H_
