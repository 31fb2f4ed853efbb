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
  /// The workflows in the order of their definitions. After an error, those that were defined
  /// before it.
  std::vector<Workflow> workflows;
  std::optional<ScriptError> error;
  std::vector<ScriptError> warnings;
  /// By workflow id: the reason why the workflow's properties cannot be submitted.
  std::map<std::string, std::string> unfit_properties;
  /// Ids that another definition has already taken.
  std::vector<std::string> refused_ids;
  /// True if the properties of a workflow are a function of the slot. Then the file's scope must be
  /// kept.
  bool has_functions = false;
  /// True if the file looked at the clock, at registers or at HDFS: the next result may differ.
  bool looked_outside = false;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_FILE_OUTCOME_H_
