#ifndef HPDL_STDLIB_CLUSTER_TESTING_MEMORY_FILES_H_
#define HPDL_STDLIB_CLUSTER_TESTING_MEMORY_FILES_H_

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runtime/ground/base/local_files.h"
#include "runtime/world/files/file_system.h"

namespace hpdl::stdlib::testing {

/// A cluster's file system in memory, "hdfs://nn", whose user is joe. It records its calls.
class MemoryFiles final : public rt::FileSystem {
 public:
  std::map<std::string, std::string> files;
  std::set<std::string> folders = {"/"};
  std::vector<std::string> asked;  ///< calls such as "Journal /a" and "Rename /a /b"
  /// The errors of calls. The key is a call as in `asked`.
  std::map<std::string, rt::Error> errors;
  std::int64_t block_size = 100;

  void Put(const std::string& path, std::string content) {
    Folders(path.substr(0, path.rfind('/')));
    files[path] = std::move(content);
  }
  void Folders(std::string path) {
    for (; !path.empty(); path.resize(path.rfind('/'))) {
      folders.insert(path);
    }
  }

  const std::string& name() const override { return name_; }
  std::string Home() const override { return "/user/joe"; }
  bool KnowsGroup(const std::string&) const override { return true; }
  rt::Task<rt::Result<rt::FileStatus>> Status(std::string path) override {
    if (const rt::Error* error = Ask("Status " + path)) {
      co_return *error;
    }
    co_return StatusOf(path);
  }
  rt::Task<rt::Result<std::vector<std::string>>> Glob(std::string pattern, std::size_t) override {
    std::vector<std::string> alternatives, found;
    rt::ExpandGlobBraces(pattern, &alternatives);
    for (const auto& [path, content] : files) {
      for (const std::string& each : alternatives) {
        if (Matches(each, path)) {
          found.push_back(path);
        }
      }
    }
    for (const std::string& path : folders) {
      for (const std::string& each : alternatives) {
        if (Matches(each, path)) {
          found.push_back(path);
        }
      }
    }
    std::sort(found.begin(), found.end());
    co_return found;
  }
  rt::Task<rt::Result<std::vector<rt::DirectoryEntry>>> Entries(std::string path) override {
    if (const rt::Error* error = Ask("Entries " + path)) {
      co_return *error;
    }
    std::vector<rt::DirectoryEntry> entries;
    if (files.contains(path)) {
      entries.push_back({"", StatusOf(path)});
      co_return entries;
    }
    if (!folders.contains(path)) {
      co_return rt::Error{rt::ErrorClass::kError, rt::kNotFound, "no such file"};
    }
    std::set<std::string> below;
    for (const auto& [name, content] : files) {
      below.insert(name);
    }
    below.insert(folders.begin(), folders.end());
    const std::string start = path == "/" ? "/" : path + "/";
    for (const std::string& each : below) {
      if (each.size() > start.size() && each.starts_with(start) &&
          each.find('/', start.size()) == std::string::npos) {
        entries.push_back({each.substr(start.size()), StatusOf(each)});
      }
    }
    co_return entries;
  }
  rt::Task<rt::Result<std::vector<rt::FileBlock>>> Blocks(std::string path) override {
    if (const rt::Error* error = Ask("Blocks " + path)) {
      co_return *error;
    }
    std::vector<rt::FileBlock> blocks;
    const auto size = static_cast<std::int64_t>(files[path].size());
    for (std::int64_t at = 0; at < size; at += block_size) {
      blocks.push_back({at, std::min(block_size, size - at), {"host"}});
    }
    co_return blocks;
  }
  rt::Task<rt::Result<std::int64_t>> DirectorySize(std::string) override { co_return 0; }
  rt::Task<rt::Result<void>> MakeDirectories(std::string path) override {
    if (const rt::Error* error = Ask("MakeDirectories " + path)) {
      co_return *error;
    }
    Folders(std::move(path));
    co_return rt::Result<void>();
  }
  rt::Task<rt::Result<void>> Delete(std::string path) override {
    if (const rt::Error* error = Ask("Delete " + path)) {
      co_return *error;
    }
    files.erase(path);
    folders.erase(path);
    std::erase_if(files, [&](const auto& each) { return each.first.starts_with(path + "/"); });
    std::erase_if(folders, [&](const auto& each) { return each.starts_with(path + "/"); });
    co_return rt::Result<void>();
  }
  rt::Task<rt::Result<void>> Rename(std::string source, std::string target) override {
    if (const rt::Error* error = Ask("Rename " + source + " " + target)) {
      co_return *error;
    }
    if (files.contains(target)) {
      co_return rt::Error{rt::ErrorClass::kError, rt::kExists, "is there"};
    }
    files[target] = files[source];
    files.erase(source);
    co_return rt::Result<void>();
  }
  rt::Task<rt::Result<void>> Touch(std::string) override { co_return rt::Result<void>(); }
  rt::Task<rt::Result<void>> Change(std::string path, rt::OwnershipChange change) override {
    char mode[16];
    std::snprintf(mode, sizeof mode, " %o", static_cast<unsigned>(change.mode.value_or(0)));
    Ask("Change " + path + mode);
    co_return rt::Result<void>();
  }
  rt::Task<rt::Result<void>> SetReplication(std::string, std::int16_t) override {
    co_return rt::Result<void>();
  }
  rt::Task<rt::Result<std::string>> Read(std::string path, std::int64_t) override {
    co_return files[path];
  }
  rt::Task<rt::Result<void>> Upload(std::string source, std::string path) override {
    if (const rt::Error* error = Ask("Journal " + path)) {
      co_return *error;
    }
    std::ifstream in(source, std::ios::binary);
    Put(path, std::string(std::istreambuf_iterator<char>(in), {}));
    co_return rt::Result<void>();
  }

