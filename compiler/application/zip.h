#ifndef HPDL_COMPILER_APPLICATION_ZIP_H_
#define HPDL_COMPILER_APPLICATION_ZIP_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/failure.h"
#include "compiler/hir/hir.h"

namespace hpdl::application {

/// The number of bytes that IsZip() needs.
inline constexpr std::size_t kZipMark = 4;

/// True if a file that begins with these bytes is a ZIP archive, also if the archive is empty.
bool IsZip(std::string_view bytes);

/// Reads the members of a ZIP archive into memory. The error is one sentence. The call fails if the
/// archive is damaged or encrypted, or unpacks to more than 1.5 GiB. It also fails if a member's
/// path leads out of the archive.
Result<std::vector<hir::File>> ReadZip(const std::string& path);
/// Reads the members of an archive whose bytes are in memory. `name` is the archive's name in
/// messages.
Result<std::vector<hir::File>> ReadZip(const std::string& name, std::string_view bytes);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_ZIP_H_
