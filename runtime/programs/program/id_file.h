#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_ID_FILE_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_ID_FILE_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The file of --id-file. It is opened before the job is made, so that no job is made if the path
/// cannot be written. If the path names a regular file, a complete new file replaces it in one
/// step, and links to it stay. If the path names something else (a terminal, a FIFO, /dev/null),
/// the id is written directly into it.
class IdFile {
 public:
  IdFile() = default;
  IdFile(const IdFile&) = delete;
  IdFile& operator=(const IdFile&) = delete;
  /// Removes the unfinished file, unless Publish() has renamed it.
  ~IdFile();
  /// Opens the file. If the file is a FIFO, waits for its reader.
  Result<void> Open(const std::string& path);
  /// Writes the id. Then, if the file is a regular file, renames the finished file to its target.
  /// Does nothing if Open() was not called.
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
