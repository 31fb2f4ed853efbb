#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_TAR_READER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_TAR_READER_H_

#include "runtime/world/mapreduce/archive_folder.h"
#include "runtime/world/mapreduce/input.h"

namespace hpdl::rt::mapreduce {

/// Unpacks a tar file of the ustar, pax or GNU form: files, directories and links. Leaves out
/// devices and other special entries. Error messages hold the reason only.
Result<void> UnpackTar(ByteSource& source, ArchiveFolder& folder);

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_TAR_READER_H_
