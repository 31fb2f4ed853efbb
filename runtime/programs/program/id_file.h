#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_ID_FILE_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_ID_FILE_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The file of --id-file. It is opened before the job is made, so no job is made if the path cannot
/// be written. A regular file appears whole or not at all, and links to it stay. The id is written
/// directly into a file that is not regular (a terminal, a FIFO, /dev/null).
class IdFile {
 public:
  IdFile() = default;
  IdFile(const IdFile&) = delete;
  IdFile& operator=(const IdFile&) = delete;
  /// Removes the unfinished file unless Publish() has renamed it to its target.
  ~IdFile();
  /// Opens the file. Waits for a reader of a FIFO, as any writer does.
  Result<void> Open(const std::string& path);
  /// Writes the id and, for a regular file, renames the finished file to its target. Does nothing
  /// if Open() was not called.
  Result<void> Publish(std::string_view id);

 private:
  Result<void> OpenBeside(const std::string& target, mode_t mode);

  std::string path_;    ///< the path as the user typed it
  std::string target_;  ///< the path to which `file_` is renamed: `path_` with links resolved
  std::unique_ptr<NewFile> file_;
  int stream_ = -1;  ///< descriptor of a file that is not regular; -1: the file is regular
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_ID_FILE_H_
