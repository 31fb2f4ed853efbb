#ifndef HPDL_COMPILER_DRIVER_PROGRAM_FOLLOW_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_FOLLOW_H_

#include <vector>

#include "compiler/driver/program/definition.h"
#include "compiler/hir/program.h"

namespace hpdl::driver {

/// A root definition and all definitions that it names, directly or through other definitions.
struct Followed {
  /// First the root, then the coordinators of a bundle, then workflows.
  std::vector<Compiled> definitions;
  /// The app-paths of the workflows. Only workflows are numbered: the first workflow in
  /// `definitions` has number 0.
  std::vector<hir::SubWorkflow> subs;
};

/// Follows every path from the root: sub-workflows, workflows of coordinators, coordinators of a
/// bundle. `of_root` are the options with which the root was compiled, and `properties` the given
/// properties. A definition gets a diagnostic if it names a definition that does not exist. Fails
/// if a --sub was not used. Also fails if a PATH of --sub or a found definition cannot be read, or
/// has the wrong language. The error is one sentence.
rt::Result<Followed> Follow(Compiled root, const CompileOptions& of_root,
                            const pipeline::PropertyMap& properties);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_FOLLOW_H_
