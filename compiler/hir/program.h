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

/// One text of <app-path>, the definition it stands in and the one it leads to: hpdl_sub. Two
/// definitions may write one text, `${wf:appPath()}/sub`, and mean two places.
struct SubWorkflow {
  std::string app_path;
  std::uint32_t parent = 0;    ///< index into Program.workflows
  std::uint32_t workflow = 0;  ///< index into Program.workflows
};

/// What one executable is made of: a workflow, a coordinator or a bundle, and what it starts as far
/// as that is compiled in.
struct Program {
  /// The root first, then its sub-workflows. Of a coordinator or a bundle, or of scripts: what its
  /// jobs start.
  std::vector<std::unique_ptr<Workflow>> workflows;
  std::vector<SubWorkflow> subs;
  /// Of a coordinator: it alone. Of a bundle: those of its coordinators that are compiled in.
  std::vector<std::unique_ptr<Coordinator>> coordinators;
  std::unique_ptr<Bundle> bundle;    ///< null: the program is none
  std::unique_ptr<Celos> celos;      ///< null: it is no scripts of Celos
  std::vector<Property> properties;  ///< -D of build
  bool no_network = false;

  /// The definition that the program is. Scripts are none.
  const Definition& root() const {
    return bundle != nullptr       ? static_cast<const Definition&>(*bundle)
           : !coordinators.empty() ? static_cast<const Definition&>(*coordinators.front())
                                   : *workflows.front();
  }
};

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_PROGRAM_H_
