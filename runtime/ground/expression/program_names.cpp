#include "runtime/ground/expression/program_names.h"

/// The symbol is weak because most programs do not contain this table.
extern "C" __attribute__((weak)) const hpdl_names HPDL_NAMES_SYMBOL;

namespace hpdl::rt {

const hpdl_names* ProgramNames() {
  return &HPDL_NAMES_SYMBOL;
}

}  // namespace hpdl::rt
