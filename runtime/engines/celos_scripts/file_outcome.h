#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FILE_OUTCOME_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FILE_OUTCOME_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// The result of the evaluation of one file.
struct FileOutcome {
  /// The workflows in the order of their definitions. If there is an error, the list has only the
  /// workflows that were defined before the error.
  std::vector<Workflow> workflows;
  std::optional<ScriptError> error;
  std::vector<ScriptError> warnings;
  /// The reasons why the properties of workflows cannot be submitted, by workflow id.
  std::map<std::string, std::string> unfit_properties;
  /// The workflow ids in this file that an earlier definition has already taken.
  std::vector<std::string> refused_ids;
  /// True if the properties of a workflow are a function of the slot. Then the evaluating process
  /// must keep the JavaScript scope of the file, to call the function later.
  bool has_functions = false;
  /// True if the file has read the clock, registers or HDFS. Then the next evaluation may have a
  /// different result.
  bool looked_outside = false;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FILE_OUTCOME_H_
