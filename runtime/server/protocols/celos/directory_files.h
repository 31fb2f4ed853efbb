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

/// The folder below a root that has the states of slots.
inline constexpr std::string_view kStateFolder = "state";

/// A folder of which others may have made anything: no symbolic link below it is followed, and only
/// regular files of bounded size are read. Errors are IOExceptions of Java.
class DirectoryFiles {
 public:
  /// A folder that is there. `root` may be a link itself, and so may what is right below it.
  static Result<DirectoryFiles> Open(const std::string& root);

  /// The parts of a path below the root: `{"state", "a", "2015-09-01", "05:00:00.000Z"}`.
  using Parts = std::vector<std::string_view>;
  /// A path's parts and the text of a file.
  using NewText = std::pair<std::vector<std::string>, std::string>;

  /// Nothing: it is not there.
  Result<std::optional<std::string>> Read(const Parts& parts) const;
  /// Whether anything is there.
  Result<bool> Exists(const Parts& parts) const;
  /// What is there; false: nothing is.
  bool Look(const Parts& parts, struct stat* info) const;
  /// An open folder; -1 in it: it is not there.
  Result<Descriptor> Folder(const Parts& parts) const;
  /// The names in a folder, sorted; nothing: there is none.
  Result<std::optional<std::vector<std::string>>> Names(const Parts& parts) const;
  /// The names in an open folder, sorted.
  static Result<std::vector<std::string>> NamesOf(const Descriptor& folder);
  /// A file of an open folder, whose parts are told in errors. Nothing: it is not there.
  Result<std::optional<std::string>> ReadOf(const Descriptor& folder, const std::string& name,
                                            const Parts& parts) const;

  /// Puts a file in place of what is there, durable. Makes the folders above it.
  Result<void> Write(const Parts& parts, std::string_view text) const;
  /// A file for each path; each is whole at any time, and all are durable at the end.
  Result<void> WriteAll(const std::vector<NewText>& files) const;
  /// What is not there is no error.
  Result<void> Remove(const Parts& parts) const;
  /// Removes what a process that died had not put into its place.
  void RemoveUnfinished() const;

  /// `ROOT/state/a/2015-09-01/05:00:00.000Z`
  std::string PathOf(const Parts& parts) const;

 private:
  /// What becomes of folders that are not there.
  enum class Missing : std::uint8_t { kStays, kMade, kMadeDurably };

  DirectoryFiles(std::string root, Descriptor folder, mode_t mask);
  /// The folder above the last part; -1 in it: it is not there.
  Result<Descriptor> Above(const Parts& parts, Missing missing) const;
  /// One of the folders that parts name, in the one before it; likewise.
  Result<Descriptor> Below(const Descriptor& folder, const Parts& parts, std::size_t part,
                           Missing missing) const;
  Result<void> WriteTogether(const std::vector<NewText>& files) const;
  /// By way of an empty folder, which is on the same file system.
  Result<void> WriteInto(const std::string& folder, const std::vector<NewText>& files) const;

  std::string root_;
  Descriptor folder_;
  mode_t mask_;
};

/// The longest file that is read, or written.
inline constexpr std::size_t kLongestFile = 16 << 20;

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_DIRECTORY_FILES_H_
