#ifndef HPDL_RUNTIME_GROUND_BASE_NEW_FILE_H_
#define HPDL_RUNTIME_GROUND_BASE_NEW_FILE_H_

#include <sys/types.h>

#include <string>
#include <string_view>

namespace hpdl::rt {

/// The prefix of the names of unfinished files. A program that was interrupted leaves its
/// unfinished file.
inline constexpr std::string_view kUnfinishedPrefix = ".hpdlc.";

/// Writes all bytes. If this fails, returns false and sets errno.
bool WriteAll(int fd, std::string_view bytes);

/// Makes the content of an open file durable. If this fails, returns false and sets errno. Some
/// file systems refuse a sync because they do not need it; the function then returns true.
bool SyncFile(int fd);
/// Makes the content of the file at `path` durable; opens the file only for reading. If this fails,
/// returns false and sets errno.
bool SyncFile(const std::string& path);
/// Makes the entries of a directory durable. If this process may not read the directory, syncs all
/// file systems of the machine.
bool SyncDirectory(const std::string& path);

/// Replaces the file at `path` by a file with these bytes. At each moment, also after a power cut,
/// `path` is either the complete old file or the complete new file. The caller must then call
/// SyncDirectory(). Until SyncDirectory() returns, a power cut may bring back the old file. If
/// WriteWhole() fails, it returns false and sets errno.
bool WriteWhole(const std::string& path, std::string_view bytes, mode_t mode);

/// A new file with a temporary name in the directory of its target. A rename moves the file to the
/// target. The destructor removes the file if it was not moved. Nobody can predict the temporary
/// name. The constructor never opens an existing file and never follows a link. The temporary name
/// does not depend on the target's name, so the target's name may have the maximum length. Only the
/// owner can read and write the file.
class NewFile {
 public:
  /// Makes the file in the directory that contains the path `beside`. `beside` itself need not
  /// exist.
  explicit NewFile(const std::string& beside);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool ok() const { return fd_ >= 0; }  ///< if false, errno has the reason
  int fd() const { return fd_; }
  const std::string& path() const { return path_; }

  /// Closes the file and renames it to `target` in the same directory. Replaces `target` if it
  /// exists. If this fails, returns false and sets errno.
  bool MoveTo(const std::string& target);
  /// Closes the file and renames it to `name` in an open directory of the same file system. If this
  /// fails, returns false and sets errno.
  bool MoveInto(int directory, const std::string& name);

 private:
  bool Close();
  bool Gone(bool moved);
  int fd_ = -1;
  std::string path_;  ///< empty after a move
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_NEW_FILE_H_