 private:
  const rt::Error* Ask(const std::string& what) {
    asked.push_back(what);
    const auto found = errors.find(what);
    return found == errors.end() ? nullptr : &found->second;
  }
  rt::FileStatus StatusOf(const std::string& path) const {
    rt::FileStatus status;
    if (const auto found = files.find(path); found != files.end()) {
      status.type = rt::FileType::kFile;
      status.size = static_cast<std::int64_t>(found->second.size());
      status.block_size = block_size;
      status.modified_ms = 7;
    } else if (folders.contains(path)) {
      status.type = rt::FileType::kDirectory;
    }
    return status;
  }
  /// True if each component of `path` matches the component of `pattern` at the same position.
  static bool Matches(std::string_view pattern, std::string_view path) {
    while (true) {
      const std::size_t p = std::min(pattern.find('/'), pattern.size());
      const std::size_t n = std::min(path.find('/'), path.size());
      if (!rt::MatchesGlob(pattern.substr(0, p), path.substr(0, n)) ||
          (p == pattern.size()) != (n == path.size())) {
        return false;
      }
      if (p == pattern.size()) {
        return true;
      }
      pattern.remove_prefix(p + 1);
      path.remove_prefix(n + 1);
    }
  }

  const std::string name_ = "hdfs://nn";
};

/// Gives the same file system to every user.
class MemorySystems final : public rt::FileSystems {
 public:
  explicit MemorySystems(MemoryFiles& files) : files_(files) {}
  rt::Result<std::string> Default() override { return std::string("hdfs://nn"); }
  rt::Result<rt::FileSystem*> Open(std::string_view uri, const std::string& user) override {
    users.push_back(user);
    if (!uri.starts_with("hdfs://nn")) {
      return rt::Error{rt::ErrorClass::kNonTransient, "E0904", "no such file system"};
    }
    return &files_;
  }
  std::vector<std::string> users;

 private:
  MemoryFiles& files_;
};

}  // namespace hpdl::stdlib::testing

#endif  // HPDL_STDLIB_CLUSTER_TESTING_MEMORY_FILES_H_
