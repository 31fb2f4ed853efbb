#ifndef HPDL_RUNTIME_GROUND_BASE_RANDOM_H_
#define HPDL_RUNTIME_GROUND_BASE_RANDOM_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// 128 random bits of the kernel, in hex.
Result<std::string> RandomHex();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_RANDOM_H_
