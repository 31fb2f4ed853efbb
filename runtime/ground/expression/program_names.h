#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_PROGRAM_NAMES_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_PROGRAM_NAMES_H_

#include "runtime/ground/abi/hpdl_names.h"

namespace hpdl::rt {

/// Returns the names that expressions in files of <job-xml> may use. Returns null if the program
/// reads no file of <job-xml>.
const hpdl_names* ProgramNames();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_PROGRAM_NAMES_H_
