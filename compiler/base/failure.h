#ifndef HPDL_COMPILER_BASE_FAILURE_H_
#define HPDL_COMPILER_BASE_FAILURE_H_

#include <string>
#include <utility>

#include "runtime/ground/base/result.h"

namespace hpdl {

using rt::Result;

/// The error of a Result in the compiler: one sentence for the command line. What is wrong with a
/// definition is a diagnostic instead. Classes are for jobs: here they mean nothing.
inline rt::Error Failure(std::string message) {
  return {rt::ErrorClass::kError, "", std::move(message)};
}

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_FAILURE_H_
