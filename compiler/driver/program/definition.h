#ifndef HPDL_COMPILER_DRIVER_PROGRAM_DEFINITION_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_DEFINITION_H_

#include <memory>
#include <string>

#include "compiler/application/application.h"
#include "compiler/pipeline/pipeline.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/result.h"

namespace hpdl::driver {

using application::Application;
using pipeline::Definition;

/// How the commands load and compile.
struct CompileOptions : pipeline::Options {
  CompileOptions() { now = rt::NowMs() / 1000; }

  std::string leave_out;  ///< see application::Load
  /// Whether a workflow.xml that is named itself has the defaults beside it too.
  bool defaults_beside = false;
  /// A sub-workflow whose definition is not found is no error: the server that starts the program
  /// runs it.
  bool served = false;
  /// What others have sent: definitions outside of the application's folder are not looked for.
  bool contained = false;
};

/// A definition with the application that it was loaded from.
struct Compiled {
  Application application;  ///< without the bytes of the definition
  std::unique_ptr<Definition> definition;
};

/// The application at `path` with the files that `options` want. The error is one sentence.
rt::Result<Application> LoadApplication(const std::string& path, const CompileOptions& options);

/// The application at `path` up to its hir. What is wrong with its content is in the diagnostics;
/// the error says why it cannot be read.
rt::Result<Compiled> LoadAndCompile(const std::string& path, const CompileOptions& options);

/// A definition of these bytes in the place of the application's own.
std::unique_ptr<Definition> CompileBytes(const Application& application, std::string bytes,
                                         const CompileOptions& options);

/// Whether it got as far as a hir, of whichever language it is.
bool IsComplete(const Definition& definition);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_DEFINITION_H_
