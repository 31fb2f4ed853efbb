#include "runtime/rules/celos/external_service.h"

namespace hpdl::rt::celos {

bool SaysNoJob(const Error& error) {
  return error.error_class != ErrorClass::kTransient && error.message.starts_with("E0604 ");
}

Properties PropertiesOfSlot(const Properties& given, const SlotId& slot) {
  Properties properties;
  for (const auto& [name, value] : given) {
    properties[name] = ReplaceTimeVariables(value, slot.time);
  }
  for (const std::string_view part : {"year", "month", "day", "hour", "minute", "second"}) {
    properties[std::string(part)] = ReplaceTimeVariables("${" + std::string(part) + "}", slot.time);
  }
  properties["celosWorkflowName"] = slot.Pretty();
  return properties;
}

}  // namespace hpdl::rt::celos
