#ifndef HPDL_RUNTIME_GROUND_BASE_TESTING_TEMPORARY_FOLDER_H_
#define HPDL_RUNTIME_GROUND_BASE_TESTING_TEMPORARY_FOLDER_H_

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace hpdl::rt::testing {

/// A new folder for one test. The destructor removes it with all its content, also if the test
/// fails. Declare it before objects that have open files in it.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(
      const std::filesystem::path& place = std::filesystem::temp_directory_path())
      : path_((place / "hpdl-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) {
      std::perror(path_.c_str());
      std::abort();
    }
  }
  ~TemporaryFolder() {
    namespace fs = std::filesystem;
    std::error_code ignored;
    // Read-only folders must become writable before they can be removed.
    for (fs::recursive_directory_iterator at(path_, ignored), end; at != end;
         at.increment(ignored)) {
      if (at->is_directory(ignored) && !at->is_symlink(ignored)) {
        fs::permissions(at->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
      }
    }
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// The absolute path, without a "/" at its end.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_GROUND_BASE_TESTING_TEMPORARY_FOLDER_H_
