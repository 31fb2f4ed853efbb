#ifndef HPDL_COMPILER_APPLICATION_ZIP_H_
#define HPDL_COMPILER_APPLICATION_ZIP_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/hir/hir.h"

namespace hpdl::application {

/// Whether a file with these bytes is an archive; one may be empty.
bool IsZip(std::string_view bytes);

/// The members of a ZIP archive in memory. False with one sentence in `error`: damaged, encrypted,
/// a member's path leads out of the archive, or it unpacks to more than 1.5 GiB.
bool ReadZip(const std::string& path, std::vector<hir::File>* files, std::string* error);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_ZIP_H_
