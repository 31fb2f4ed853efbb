#ifndef HPDL_RUNTIME_WORLD_FILES_TESTING_KNOWN_PATHS_H_
#define HPDL_RUNTIME_WORLD_FILES_TESTING_KNOWN_PATHS_H_

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/world/files/testing/empty_file_system.h"

namespace hpdl::rt::testing {

/// A file system with the paths that a test puts there. It lists folders in parts and records the
/// requests.
class KnownPaths final : public EmptyFileSystem {
 public:
  explicit KnownPaths(std::string name = "hdfs://nn") : name_(std::move(name)) {}
  const std::string& name() const override { return name_; }

  std::set<std::string> paths;  ///< the existing paths; the folders above them exist too
  std::size_t part = 1000;      ///< maximum number of entries in one part of a folder's list
  std::function<std::optional<Error>(const std::string& asked)> fails;
  std::vector<std::string> asked;  ///< requests, such as "status /a" and "list /a after b"
  bool holds = false;              ///< true: answers wait until Release() is called
  std::size_t most = 0;            ///< largest number of answers that waited at the same time

  void Release() {
    holds = false;
    for (boost::asio::steady_timer* each : held_) {
      each->cancel();
    }
  }
  std::size_t held() const { return held_.size(); }

  Task<Result<FileStatus>> Status(std::string path) override {
    const std::optional<Error> failure = co_await Begin("status " + path);
    if (failure) {
      co_return *failure;
    }
    FileStatus status;
    status.type = TypeOf(path);
    co_return status;
  }

  Task<Result<DirectoryPart>> EntriesAfter(std::string path, std::string after) override {
    const std::optional<Error> failure = co_await Begin("list " + path + " after " + after);
    if (failure) {
      co_return *failure;
    }
    DirectoryPart found;
    if (TypeOf(path) == FileType::kAbsent) {
      co_return Error{ErrorClass::kError, kNotFound, path + " is not there"};
    }
    if (TypeOf(path) == FileType::kFile) {
      found.entries.push_back({"", {FileType::kFile}});
      co_return found;
    }
    const std::string folder = path == "/" ? "/" : path + "/";
    std::set<std::string> names;
    for (const std::string& each : paths) {
      if (each.starts_with(folder)) {
        names.insert(each.substr(folder.size(), each.find('/', folder.size()) - folder.size()));
      }
    }
    for (auto name = names.upper_bound(after); name != names.end(); ++name) {
      if (found.entries.size() == part) {
        found.more = true;
        break;
      }
      found.entries.push_back({*name, {TypeOf(folder + *name)}});
    }
    co_return found;
  }

 private:
  FileType TypeOf(const std::string& path) const {
    const std::string folder = path == "/" ? "/" : path + "/";
    const auto inside = paths.lower_bound(folder);
    const bool has_some = inside != paths.end() && inside->starts_with(folder);
    return has_some || path == "/" ? FileType::kDirectory
           : paths.contains(path)  ? FileType::kFile
                                   : FileType::kAbsent;
  }

  Task<std::optional<Error>> Begin(std::string what) {
    asked.push_back(what);
    if (holds) {
      boost::asio::steady_timer released(co_await boost::asio::this_coro::executor,
                                         boost::asio::steady_timer::time_point::max());
      const auto place = held_.insert(held_.end(), &released);
      most = std::max(most, held_.size());
      boost::system::error_code ignored;
      co_await released.async_wait(
          boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
      held_.erase(place);
    }
    co_return fails ? fails(what) : std::nullopt;
  }

  const std::string name_;
  std::list<boost::asio::steady_timer*> held_;
};

/// The file systems in `systems` by their names, the same for all users.
class KnownSystems final : public FileSystems {
 public:
  std::map<std::string, KnownPaths*> systems;
  std::set<std::string> users;  ///< the users for whom file systems were opened

  Result<std::string> Default() override { return std::string("hdfs://nn"); }
  Result<FileSystem*> Open(std::string_view uri, const std::string& user) override {
    users.insert(user);
    const auto found = systems.find(std::string(uri));
    if (found == systems.end()) {
      return Error{ErrorClass::kNonTransient, "E0904", "no address of " + std::string(uri)};
    }
    return static_cast<FileSystem*>(found->second);
  }
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_WORLD_FILES_TESTING_KNOWN_PATHS_H_
