#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_PROGRAM_NAMES_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_PROGRAM_NAMES_H_

#include "runtime/ground/abi/hpdl_names.h"

namespace hpdl::rt {

/// The names of this program; null: nothing that it reads while it runs has expressions that the
/// compiler has not seen.
const hpdl_names* ProgramNames();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_PROGRAM_NAMES_H_
