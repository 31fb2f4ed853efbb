#ifndef HPDL_COMPILER_APPLICATION_ARCHIVE_H_
#define HPDL_COMPILER_APPLICATION_ARCHIVE_H_

#include <string>
#include <vector>

#include "compiler/application/application.h"
#include "compiler/base/failure.h"

namespace hpdl::application {

/// Load() of a ZIP archive of this machine with a workflow.xml.
Result<Application> LoadArchive(const std::string& path);

/// The application that the members of an archive are; `name` is what messages call the archive.
/// Its identity and directory are left to the caller.
Result<Application> FromArchive(const std::string& name, std::vector<hir::File> members);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_ARCHIVE_H_
