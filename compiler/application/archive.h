#ifndef HPDL_COMPILER_APPLICATION_ARCHIVE_H_
#define HPDL_COMPILER_APPLICATION_ARCHIVE_H_

#include <string>

#include "compiler/application/application.h"

namespace hpdl::application {

/// Load() of a ZIP archive of this machine with a workflow.xml.
bool LoadArchive(const std::string& path, Application* application, std::string* error);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_ARCHIVE_H_
