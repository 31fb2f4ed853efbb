#ifndef HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
#define HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_

#include <string>

#include "compiler/application/application.h"
#include "compiler/application/load.h"
#include "compiler/base/failure.h"

namespace hpdl::application {

/// Loads an application from HDFS: a definition, an archive or a directory with workflow.xml. Reads
/// everything into memory.
Result<Application> LoadRemoteApplication(const std::string& path, const LoadOptions& options);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
