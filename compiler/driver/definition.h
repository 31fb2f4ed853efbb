#ifndef HPDL_COMPILER_DRIVER_DEFINITION_H_
#define HPDL_COMPILER_DRIVER_DEFINITION_H_

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/application/application.h"
#include "compiler/ast/ast.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/options.h"
#include "compiler/driver/output.h"
#include "compiler/hir/hir.h"

namespace hpdl::driver {

using application::Application;

struct CompileOptions {
  Diagnostics::Options diagnostics;
  /// -D over --config; absent if neither was given: then missing parameters are not reported.
  std::optional<PropertyMap> properties;
  std::set<std::string> defined;  ///< names of -D, if only one definition is to read them
  std::string leave_out;          ///< see application::Load
  /// False: the rules of forks and joins are off (ValidatesForkJoin).
  bool validate_fork_join = true;
  /// Whether what is allowed and suspicious is looked for too (compiler/analysis).
  bool analyze = true;
  /// Whether a workflow.xml that is named itself has the defaults beside it too.
  bool defaults_beside = false;
  /// Compiled in place of what is at the path: of it only the defaults are read. Not owned.
  const Application* application = nullptr;
};

/// One definition on its way through the phases, with all that its later forms refer to.
struct Definition {
  explicit Definition(const Diagnostics::Options& options) : diagnostics(options) {}

  Application application;
  std::unique_ptr<SourceBuffer> source;
  std::unique_ptr<SourceBuffer> defaults_source;  ///< config-default.xml, configuration.xml
  std::unique_ptr<ast::Workflow> ast;             ///< null if there is no workflow to speak of
  std::unique_ptr<hir::Workflow> hir;             ///< null after an error
  std::vector<hir::Property> defaults;
  std::vector<std::uint32_t> default_lines;  ///< of each of `defaults`, in defaults_source
  Diagnostics diagnostics;
};

/// The application at `path` with the files that `options` want. False with one sentence in
/// `error`.
bool LoadApplication(const std::string& path, const CompileOptions& options,
                     Application* application, std::string* error);

/// The application at `path` up to its hir. What is wrong with its content is in its diagnostics;
/// null with one sentence in `error` if it cannot be read.
std::unique_ptr<Definition> Compile(const std::string& path, const CompileOptions& options,
                                    std::string* error);
/// The same up to the ast.
std::unique_ptr<Definition> ReadDefinition(const std::string& path, const CompileOptions& options,
                                           std::string* error);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_DEFINITION_H_
