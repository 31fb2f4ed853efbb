#ifndef HPDL_RUNTIME_RULES_COORDINATOR_RESOLVED_XML_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_RESOLVED_XML_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/rules/coordinator/action_data.h"
#include "runtime/rules/coordinator/action_view.h"
#include "runtime/rules/coordinator/definition.h"

/// Writes a coordinator in the form that Oozie stores after submission. In this form, expressions
/// have their values, and each data set is inside the events that use it. A program has no XML of
/// its coordinator, only tables. So attributes are in the order of the schema, and <parameters> and
/// descriptions are missing.
namespace hpdl::rt {

/// Returns the XML of a coordinator, or the error of an expression that fails.
Result<std::string> ResolvedXml(const hpdl_coordinator& written, const DefinedCoordinator& defined,
                                const CoordinatorTexts& texts);

/// The values of an action that the XML of the action contains.
struct ResolvedAction {
  std::int64_t number = 0;
  ActionView view;  ///< the values of the action for expressions
  std::vector<EventData> inputs, outputs;
  /// The values of the workflow's properties if all data exists. If this list is empty, the XML
  /// contains the properties as written.
  std::vector<std::string> values;
};

/// Returns the XML of an action, or the error of an expression that fails.
Result<std::string> ResolvedXml(const hpdl_coordinator& written, const DefinedCoordinator& defined,
                                const CoordinatorTexts& texts, const ResolvedAction& action);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_RESOLVED_XML_H_
