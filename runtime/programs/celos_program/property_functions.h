#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_PROPERTY_FUNCTIONS_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_PROPERTY_FUNCTIONS_H_

#include <memory>

#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/files.h"

/// Gives access to the properties that a function of the scripts computes for each slot. The
/// program contains the code of the scripts. To evaluate the code, the program starts itself again
/// as a child process.
struct hpdl_celos_functions {
  /// Returns the source of the properties. `celos` and `files` must outlive the returned object.
  std::unique_ptr<hpdl::rt::celos::PropertySource> (*open)(const hpdl_celos& celos,
                                                           hpdl::rt::celos::Files& files);
};

extern "C" const hpdl_celos_evaluator hpdl_celos_javascript;

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_PROPERTY_FUNCTIONS_H_
