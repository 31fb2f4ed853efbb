#ifndef HPDL_COMPILER_DRIVER_PROGRAM_SUB_WORKFLOWS_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_SUB_WORKFLOWS_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/program/found_definitions.h"
#include "compiler/hir/program.h"

namespace hpdl::driver {

/// Finds the definitions that sub-workflow actions lead to. A definition may lead to itself: depth
/// is bounded at run time.
class SubWorkflows {
 public:
  /// `found` is borrowed. `options`: how sub-workflows are compiled.
  SubWorkflows(FoundDefinitions& found, CompileOptions options,
               const pipeline::PropertyMap& defines)
      : found_(found), options_(std::move(options)), defines_(defines) {}

  /// Follows every app-path of the definitions from number `first` on, which are workflows, and of
  /// those that it finds. A path that leads nowhere is an UnknownSubWorkflow of the definition it
  /// stands in. The error is that of FoundDefinitions::Find().
  rt::Result<void> Resolve(std::size_t first);

  /// The texts that lead to them, sorted. Definition `first` is number 0.
  std::vector<hir::SubWorkflow> subs() const;

 private:
  rt::Result<void> ResolveActions(std::size_t number);
  rt::Result<void> ResolveAction(std::size_t number, const hir::Value& value);
  /// What the path is at run time as far as that is known now; empty if it depends on more.
  std::string Known(const Compiled& parent, const hir::Value& app_path) const;

  FoundDefinitions& found_;
  CompileOptions options_;
  const pipeline::PropertyMap& defines_;
  std::size_t first_ = 0;
  /// By text and the definition that it stands in.
  std::map<std::pair<std::string, std::size_t>, std::size_t> by_text_;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_SUB_WORKFLOWS_H_
