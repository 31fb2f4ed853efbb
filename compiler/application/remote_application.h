#ifndef HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
#define HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/application/application.h"
#include "compiler/base/failure.h"

namespace hpdl::application {

/// Loads an application from HDFS: a definition, an archive or a directory with workflow.xml. Reads
/// everything into memory. If `path` is a file such as workflow.xml, the application also gets the
/// files named in `beside` from the same directory.
Result<Application> LoadRemoteApplication(const std::string& path,
                                          const std::vector<std::string_view>& beside);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
