#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILE_ERRORS_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILE_ERRORS_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// What hpdlc printed about a definition that does not compile, as an error: Oozie's code of the
/// first diagnostic that has one, else "E0701"; the first few errors, a line each, without the
/// excerpts and with `folder` taken off their places.
Error CompileError(std::string_view output, std::string_view folder);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_COMPILE_ERRORS_H_
