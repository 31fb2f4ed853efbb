#ifndef HPDL_COMPILER_DRIVER_SUB_WORKFLOWS_H_
#define HPDL_COMPILER_DRIVER_SUB_WORKFLOWS_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compiler/driver/definition.h"
#include "compiler/hir/program.h"

namespace hpdl::driver {

/// Finds the definitions that sub-workflow actions lead to and compiles each once, however many
/// actions and texts lead to it. A definition may lead to itself: depth is bounded at run time.
class SubWorkflows {
 public:
  /// `given`: the values of --sub, APP-PATH-AS-WRITTEN=PATH.
  SubWorkflows(const CompileOptions& options, pipeline::PropertyMap defines,
               std::vector<std::string> given);

  /// Follows every app-path from the root on. All definitions, the root first, in the order found;
  /// a path that leads nowhere is an UnknownSubWorkflow of the definition it stands in. The error
  /// is one sentence: a PATH of --sub or a found definition cannot be read, or a --sub is wrong.
  rt::Result<void> Resolve(Compiled root);

  std::vector<Compiled>& definitions() { return definitions_; }
  /// The texts that lead to them, sorted.
  std::vector<hir::SubWorkflow> subs() const;

 private:
  rt::Result<void> ResolveActions(std::size_t number);
  rt::Result<void> ResolveAction(std::size_t number, const hir::Value& app_path);
  /// `reason`: why what is at a path in HDFS cannot be read; may be empty.
  void ReportUnknown(std::size_t number, const hir::Value& app_path, const std::string& known,
                     const std::string& reason);
  /// What the path is at run time as far as that is known now; empty if it depends on more.
  std::string Known(const Compiled& parent, const hir::Value& app_path) const;
  /// The PATH given by --sub for a text, or empty.
  std::string PathGivenFor(const std::string& text);
  /// The index of the definition at a path, which is compiled if it is new.
  rt::Result<std::size_t> Find(const std::string& path);

  CompileOptions options_;
  pipeline::PropertyMap defines_;
  std::vector<std::string> given_;
  std::vector<bool> used_;  ///< of `given_`
  std::vector<Compiled> definitions_;
  std::map<std::string, std::size_t> by_identity_;
  /// By text and the definition that it stands in.
  std::map<std::pair<std::string, std::size_t>, std::size_t> by_text_;
};

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_SUB_WORKFLOWS_H_
