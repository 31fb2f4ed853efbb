#ifndef HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
#define HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/application/application.h"
#include "compiler/base/failure.h"

namespace hpdl::application {

/// Does the work of Load() for a definition, an archive or a directory with workflow.xml in HDFS.
/// Reads everything into memory. `beside` names the files that a workflow.xml, given as a file,
/// gets from its directory.
Result<Application> LoadRemoteApplication(const std::string& path,
                                          const std::vector<std::string_view>& beside);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
