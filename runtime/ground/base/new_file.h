#ifndef HPDL_RUNTIME_GROUND_BASE_NEW_FILE_H_
#define HPDL_RUNTIME_GROUND_BASE_NEW_FILE_H_

#include <sys/types.h>

#include <string>
#include <string_view>

namespace hpdl::rt {

/// Names of files that are being written begin so. One that was interrupted leaves its own.
inline constexpr std::string_view kUnfinishedPrefix = ".hpdlc.";

/// Writes all of the bytes. False with errno set.
bool WriteAll(int fd, std::string_view bytes);

/// Makes durable what is in an open file. False with errno set. Some file systems refuse that, and
/// need none: true.
bool SyncFile(int fd);
/// The same of the file at `path`, which is only read.
bool SyncFile(const std::string& path);
/// Makes durable which files a directory holds. One that may not be read costs a sync of the whole
/// machine.
bool SyncDirectory(const std::string& path);

/// Puts a file of these bytes into the place of `path`. What is there is this file or the one
/// before, each whole, also after a power cut; SyncDirectory() makes sure that it is this one.
/// False with errno set.
bool WriteWhole(const std::string& path, std::string_view bytes, mode_t mode);

/// A file that grows under a name of its own beside the one that it is to become, so that one
/// rename puts it there; gone with the object if that does not happen. Its name cannot be known
/// before, nothing that stands there is opened, and no link is followed. The name does not depend
/// on the other's, which may be as long as names can be. Readable and writable for the owner alone.
class NewFile {
 public:
  /// In the directory of `beside`, which need not exist itself.
  explicit NewFile(const std::string& beside);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool ok() const { return fd_ >= 0; }  ///< else errno says why
  int fd() const { return fd_; }
  const std::string& path() const { return path_; }

  /// Closes the file and puts what is now at path() in the place of `target`, in the same
  /// directory. False with errno set.
  bool MoveTo(const std::string& target);
  /// The same into an open directory of the same file system, under a name.
  bool MoveInto(int directory, const std::string& name);

 private:
  bool Close();
  bool Gone(bool moved);
  int fd_ = -1;
  std::string path_;  ///< empty: moved
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_NEW_FILE_H_
