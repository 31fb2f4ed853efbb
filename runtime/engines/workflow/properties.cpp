#include "runtime/engines/workflow/properties.h"

#include <algorithm>
#include <vector>

#include "runtime/engines/workflow/job_view.h"
#include "runtime/engines/workflow/user.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/value/reserved_names.h"

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
          workflow.dialect == HPDL_DIALECT_HWS ? PropertyRules::kHws : PropertyRules::kWorkflow};
}

Properties DefaultsIn(const DefinedProperties& defined) {
  Properties defaults;
  for (std::uint32_t i = 0; i < defined.default_count; ++i) {
    defaults[std::string(ToView(defined.defaults[i].name))] = ToView(defined.defaults[i].value);
  }
  return defaults;
}

/// Adds the properties of a layer that are not in `all` yet.
void AddLayer(const DefinedProperties& defined, const Properties& layer, Properties* all) {
  for (const auto& [name, value] : layer) {
    if (!value.empty() || defined.rules == PropertyRules::kHws || name == kUserNameProperty) {
      all->emplace(name, value);
    }
  }
}

/// Makes each value that has only blanks empty.
void EmptyBlanks(Properties* properties) {
  for (auto& [name, value] : *properties) {
    if (Trimmed(value).empty()) {
      value.clear();
    }
  }
}

/// Adds the defaults of <parameters>. Returns the names of the undefined parameters.
std::vector<std::string> AddParameters(const DefinedProperties& defined, Properties* all) {
  std::vector<std::string> missing;
  for (std::uint32_t i = 0; i < defined.parameter_count; ++i) {
    const hpdl_parameter& parameter = defined.parameters[i];
    std::string name(ToView(parameter.name));
    if (parameter.has_default != 0) {
      all->emplace(std::move(name), ToView(parameter.default_value));
    } else if (parameter.optional == 0 && !all->contains(name)) {
      missing.push_back(std::move(name));
    }
  }
  return missing;
}

/// Refuses a name that the properties of a job of Oozie must not have.
Result<void> CheckNames(const DefinedProperties& defined, const Properties& all) {
  if (defined.rules == PropertyRules::kHws) {
    return {};
  }
  const ReservedBy jobs = defined.rules == PropertyRules::kWorkflow ? ReservedBy::kWorkflows
                                                                    : ReservedBy::kCoordinators;
  const auto found = std::find_if(all.begin(), all.end(), [jobs](const auto& property) {
    return IsReservedName(property.first, jobs);
  });
  if (found == all.end()) {
    return {};
  }
  return Error{ErrorClass::kError, "E0803",
               "IO error, E0808: Disallowed user property [" + found->first + "]"};
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
  for (const Properties* layer : {&layers.given, &layers.previous, &layers.built_in}) {
    AddLayer(defined, *layer, &all);
  }
  if (defined.rules != PropertyRules::kHws) {
    EmptyBlanks(&all);
  }
  AddLayer(defined, DefaultsIn(defined), &all);
  const std::vector<std::string> missing = AddParameters(defined, &all);
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
  HPDL_TRY(CheckNames(defined, all));
  HPDL_TRY(ExpandAll(&all));
  if (defined.rules == PropertyRules::kWorkflow) {
    std::erase_if(all, [](const auto& property) {
      return property.second.empty() && property.first != kUserNameProperty;
    });
  }
  if (defined.rules != PropertyRules::kHws) {
    EmptyBlanks(&all);
  }
  return all;
}

}  // namespace hpdl::rt
