#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DIRECTORY_FILES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DIRECTORY_FILES_H_

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// The folder below a root that holds the states of slots.
inline constexpr std::string_view kStateFolder = "state";

/// A folder in which other programs may have made any files. Follows symbolic links only to the
/// root and to folders directly in it. Reads only regular files of bounded size. Errors are
/// IOExceptions of Java.
class DirectoryFiles {
 public:
  /// Opens an existing folder. `root` may be a symbolic link, and so may the folders directly in
  /// it.
  static Result<DirectoryFiles> Open(const std::string& root);

  /// The parts of a path below the root: `{"state", "a", "2015-09-01", "05:00:00.000Z"}`.
  using Parts = std::vector<std::string_view>;
  /// A file to be written: the parts of its path, and its text.
  using NewText = std::pair<std::vector<std::string>, std::string>;

  /// Returns the text of a file; nullopt if it does not exist.
  Result<std::optional<std::string>> Read(const Parts& parts) const;
  /// True if anything exists at the path.
  Result<bool> Exists(const Parts& parts) const;
  /// Fills `info` with data about the entry at the path. Returns false if no entry exists.
  bool Look(const Parts& parts, struct stat* info) const;
  /// Opens a folder; the descriptor is -1 if it does not exist.
  Result<Descriptor> Folder(const Parts& parts) const;
  /// Returns the names in a folder, sorted; nullopt if it does not exist.
  Result<std::optional<std::vector<std::string>>> Names(const Parts& parts) const;
  /// Returns the names in an open folder, sorted.
  static Result<std::vector<std::string>> NamesOf(const Descriptor& folder);
  /// Reads the file `name` of an open folder. `parts` is the path of the folder; error messages
  /// contain this path. Returns nullopt if the file does not exist.
  Result<std::optional<std::string>> ReadOf(const Descriptor& folder, const std::string& name,
                                            const Parts& parts) const;

  /// Replaces a file durably. Makes the folders above it.
  Result<void> Write(const Parts& parts, std::string_view text) const;
  /// Writes several files. No reader sees an incomplete file. All files are durable when the call
  /// returns.
  Result<void> WriteAll(const std::vector<NewText>& files) const;
  /// Removes a file; a missing file is not an error.
  Result<void> Remove(const Parts& parts) const;
  /// Removes temporary files of a process that died before it moved them into place.
  void RemoveUnfinished() const;

  /// Returns `ROOT/state/a/2015-09-01/05:00:00.000Z`.
  std::string PathOf(const Parts& parts) const;

 private:
  /// Says whether missing folders stay missing, are made, or are made durably.
  enum class Missing : std::uint8_t { kStays, kMade, kMadeDurably };

  DirectoryFiles(std::string root, Descriptor folder, mode_t mask);
  /// Opens the folder above the last part; the descriptor is -1 if it does not exist.
  Result<Descriptor> Above(const Parts& parts, Missing missing) const;
  /// Opens the folder `parts[part]`, which lies in `folder`; the descriptor is -1 if it does not
  /// exist.
  Result<Descriptor> Below(const Descriptor& folder, const Parts& parts, std::size_t part,
                           Missing missing) const;
  Result<void> WriteTogether(const std::vector<NewText>& files) const;
  /// Writes the files to `folder`, an empty folder on the same file system, then moves them into
  /// place.
  Result<void> WriteInto(const std::string& folder, const std::vector<NewText>& files) const;

  std::string root_;
  Descriptor folder_;
  mode_t mask_;
};

/// The limit of a file's size, in bytes.
inline constexpr std::size_t kLongestFile = 16 << 20;

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DIRECTORY_FILES_H_
