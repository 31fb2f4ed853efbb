#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_PROPERTIES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_PROPERTIES_H_

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Where the properties of a job come from, besides its definition. A layer wins over those below
/// it.
struct PropertyLayers {
  Properties given;     ///< -D over --config; or the configuration of a sub-workflow
  Properties previous;  ///< rerun: what the run before had
  Properties built_in;  ///< -D of `hpdlc build`
};

/// What a definition of any language says of properties.
struct DefinedProperties {
  const hpdl_parameter* parameters = nullptr;
  std::uint32_t parameter_count = 0;
  const hpdl_property* defaults = nullptr;
  std::uint32_t default_count = 0;
};

/// As the next one, for any definition.
Result<Properties> ResolveProperties(const DefinedProperties& defined,
                                     const PropertyLayers& layers);

/// The properties of a job: given, previous, built in, the definition's defaults
/// (config-default.xml), then those of <parameters>; ${other} expanded. Errors: a circle of
/// references; E0738 naming all parameters that nobody defines.
Result<Properties> ResolveProperties(const hpdl_workflow& workflow, const PropertyLayers& layers);

/// hpdl_workflow.defaults; within one file a later property wins.
Properties DefaultProperties(const hpdl_workflow& workflow);

/// hpdl_program.properties.
Properties BuiltInProperties(const hpdl_program& program);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_PROPERTIES_H_
