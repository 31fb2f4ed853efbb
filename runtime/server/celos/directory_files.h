#ifndef HPDL_RUNTIME_SERVER_CELOS_DIRECTORY_FILES_H_
#define HPDL_RUNTIME_SERVER_CELOS_DIRECTORY_FILES_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/descriptor.h"
#include "runtime/base/result.h"

namespace hpdl::rt::celos {

/// A folder of which others may have made anything: no symbolic link below it is followed, and only
/// regular files of bounded size are read. Errors are IOExceptions of Java.
class DirectoryFiles {
 public:
  /// A folder that is there. `root` may be a link itself, and so may what is right below it.
  static Result<DirectoryFiles> Open(const std::string& root);

  /// The parts of a path below the root: `{"state", "a", "2015-09-01", "05:00:00.000Z"}`.
  using Parts = std::vector<std::string_view>;

  /// Nothing: it is not there.
  Result<std::optional<std::string>> Read(const Parts& parts) const;
  /// Whether anything is there.
  Result<bool> Exists(const Parts& parts) const;
  /// The names in a folder, sorted; nothing: there is none.
  Result<std::optional<std::vector<std::string>>> Names(const Parts& parts) const;
  /// Takes the name and the text of a file, or an error.
  using Take =
      std::function<Result<void>(const std::string& name, const Result<std::string>& text)>;
  /// All files of a folder that `wanted` takes the name of, sorted. One that is not there has none.
  Result<void> ReadAll(const Parts& parts,
                       const std::function<Result<bool>(const std::string&)>& wanted,
                       const Take& take) const;

  /// Puts a file in place of what is there, durable. Makes the folders above it.
  Result<void> Write(const Parts& parts, std::string_view text) const;
  /// What is not there is no error.
  Result<void> Remove(const Parts& parts) const;

  /// `ROOT/state/a/2015-09-01/05:00:00.000Z`
  std::string PathOf(const Parts& parts) const;

 private:
  DirectoryFiles(std::string root, Descriptor folder, mode_t mask);
  /// The folder above the last part; -1 in it: it is not there.
  Result<Descriptor> Above(const Parts& parts, bool make) const;
  Result<std::optional<std::string>> ReadIn(int folder, const std::string& name,
                                            const Parts& parts) const;

  std::string root_;
  Descriptor folder_;
  mode_t mask_;
};

/// The longest file that is read, or written.
inline constexpr std::size_t kLongestFile = 16 << 20;

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_CELOS_DIRECTORY_FILES_H_
