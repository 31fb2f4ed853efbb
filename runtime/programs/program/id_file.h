#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_ID_FILE_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_ID_FILE_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>

#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// The file of --id-file. Opened before the job exists, so that a path that cannot be written
/// refuses the run while nothing has happened. A regular file appears whole or not at all; links to
/// it stay. What is no regular file (a terminal, a FIFO, /dev/null) is written into.
class IdFile {
 public:
  IdFile() = default;
  IdFile(const IdFile&) = delete;
  IdFile& operator=(const IdFile&) = delete;
  /// Removes what was not published.
  ~IdFile();
  /// Waits for a reader of a FIFO, as any writer does.
  Result<void> Open(const std::string& path);
  /// Writes the id and gives the file its name. Nothing to do if Open() was not called.
  Result<void> Publish(std::string_view id);

 private:
  Result<void> OpenBeside(const std::string& target, mode_t mode);

  std::string path_;    ///< as given
  std::string target_;  ///< of file_: path_ without links
  std::unique_ptr<NewFile> file_;
  int stream_ = -1;  ///< of what is no regular file
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_ID_FILE_H_
