#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_TESTING_MEMORY_FILES_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_TESTING_MEMORY_FILES_H_

#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/world/files/testing/empty_file_system.h"

namespace hpdl::rt::testing {

/// The file system hdfs://nn with the files of a test, in memory. New files can be added. Each
/// change is recorded in `changes`.
class MemoryFiles final : public EmptyFileSystem {
 public:
  struct File {
    std::string text;
    std::int64_t modified_ms = 0;
  };
  std::map<std::string, File> files;  ///< the key is the file's path
  std::vector<std::string> changes;   ///< for example "upload /a" or "rename /a /b"
  /// Called before each operation with "status /a", "list /a" or the text of a change. If it
  /// returns an error, the operation fails with this error.
  std::function<std::optional<Error>(const std::string&)> fails;

  Task<Result<FileStatus>> Status(std::string path) override {
    const std::optional<Error> failure = FailureOf("status " + path);
    if (failure) {
      co_return *failure;
    }
    co_return StatusOf(path);
  }
  Task<Result<std::vector<DirectoryEntry>>> Entries(std::string path) override {
    const std::optional<Error> failure = FailureOf("list " + path);
    if (failure) {
      co_return *failure;
    }
    std::vector<DirectoryEntry> entries;
    const FileStatus own = StatusOf(path);
    if (own.type == FileType::kAbsent) {
      co_return Error{ErrorClass::kError, kNotFound, path + " is not there"};
    }
    if (own.type == FileType::kFile) {
      entries.push_back({"", own});
      co_return entries;
    }
    const std::string folder = path + "/";
    std::set<std::string> names;
    for (const auto& [each, file] : files) {
      if (each.starts_with(folder)) {
        names.insert(each.substr(folder.size(), each.find('/', folder.size()) - folder.size()));
      }
    }
    for (const std::string& name : names) {
      entries.push_back({name, StatusOf(folder + name)});
    }
    co_return entries;
  }
  Task<Result<void>> Upload(std::string source, std::string path) override {
    const std::optional<Error> failure = Noted("upload " + path);
    if (failure) {
      co_return *failure;
    }
    std::ifstream in(source, std::ios::binary);
    files[path].text = {std::istreambuf_iterator<char>(in), {}};
    co_return Result<void>();
  }
  Task<Result<void>> Rename(std::string source, std::string target) override {
    std::optional<Error> failure = Noted("rename " + source + " " + target);
    if (!failure && files.contains(target)) {
      failure = Error{ErrorClass::kError, kExists, target + " is there"};
    }
    if (failure) {
      co_return *failure;
    }
    files[target] = files.at(source);
    files.erase(source);
    co_return Result<void>();
  }
  Task<Result<void>> Delete(std::string path) override {
    const std::optional<Error> failure = Noted("delete " + path);
    files.erase(path);
    co_return failure ? Result<void>(*failure) : Result<void>();
  }

 private:
  std::optional<Error> FailureOf(const std::string& asked) const {
    return fails ? fails(asked) : std::nullopt;
  }
  std::optional<Error> Noted(const std::string& change) {
    changes.push_back(change);
    return FailureOf(change);
  }
  FileStatus StatusOf(const std::string& path) const {
    FileStatus status;
    if (const auto found = files.find(path); found != files.end()) {
      status.type = FileType::kFile;
      status.size = static_cast<std::int64_t>(found->second.text.size());
      status.modified_ms = found->second.modified_ms;
      return status;
    }
    const auto below = files.lower_bound(path + "/");
    const bool folder = below != files.end() && below->first.starts_with(path + "/");
    status.type = folder ? FileType::kDirectory : FileType::kAbsent;
    return status;
  }
};

/// A Hadoop whose only file system is a MemoryFiles with the authority `nn`.
class MemoryHadoop final : public FileSystems {
 public:
  MemoryFiles files;
  std::vector<std::string> users;  ///< the users who have asked for files

  Result<std::string> Default() override { return std::string("hdfs://nn"); }
  Result<FileSystem*> Open(std::string_view uri, const std::string& user) override {
    users.push_back(user);
    if (!uri.starts_with("hdfs://nn")) {
      return Error{ErrorClass::kNonTransient, "E0904", "no address of it is known"};
    }
    return &files;
  }
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_TESTING_MEMORY_FILES_H_
