#ifndef HPDL_COMPILER_DRIVER_PROGRAM_FOLLOW_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_FOLLOW_H_

#include <string>
#include <vector>

#include "compiler/driver/program/definition.h"
#include "compiler/hir/program.h"

namespace hpdl::driver {

/// A root with all definitions that it leads to.
struct Followed {
  std::vector<Compiled> definitions;   ///< the root, coordinators of a bundle, workflows
  std::vector<hir::SubWorkflow> subs;  ///< of the workflows, the first of which is number 0
};

/// Follows every path from the root on: sub-workflows, workflows of coordinators, coordinators of a
/// bundle. `of_root`: how the root was compiled; `properties`: those that are given; `given`: the
/// values of --sub. A path that leads nowhere is a diagnostic of the definition it stands in. The
/// error is one sentence: a PATH of --sub or a found definition cannot be read or is something
/// else, or a --sub is wrong.
rt::Result<Followed> Follow(Compiled root, const CompileOptions& of_root,
                            const pipeline::PropertyMap& properties,
                            std::vector<std::string> given);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_FOLLOW_H_
