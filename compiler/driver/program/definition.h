#ifndef HPDL_COMPILER_DRIVER_PROGRAM_DEFINITION_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_DEFINITION_H_

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compiler/application/application.h"
#include "compiler/driver/program/given_paths.h"
#include "compiler/pipeline/pipeline.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/result.h"

namespace hpdl::driver {

using application::Application;
using pipeline::Definition;

/// The options with which the commands load and compile.
struct CompileOptions : pipeline::Options {
  CompileOptions() { now = rt::NowMs() / 1000; }

  std::string leave_out;  ///< a file that is not part of the application, see application::Load()
  /// If true, a workflow.xml that is given as a file also gets the default properties files beside
  /// the workflow.xml.
  bool defaults_beside = false;
  /// If true, the folder of a definition that is given as a file belongs to the application, see
  /// application::LoadOptions.
  bool with_folder = false;
  /// True if a missing definition of a sub-workflow is no error, because the server that starts the
  /// program runs the sub-workflow.
  bool served = false;
  /// True if other people have sent the definition. hpdlc then does not search for definitions
  /// outside the application's folder, and reads no file that a coordinator includes.
  bool contained = false;
  std::shared_ptr<GivenPaths> given;  ///< the values of --sub; null if there are no values
};

/// A definition and the application from which it was loaded.
struct Compiled {
  Application application;  ///< the application, without the bytes of the definition
  std::unique_ptr<Definition> definition;
  /// The paths by which other definitions name this one. Links in them are not resolved, because a
  /// link may lead to another definition later.
  std::set<std::string> places;
};

/// Loads the application at `path` with the files that `options` require. The error is one
/// sentence.
rt::Result<Application> LoadApplication(const std::string& path, const CompileOptions& options);

/// Loads the application at `path` and compiles it to its hir. The result has diagnostics for the
/// mistakes in the application. The error is the reason why the application cannot be read.
rt::Result<Compiled> LoadAndCompile(const std::string& path, const CompileOptions& options);

/// Compiles `bytes` in place of the application's own definition.
std::unique_ptr<Definition> CompileBytes(const Application& application, std::string bytes,
                                         const CompileOptions& options);

/// Returns the diagnostics of all definitions. A diagnostic that several variants of one definition
/// have is in the result once.
std::vector<Diagnostic> DiagnosticsOf(const std::vector<Compiled>& definitions);

/// True if the definition was compiled to a hir, in any language.
bool IsComplete(const Definition& definition);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_DEFINITION_H_
