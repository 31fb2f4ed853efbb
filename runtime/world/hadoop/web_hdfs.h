#ifndef HPDL_RUNTIME_WORLD_HADOOP_WEB_HDFS_H_
#define HPDL_RUNTIME_WORLD_HADOOP_WEB_HDFS_H_

#include <string>
#include <vector>

#include "runtime/world/files/file_system.h"
#include "runtime/world/hadoop/name_node.h"
#include "runtime/world/hadoop/replies.h"

namespace hpdl::rt {

/// HDFS for one user, over WebHDFS. A call sends one request, or one request for each entry or each
/// part of a directory. Several calls may run at a time.
class WebHdfs final : public FileSystem {
 public:
  /// `home_prefix` is dfs.user.home.dir.prefix. Hadoop's default is "/user".
  WebHdfs(NameNode name_node, std::string home_prefix)
      : node_(std::move(name_node)), home_(std::move(home_prefix) + "/" + node_.user()) {}

  const std::string& name() const override { return node_.service().name; }
  std::string Home() const override { return home_; }
  bool KnowsGroup(const std::string&) const override { return true; }
  Task<Result<FileStatus>> Status(std::string path) override;
  Task<Result<std::vector<std::string>>> Glob(std::string pattern, std::size_t most) override;
  Task<Result<std::vector<DirectoryEntry>>> Entries(std::string path) override;
  Task<Result<DirectoryPart>> EntriesAfter(std::string path, std::string after) override;
  Task<Result<std::vector<FileBlock>>> Blocks(std::string path) override;
  Task<Result<std::int64_t>> DirectorySize(std::string path) override;
  Task<Result<void>> MakeDirectories(std::string path) override;
  Task<Result<void>> Delete(std::string path) override;
  Task<Result<void>> Rename(std::string source, std::string target) override;
  Task<Result<void>> Touch(std::string path) override;
  Task<Result<void>> Change(std::string path, OwnershipChange change) override;
  Task<Result<void>> SetReplication(std::string path, std::int16_t factor) override;
  Task<Result<std::string>> Read(std::string path, std::int64_t limit) override;
  Task<Result<void>> Fetch(std::string path, std::string target, std::int64_t limit) override;
  Task<Result<void>> Upload(std::string source, std::string path) override;

 private:
  /// Do() sends an operation whose reply has an empty body. DoAndTell() sends an operation whose
  /// reply is true or false.
  Task<Result<void>> Do(const char* method, std::string path, std::string operation);
  Task<Result<bool>> DoAndTell(const char* method, std::string path, std::string operation);
  Task<Result<void>> ChangeOne(std::string path, const OwnershipChange& change);
  Task<Result<std::vector<std::string>>> Descend(std::vector<std::string> paths,
                                                 std::string component, std::size_t most);

  NameNode node_;
  const std::string home_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_WEB_HDFS_H_
