#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_PROPERTY_FUNCTIONS_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_PROPERTY_FUNCTIONS_H_

#include <memory>

#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/files.h"

/// Properties that are a function of the slot: the code of the scripts is in the program, and is
/// evaluated by another process, which is this program again.
struct hpdl_celos_functions {
  /// What it is given outlives the result.
  std::unique_ptr<hpdl::rt::celos::PropertySource> (*open)(const hpdl_celos& celos,
                                                           hpdl::rt::celos::Files& files);
};

extern "C" const hpdl_celos_evaluator hpdl_celos_javascript;

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_PROPERTY_FUNCTIONS_H_
