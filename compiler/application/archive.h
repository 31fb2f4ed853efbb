#ifndef HPDL_COMPILER_APPLICATION_ARCHIVE_H_
#define HPDL_COMPILER_APPLICATION_ARCHIVE_H_

#include <string>
#include <vector>

#include "compiler/application/application.h"
#include "compiler/base/failure.h"

namespace hpdl::application {

/// Loads the application in a local ZIP archive with a workflow.xml.
Result<Application> LoadArchive(const std::string& path);

/// Returns the application in an archive with these members. `name` is the archive's name in
/// messages. The caller sets identity and directory.
Result<Application> FromArchive(const std::string& name, std::vector<hir::File> members);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_ARCHIVE_H_
