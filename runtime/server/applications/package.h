#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_PACKAGE_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_PACKAGE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/worker_threads.h"

/// Packages of applications: ZIP archives that callers send.
namespace hpdl::rt {

/// The limits on the unpacked contents of a package.
struct PackageLimits {
  std::int64_t files = 10'000;  ///< the maximum number of files and folders
  std::int64_t bytes = 256 << 20;
  std::int64_t ratio = 200;  ///< the maximum number of unpacked bytes for each byte of the archive
  std::int64_t small = 4 << 20;   ///< up to this number of unpacked bytes, `ratio` is not checked
  std::size_t name_bytes = 1024;  ///< the maximum length of a path
};

struct PackageContent {
  std::int64_t files = 0, bytes = 0;
};

/// The error code of a refused package.
inline constexpr const char* kBadPackage = "HWS005";

/// Unpacks an archive in memory into a folder. The folder must exist and be empty, and nobody else
/// may write to it. Refuses links and other odd entries, paths that lead out of the folder, two
/// entries of one name, and encrypted entries. Also refuses damaged archives (it checks sizes and
/// checksums) and contents over the limits. After an error some files may be left in the folder.
/// kError kBadPackage; kNonTransient: the disk is full or fails; kTransient: the server ends.
/// Blocks.
Result<PackageContent> UnpackPackage(std::string_view archive, const std::string& folder,
                                     const PackageLimits& limits, const StopFlag& stop);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_PACKAGE_H_
