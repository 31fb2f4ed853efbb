#ifndef HPDL_COMPILER_APPLICATION_WRITE_FILE_H_
#define HPDL_COMPILER_APPLICATION_WRITE_FILE_H_

#include <sys/types.h>

#include <string>

#include "compiler/base/failure.h"

namespace hpdl::application {

/// Replaces the content of an existing file in one step. The file has either the old or the new
/// bytes, even after a crash. The mode stays, and a symbolic link stays a link. The error is one
/// sentence; after an error the file is unchanged.
Result<void> ReplaceFile(const std::string& path, const std::string& bytes);

/// The properties that the new file takes over from the old file.
struct TakenOver {
  bool owner = false;
  bool group = false;
};

/// Returns the mode of the new file. The rights of the old group are not given to another group.
/// The set-id bits stay only if both owner and group stay.
mode_t KeptMode(mode_t mode, TakenOver taken);

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_WRITE_FILE_H_
