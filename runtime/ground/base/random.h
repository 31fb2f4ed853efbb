#ifndef HPDL_RUNTIME_GROUND_BASE_RANDOM_H_
#define HPDL_RUNTIME_GROUND_BASE_RANDOM_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Returns 128 random bits of the kernel as hex digits.
Result<std::string> RandomHex();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_RANDOM_H_
