#ifndef HPDL_COMPILER_HIR_PROGRAM_H_
#define HPDL_COMPILER_HIR_PROGRAM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "compiler/hir/celos.h"
#include "compiler/hir/coordinator.h"
#include "compiler/hir/hir.h"

namespace hpdl::hir {

/// A text of <app-path>, the workflow that contains the text, and the workflow that the text means
/// (hpdl_sub in the ABI). The same text, such as `${wf:appPath()}/sub`, may mean different
/// workflows in different definitions.
struct SubWorkflow {
  std::string app_path;
  std::uint32_t parent = 0;    ///< index into Program.workflows
  std::uint32_t workflow = 0;  ///< index into Program.workflows
};

/// The contents of one executable: the root and the definitions that the root starts, if they are
/// compiled in. The root is a workflow, a coordinator, a bundle or scripts of Celos.
struct Program {
  /// The workflows of the program. If the root is a workflow, it comes first, and its sub-workflows
  /// follow. If the root is a coordinator, a bundle or scripts, the vector has the workflows that
  /// the actions or slots start.
  std::vector<std::unique_ptr<Workflow>> workflows;
  std::vector<SubWorkflow> subs;
  /// The coordinator that is the root, or the coordinators of a bundle that are compiled in.
  std::vector<std::unique_ptr<Coordinator>> coordinators;
  std::unique_ptr<Bundle> bundle;    ///< null if the program is not a bundle
  std::unique_ptr<Celos> celos;      ///< null if the program does not run scripts of Celos
  std::vector<Property> properties;  ///< the properties that -D of `build` sets
  bool no_network = false;

  /// Returns the root definition of the program. A program of Celos scripts has no root definition;
  /// the result is then its first workflow.
  const Definition& root() const {
    return bundle != nullptr       ? static_cast<const Definition&>(*bundle)
           : !coordinators.empty() ? static_cast<const Definition&>(*coordinators.front())
                                   : *workflows.front();
  }
};

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_PROGRAM_H_
