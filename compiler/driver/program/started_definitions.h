#ifndef HPDL_COMPILER_DRIVER_PROGRAM_STARTED_DEFINITIONS_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_STARTED_DEFINITIONS_H_

#include <cstddef>
#include <optional>
#include <set>
#include <string>

#include "compiler/driver/program/found_definitions.h"

namespace hpdl::driver {

/// Finds the coordinators of a bundle and the workflows of coordinators. Records in each hir which
/// definitions were found.
class StartedDefinitions {
 public:
  /// `found` is borrowed. `of_root` are the options with which its root was compiled, including the
  /// known properties.
  StartedDefinitions(FoundDefinitions& found, CompileOptions of_root);

  /// Resolves all paths from a root that is a coordinator or a bundle. A definition gets an
  /// UnknownSubWorkflow or UnknownCoordinator for each known path at which no definition was found.
  /// A path that depends on unknown properties gives the warning UnresolvedAppPath. Fails if
  /// FoundDefinitions::Find() fails.
  rt::Result<void> Resolve();

  /// Returns the index of the first workflow among the definitions. The root and the coordinators
  /// of a bundle are before this workflow.
  std::size_t first_workflow() const { return first_workflow_; }

 private:
  rt::Result<void> ResolveCoordinatorsOf(hir::Bundle& bundle);
  rt::Result<void> ResolveWorkflowOf(std::size_t number);
  /// Reports coordinators whose schema version is too old for a bundle.
  void CheckSchemas(const hir::Bundle& bundle);
  /// Warns of each URI that two coordinators of the bundle write.
  void ReportSharedOutputs(const hir::Bundle& bundle);
  /// Reports parameters of the started workflows that have no value. Checks a workflow for each
  /// coordinator, because two coordinators may start it with different properties. Does nothing if
  /// some properties of the bundle are not given.
  void CheckParametersOf(const hir::Bundle& bundle);
  /// Returns the names of the properties with which a coordinator of a bundle starts its workflow.
  /// Returns nothing if some names are not known.
  std::optional<std::set<std::string>> GivenBy(const hir::BundleCoordinator& bundled) const;
  /// Reports that the definition `parent` names a definition that was not found.
  void Report(std::size_t parent, const AppPath& app_path,
              const FoundDefinitions::Unknown& unknown);
  FoundDefinitions::Purpose PurposeOf(const hir::BundleCoordinator& bundled) const;
  FoundDefinitions::Purpose PurposeOfWorkflow(std::size_t coordinator) const;
  /// Adds to `options` the known properties with which a job is started.
  void AddKnown(const Definition& definition, const hir::Expressions& expressions,
                const std::vector<hir::GivenProperty>& given, CompileOptions* options) const;

  FoundDefinitions& found_;
  CompileOptions of_root_;
  std::size_t first_workflow_ = 1;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_STARTED_DEFINITIONS_H_
