#ifndef HPDL_COMPILER_BASE_FAILURE_H_
#define HPDL_COMPILER_BASE_FAILURE_H_

#include <string>
#include <utility>

#include "runtime/ground/base/result.h"

namespace hpdl {

using rt::Result;

/// Returns an error for a Result in the compiler. `message` is one sentence that the command line
/// prints. A mistake in a definition is a diagnostic instead. The error class has no meaning in the
/// compiler, because only errors of jobs have different classes.
inline rt::Error Failure(std::string message) {
  return {rt::ErrorClass::kError, "", std::move(message)};
}

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_FAILURE_H_
