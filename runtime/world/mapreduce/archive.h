#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mapreduce {

/// Unpacks a zip, jar, tar, tar.gz or tgz of this machine, as the end of its name says, into
/// `folder`, which is made. Nothing gets outside of it: paths with "..", links that lead out of the
/// archive and entries behind a link are refused. Blocks. Error "JA018" with the archive's name and
/// the reason; a full disk is kNonTransient.
Result<void> UnpackArchive(const std::string& archive, const std::string& folder);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_ARCHIVE_H_
