#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mapreduce {

/// Unpacks a local archive file into `folder` and makes that folder. The end of the file's name
/// tells the format: zip, jar, war, tar, tar.gz or tgz. Writes nothing outside of the folder:
/// refuses entries and links that lead out of it, and entries behind a link. Blocks. Error "JA018"
/// holds the archive's name and the reason; a full disk is kNonTransient.
Result<void> UnpackArchive(const std::string& archive, const std::string& folder);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_H_
