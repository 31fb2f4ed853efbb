#ifndef HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
#define HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_

#include <string>

#include "compiler/application/application.h"

namespace hpdl::application {

/// Load() of a definition, or of a directory with workflow.xml, in HDFS. Archives are
/// refused.
bool LoadRemoteApplication(const std::string& path, Application* application, std::string* error);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_REMOTE_APPLICATION_H_
