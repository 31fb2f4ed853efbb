#ifndef HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
#define HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/application/application.h"
#include "compiler/base/failure.h"

namespace hpdl::application {

/// Load() of a definition, an archive, or a directory with workflow.xml, in HDFS. All is read into
/// memory. `beside`: names of files that a workflow.xml which is named itself has from its
/// directory.
Result<Application> LoadRemoteApplication(const std::string& path,
                                          const std::vector<std::string_view>& beside);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
