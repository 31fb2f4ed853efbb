#ifndef HPDL_RUNTIME_RULES_COORDINATOR_RESOLVED_XML_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_RESOLVED_XML_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/rules/coordinator/action_data.h"
#include "runtime/rules/coordinator/action_view.h"
#include "runtime/rules/coordinator/definition.h"

/// A coordinator as Oozie writes it down once it is submitted: the definition with the values that
/// its properties give it, its data sets within the events that use them. It is written from what a
/// program keeps of a definition, so that attributes are in the order of the schema, and neither
/// <parameters> nor descriptions are in it.
namespace hpdl::rt {

/// An error is that of an expression.
Result<std::string> ResolvedXml(const hpdl_coordinator& written, const DefinedCoordinator& defined,
                                const CoordinatorTexts& texts);

/// An action as it is made.
struct ResolvedAction {
  std::int64_t number = 0;
  ActionView view;  ///< of the action
  std::vector<EventData> inputs, outputs;
  /// The values of the workflow's properties once all data is there; empty: as they are written.
  std::vector<std::string> values;
};

/// The same of an action.
Result<std::string> ResolvedXml(const hpdl_coordinator& written, const DefinedCoordinator& defined,
                                const CoordinatorTexts& texts, const ResolvedAction& action);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_RESOLVED_XML_H_
