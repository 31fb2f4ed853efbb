#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_PROPERTIES_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_PROPERTIES_H_

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// The sources of a job's properties, except the job's definition. A member overrides the members
/// after it.
struct PropertyLayers {
  Properties given;     ///< from -D and --config (-D overrides --config); for a sub-workflow job,
                        ///< its configuration
  Properties previous;  ///< for a rerun: the properties of the previous run
  Properties built_in;  ///< -D of `hpdlc build`
};

/// The rules for the properties of a kind of definition.
enum class PropertyRules {
  kHws,  ///< a property may be empty, and no name is reserved
  /// A workflow of Oozie. It loses an empty property and one that has only blanks, except
  /// user.name, which is checked later. The names of ReservedBy::kWorkflows are refused.
  kWorkflow,
  /// A coordinator or a bundle. It loses an empty property, except user.name. A property that has
  /// only blanks is an empty text. The names of ReservedBy::kCoordinators are refused.
  kCoordinator,
};

/// The properties that a definition declares or gives defaults for. The definition may be a
/// workflow, a coordinator or a bundle.
struct DefinedProperties {
  const hpdl_parameter* parameters = nullptr;
  std::uint32_t parameter_count = 0;
  const hpdl_property* defaults = nullptr;
  std::uint32_t default_count = 0;
  PropertyRules rules = PropertyRules::kCoordinator;
};

/// Returns the properties of a workflow, a coordinator or a bundle. The rules are the same as for
/// the overload for hpdl_workflow.
Result<Properties> ResolveProperties(const DefinedProperties& defined,
                                     const PropertyLayers& layers);

/// Returns the properties of a job: first the layers in their order, then the definition's defaults
/// (config-default.xml), then the defaults of <parameters>. An earlier source overrides a later
/// source. Replaces each reference ${name} in a value by the value of that property. Returns an
/// error for a circle of references, E0738 with the names of all undefined parameters, and in Oozie
/// E0803 for a reserved name (runtime/ground/value/reserved_names.h).
///
/// In Oozie, a parameter with an empty default and a layer's property that has only blanks are
/// defined: they override later sources, and a reference to them is replaced by an empty text. Then
/// a workflow loses every property with an empty value. A property of config-default.xml that has
/// only blanks stays, with an empty value.
Result<Properties> ResolveProperties(const hpdl_workflow& workflow, const PropertyLayers& layers);

/// Returns hpdl_workflow.defaults. If a name occurs twice in a file, the later property is used.
Properties DefaultProperties(const hpdl_workflow& workflow);

/// Returns hpdl_program.properties.
Properties BuiltInProperties(const hpdl_program& program);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_PROPERTIES_H_
