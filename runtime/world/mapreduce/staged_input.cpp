#include "runtime/world/mapreduce/staged_input.h"

#include <map>
#include <utility>

namespace hpdl::rt::mapreduce {

namespace {

class StagedInput final : public InputFileSystem {
 public:
  StagedInput(std::vector<StagedFile> files, std::unique_ptr<InputFileSystem> others)
      : others_(std::move(others)) {
    for (StagedFile& file : files) {
      std::vector<InputFile>& found = patterns_[file.pattern];
      if (!file.uri.empty()) {
        found.push_back({file.uri, false, file.size, file.block_size});
        copies_[file.uri] = std::move(file.copy);
      }
    }
  }

  /// If the list of staged files has `pattern`, returns one directory whose path is `pattern`.
  /// List() of this directory returns the staged files that matched. Any other pattern is passed to
  /// `others_`.
  Result<std::vector<InputFile>> Match(const std::string& pattern) override {
    if (!patterns_.contains(pattern)) {
      return others_->Match(pattern);
    }
    return std::vector<InputFile>{{pattern, true, 0, 0}};
  }
  Result<std::vector<InputFile>> List(const std::string& directory) override {
    const auto found = patterns_.find(directory);
    return found == patterns_.end() ? others_->List(directory) : found->second;
  }
  Result<std::unique_ptr<ByteSource>> Open(const std::string& path, std::int64_t offset) override {
    const auto found = copies_.find(path);
    return others_->Open(found == copies_.end() ? path : found->second, offset);
  }
  std::string Uri(const std::string& path) override {
    return copies_.contains(path) || patterns_.contains(path) ? path : others_->Uri(path);
  }

 private:
  const std::unique_ptr<InputFileSystem> others_;
  std::map<std::string, std::vector<InputFile>> patterns_;
  std::map<std::string, std::string> copies_;
};

}  // namespace

std::unique_ptr<InputFileSystem> MakeStagedInput(std::vector<StagedFile> files,
                                                 std::unique_ptr<InputFileSystem> others) {
  return std::make_unique<StagedInput>(std::move(files), std::move(others));
}

}  // namespace hpdl::rt::mapreduce
