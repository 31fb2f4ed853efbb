#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mapreduce {

/// Makes `folder` and unpacks a local archive file into it. The extension of the file's name
/// decides the format: zip, jar, war, tar, tar.gz or tgz. Writes nothing outside of the folder:
/// refuses entries and links that lead out of it, and entries below a link. Blocks the calling
/// thread. A failure is error "JA018" with the archive's name and the reason; for a full disk it is
/// kNonTransient.
Result<void> UnpackArchive(const std::string& archive, const std::string& folder);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_H_
