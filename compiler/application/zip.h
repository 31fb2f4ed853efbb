#ifndef HPDL_COMPILER_APPLICATION_ZIP_H_
#define HPDL_COMPILER_APPLICATION_ZIP_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/failure.h"
#include "compiler/hir/hir.h"

namespace hpdl::application {

/// How many bytes of a file IsZip() needs.
inline constexpr std::size_t kZipMark = 4;

/// Whether a file that begins with these bytes is an archive; one may be empty.
bool IsZip(std::string_view bytes);

/// The members of a ZIP archive in memory. The error is one sentence: damaged, encrypted, a
/// member's path leads out of the archive, or it unpacks to more than 1.5 GiB.
Result<std::vector<hir::File>> ReadZip(const std::string& path);
/// The same of an archive that is in memory; `name` is what messages call it.
Result<std::vector<hir::File>> ReadZip(const std::string& name, std::string_view bytes);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_ZIP_H_
