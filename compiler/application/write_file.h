#ifndef HPDL_COMPILER_APPLICATION_WRITE_FILE_H_
#define HPDL_COMPILER_APPLICATION_WRITE_FILE_H_

#include <sys/types.h>

#include <string>

#include "compiler/base/failure.h"

namespace hpdl::application {

/// Replaces the content of an existing file in one step: a reader sees the old bytes or the new
/// ones, and a crash leaves one of the two. The mode stays, a symbolic link stays one. After an
/// error, which is one sentence, the file is as it was.
Result<void> ReplaceFile(const std::string& path, const std::string& bytes);

/// What of the old file the new one has.
struct TakenOver {
  bool owner = false;
  bool group = false;
};

/// The mode of the new file. What the old group might do is given to no other one, and the bits
/// that lend an identity only pass with both.
mode_t KeptMode(mode_t mode, TakenOver taken);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_WRITE_FILE_H_
