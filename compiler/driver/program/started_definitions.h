#ifndef HPDL_COMPILER_DRIVER_PROGRAM_STARTED_DEFINITIONS_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_STARTED_DEFINITIONS_H_

#include <cstddef>
#include <optional>
#include <set>
#include <string>

#include "compiler/driver/program/found_definitions.h"

namespace hpdl::driver {

/// Finds the coordinators of a bundle, and the workflows of coordinators, and notes in each hir
/// which of them are there.
class StartedDefinitions {
 public:
  /// `found` is borrowed. `of_root`: how its root is compiled, with the properties that are known.
  StartedDefinitions(FoundDefinitions& found, CompileOptions of_root);

  /// From a root that is a coordinator or a bundle on. A path that is known and leads nowhere is an
  /// UnknownSubWorkflow of the definition it stands in; of one that depends on properties, an
  /// UnresolvedAppPath warns. The error is that of FoundDefinitions::Find().
  rt::Result<void> Resolve();

  /// The first workflow among the definitions; those before it are the root, and the coordinators
  /// of a bundle.
  std::size_t first_workflow() const { return first_workflow_; }

 private:
  rt::Result<void> ResolveCoordinatorsOf(hir::Bundle& bundle);
  rt::Result<void> ResolveWorkflowOf(std::size_t number);
  /// Refuses coordinators that no bundle starts.
  void CheckSchemas(const hir::Bundle& bundle);
  /// Warns of URIs that two coordinators of the bundle both write, of those that were found.
  void ReportSharedOutputs(const hir::Bundle& bundle);
  /// Of a bundle whose properties are all given: which parameters the workflows of its coordinators
  /// want in vain. Each coordinator may start one workflow with other properties.
  void CheckParametersOf(const hir::Bundle& bundle);
  /// The names of the properties that a coordinator of a bundle starts its workflow with; nothing
  /// if some are not known.
  std::optional<std::set<std::string>> GivenBy(const hir::BundleCoordinator& bundled) const;
  /// Says that definition `parent` names none that was found.
  void Report(std::size_t parent, const AppPath& app_path, std::string_view what,
              const std::string& reason);
  FoundDefinitions::Purpose PurposeOf(const hir::BundleCoordinator& bundled) const;
  FoundDefinitions::Purpose PurposeOfWorkflow(std::size_t coordinator) const;
  /// Makes what is known of the properties that a job is started with those of its options.
  void AddKnown(const Definition& definition, const hir::Expressions& expressions,
                const std::vector<hir::GivenProperty>& given, CompileOptions* options) const;

  FoundDefinitions& found_;
  CompileOptions of_root_;
  std::size_t first_workflow_ = 1;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_STARTED_DEFINITIONS_H_
