#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FILE_OUTCOME_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FILE_OUTCOME_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// What the evaluation of one file came to.
struct FileOutcome {
  /// In the order of their definitions, also those before an error.
  std::vector<Workflow> workflows;
  std::optional<ScriptError> error;
  std::vector<ScriptError> warnings;
  /// Why the properties of a workflow, by its id, are not fit to be submitted with.
  std::map<std::string, std::string> unfit_properties;
  /// Ids that were there already.
  std::vector<std::string> refused_ids;
  /// Properties of some workflow are a function of the slot: the scope has to be kept.
  bool has_functions = false;
  /// It looked at the clock, at registers or at HDFS: it may come to something else next time.
  bool looked_outside = false;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FILE_OUTCOME_H_
