#ifndef HPDL_COMPILER_APPLICATION_DIRECTORY_H_
#define HPDL_COMPILER_APPLICATION_DIRECTORY_H_

#include <string>

#include "compiler/application/application.h"
#include "compiler/application/ignore.h"
#include "compiler/application/load.h"
#include "compiler/base/failure.h"

namespace hpdl::application {

/// Returns the rules of .hpdlignore in the directory `root`, which ends in '/' unless it is the
/// working directory. Returns no rules if the file does not exist. The error is one sentence.
Result<IgnoreRules> ReadRules(const std::string& root);

/// Adds the files of the local directory `application->root` to an application whose definition was
/// loaded from this directory.
Result<void> AddDirectory(const LoadOptions& options, Application* application);

/// Loads the application in a local directory with a workflow.xml. For `leave_out` see LoadOptions.
Result<Application> LoadDirectory(const std::string& path, const LoadOptions& options);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_DIRECTORY_H_
