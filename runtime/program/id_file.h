#ifndef HPDL_RUNTIME_PROGRAM_ID_FILE_H_
#define HPDL_RUNTIME_PROGRAM_ID_FILE_H_

#include <string>
#include <string_view>

#include "runtime/base/result.h"

namespace hpdl::rt {

/// The file of --id-file. Opened before the job exists, so that a path that cannot be written
/// refuses the run while nothing has happened; it appears whole or not at all.
class IdFile {
 public:
  IdFile() = default;
  IdFile(const IdFile&) = delete;
  IdFile& operator=(const IdFile&) = delete;
  /// Removes what was not published.
  ~IdFile();
  Result<void> Open(const std::string& path);
  /// Writes the id and gives the file its name. Nothing to do if Open() was not called.
  Result<void> Publish(std::string_view id);

 private:
  std::string path_, temporary_;
  int file_ = -1;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAM_ID_FILE_H_
