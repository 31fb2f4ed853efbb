#ifndef HPDL_COMPILER_BASE_FAILURE_H_
#define HPDL_COMPILER_BASE_FAILURE_H_

#include <string>
#include <utility>

#include "runtime/ground/base/result.h"

namespace hpdl {

using rt::Result;

/// Returns the error of a Result in the compiler. `message` is one sentence for the command line.
/// Mistakes in a definition are diagnostics instead. The compiler does not use the error class,
/// which is for jobs.
inline rt::Error Failure(std::string message) {
  return {rt::ErrorClass::kError, "", std::move(message)};
}

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_FAILURE_H_
