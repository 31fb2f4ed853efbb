#include "runtime/engines/workflow/properties.h"

#include <vector>

#include "runtime/engines/workflow/job_view.h"
#include "runtime/engines/workflow/user.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {

Properties BuiltInProperties(const hpdl_program& program) {
  Properties properties;
  for (std::uint32_t i = 0; i < program.property_count; ++i) {
    properties[std::string(ToView(program.properties[i].name))] =
        ToView(program.properties[i].value);
  }
  return properties;
}

namespace {

DefinedProperties PropertiesIn(const hpdl_workflow& workflow) {
  return {workflow.parameters, workflow.parameter_count, workflow.defaults, workflow.default_count,
          workflow.dialect == HPDL_DIALECT_HWS};
}

Properties DefaultsIn(const DefinedProperties& defined) {
  Properties defaults;
  for (std::uint32_t i = 0; i < defined.default_count; ++i) {
    defaults[std::string(ToView(defined.defaults[i].name))] = ToView(defined.defaults[i].value);
  }
  return defaults;
}

}  // namespace

Properties DefaultProperties(const hpdl_workflow& workflow) {
  return DefaultsIn(PropertiesIn(workflow));
}

Result<Properties> ResolveProperties(const hpdl_workflow& workflow, const PropertyLayers& layers) {
  return ResolveProperties(PropertiesIn(workflow), layers);
}

Result<Properties> ResolveProperties(const DefinedProperties& defined,
                                     const PropertyLayers& layers) {
  Properties all;
  const Properties defaults = DefaultsIn(defined);
  for (const Properties* layer : {&layers.given, &layers.previous, &layers.built_in, &defaults}) {
    for (const auto& [name, value] : *layer) {
      if (!value.empty() || defined.keeps_empty || name == kUserNameProperty) {
        all.emplace(name, value);  // does not replace a property that is present
      }
    }
  }
  std::vector<std::string> missing;
  for (std::uint32_t i = 0; i < defined.parameter_count; ++i) {
    const hpdl_parameter& parameter = defined.parameters[i];
    std::string name(ToView(parameter.name));
    if (parameter.has_default != 0) {
      if (parameter.default_value.size != 0 || defined.keeps_empty) {
        all.emplace(std::move(name), ToView(parameter.default_value));
      }
    } else if (all.find(name) == all.end()) {
      missing.push_back(std::move(name));
    }
  }
  if (!missing.empty()) {
    std::string names;
    for (const std::string& name : missing) {
      names += (names.empty() ? "" : ", ") + name;
    }
    return Error{ErrorClass::kError, "E0738",
                 "The following " + std::to_string(missing.size()) +
                     " parameters are required but were not defined and no default values are "
                     "available: " +
                     names};
  }
  HPDL_TRY(ExpandAll(&all));
  return all;
}

}  // namespace hpdl::rt
