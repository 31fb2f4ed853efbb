#ifndef HPDL_RUNTIME_SERVER_JOBS_VERB_ERROR_H_
#define HPDL_RUNTIME_SERVER_JOBS_VERB_ERROR_H_

#include <string>
#include <utility>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Makes the error of a verb that is refused. `code` is a code of Oozie or of the operations on
/// deployed applications.
inline Error VerbError(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_VERB_ERROR_H_
