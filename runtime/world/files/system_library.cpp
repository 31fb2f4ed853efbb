#include "runtime/world/files/system_library.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace hpdl::rt {
namespace {

constexpr std::string_view kPrefix = "lib_";
constexpr std::size_t kMostEntries = 100'000;
/// The maximum depth of nested folders. Deeper folders are taken for a circle of links.
constexpr int kDeepest = 32;

/// True for a name lib_yyyyMMddHHmmss. All such names have the same length, so the newest name is
/// the greatest.
bool HasTime(std::string_view name) {
  constexpr std::size_t kDigits = 14;
  return name.size() == kPrefix.size() + kDigits && name.starts_with(kPrefix) &&
         name.find_first_not_of("0123456789", kPrefix.size()) == std::string_view::npos;
}

/// Returns the URI of a path in Hadoop's form.
std::string UriOf(const FileSystem& files, const std::string& path) {
  return (files.name().empty() ? "file:" : files.name()) + path;
}

/// Reads folders, and counts all entries that were read so far.
class LibraryReader {
 public:
  explicit LibraryReader(FileSystem& files) : files_(files) {}

  Task<Result<std::vector<DirectoryEntry>>> Entries(std::string path) {
    Result<std::vector<DirectoryEntry>> entries = co_await files_.Entries(path);
    seen_ += entries ? entries->size() : 0;
    if (seen_ > kMostEntries) {
      co_return Error{ErrorClass::kError, "",
                      path + ": there are more than " + std::to_string(kMostEntries) +
                          " files and folders in the shared libraries"};
    }
    co_return entries;
  }

  /// Returns the URIs of all files below a folder.
  Task<Result<std::vector<std::string>>> Files(std::string folder) {
    std::vector<std::string> uris;
    std::vector<Left> left{{std::move(folder), FileType::kDirectory, 0}};
    while (!left.empty()) {
      const Left next = std::move(left.back());
      left.pop_back();
      if (next.type != FileType::kDirectory) {
        uris.push_back(UriOf(files_, next.path));
        continue;
      }
      if (next.depth > kDeepest) {
        co_return Error{ErrorClass::kError, "",
                        next.path + " is too deep in the folder of the shared libraries"};
      }
      const Result<std::vector<DirectoryEntry>> entries = co_await Entries(next.path);
      HPDL_CO_TRY(entries);
      for (std::size_t i = entries->size(); i > 0; --i) {
        const DirectoryEntry& entry = (*entries)[i - 1];
        left.push_back({next.path + "/" + entry.name, entry.status.type, next.depth + 1});
      }
    }
    co_return uris;
  }

 private:
  /// A path that still has to be read. The last path in the list is read next.
  struct Left {
    std::string path;
    FileType type;
    int depth;
  };

  FileSystem& files_;
  std::size_t seen_ = 0;
};

}  // namespace

Task<Result<FileLocation>> NewestLibraries(FileLocation root) {
  const Result<std::vector<DirectoryEntry>> entries = co_await root.files->Entries(root.path);
  HPDL_CO_TRY(entries);
  std::string newest;
  for (const DirectoryEntry& entry : *entries) {
    if (entry.status.type == FileType::kDirectory && HasTime(entry.name)) {
      newest = std::max(newest, entry.name);
    }
  }
  if (!newest.empty()) {
    root.path += "/" + newest;
  }
  co_return root;
}

Task<Result<SystemLibrary>> ReadSystemLibrary(FileLocation root) {
  const Result<FileLocation> at = co_await NewestLibraries(root);
  if (!at) {
    Error error = at.error();
    if (error.code == kNotFound) {
      error.message = "File " + UriOf(*root.files, root.path) + " does not exist";
    }
    co_return error;
  }
  SystemLibrary library;
  library.folder = UriOf(*at->files, at->path);
  LibraryReader reader(*at->files);
  const Result<std::vector<DirectoryEntry>> entries = co_await reader.Entries(at->path);
  HPDL_CO_TRY(entries);
  for (const DirectoryEntry& entry : *entries) {
    if (entry.status.type == FileType::kDirectory) {
      Result<std::vector<std::string>> files = co_await reader.Files(at->path + "/" + entry.name);
      HPDL_CO_TRY(files);
      library.libraries.push_back({entry.name, std::move(*files)});
    }
  }
  co_return library;
}

}  // namespace hpdl::rt
