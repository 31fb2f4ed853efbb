#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_PROGRAM_NAMES_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_PROGRAM_NAMES_H_

#include "runtime/ground/abi/hpdl_names.h"

namespace hpdl::rt {

/// Returns the names of this program. Null if the compiler has seen all expressions that the
/// program reads while it runs.
const hpdl_names* ProgramNames();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_PROGRAM_NAMES_H_
