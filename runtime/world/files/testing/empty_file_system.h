#ifndef HPDL_RUNTIME_WORLD_FILES_TESTING_EMPTY_FILE_SYSTEM_H_
#define HPDL_RUNTIME_WORLD_FILES_TESTING_EMPTY_FILE_SYSTEM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/world/files/file_system.h"

namespace hpdl::rt::testing {

/// The file system hdfs://nn of tests. No path exists in it, and every change succeeds. A test
/// overrides the functions that it needs.
class EmptyFileSystem : public FileSystem {
 public:
  const std::string& name() const override { return name_; }
  std::string Home() const override { return "/user/joe"; }
  bool KnowsGroup(const std::string&) const override { return true; }
  Task<Result<FileStatus>> Status(std::string) override { co_return FileStatus{}; }
  Task<Result<std::vector<std::string>>> Glob(std::string, std::size_t) override {
    co_return std::vector<std::string>{};
  }
  Task<Result<std::int64_t>> DirectorySize(std::string) override { co_return 0; }
  Task<Result<void>> MakeDirectories(std::string) override { co_return Result<void>(); }
  Task<Result<void>> Delete(std::string) override { co_return Result<void>(); }
  Task<Result<void>> Rename(std::string, std::string) override { co_return Result<void>(); }
  Task<Result<void>> Touch(std::string) override { co_return Result<void>(); }
  Task<Result<void>> Change(std::string, OwnershipChange) override { co_return Result<void>(); }
  Task<Result<void>> SetReplication(std::string, std::int16_t) override {
    co_return Result<void>();
  }
  Task<Result<std::string>> Read(std::string, std::int64_t) override { co_return std::string(); }

 private:
  const std::string name_ = "hdfs://nn";
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_WORLD_FILES_TESTING_EMPTY_FILE_SYSTEM_H_
