#ifndef HPDL_COMPILER_DRIVER_PROGRAM_SUB_WORKFLOWS_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_SUB_WORKFLOWS_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/program/found_definitions.h"
#include "compiler/hir/program.h"

namespace hpdl::driver {

/// Finds the definitions that sub-workflow actions name. A definition may name itself, because the
/// depth is limited at run time.
class SubWorkflows {
 public:
  /// `found` is borrowed. `options` are the options with which sub-workflows are compiled.
  SubWorkflows(FoundDefinitions& found, CompileOptions options,
               const pipeline::PropertyMap& defines)
      : found_(found), options_(std::move(options)), defines_(defines) {}

  /// Follows every app-path of the workflows from index `first` on, and of the found sub-workflows.
  /// A definition gets an UnknownSubWorkflow for each path at which no definition was found. Fails
  /// if FoundDefinitions::Find() fails.
  rt::Result<void> Resolve(std::size_t first);

  /// Returns each app-path whose definition was found, with the number of the found workflow,
  /// sorted by app-path. The definition that Resolve() got as `first` has number 0.
  std::vector<hir::SubWorkflow> subs() const;

 private:
  rt::Result<void> ResolveActions(std::size_t number);
  rt::Result<void> ResolveAction(std::size_t number, const hir::Node& node,
                                 const hir::Value& value);
  /// Returns the value that the path has at run time; "" if it is not known now.
  std::string Known(const Compiled& parent, const hir::Value& app_path) const;

  FoundDefinitions& found_;
  CompileOptions options_;
  const pipeline::PropertyMap& defines_;
  std::size_t first_ = 0;
  /// Maps an app-path to the index of the definition that the app-path names. The key is the
  /// app-path, as written or as its value at run time, together with the index of the definition
  /// that contains the app-path.
  std::map<std::pair<std::string, std::size_t>, std::size_t> by_text_;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_SUB_WORKFLOWS_H_
