#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_TESTING_FAILING_MACHINES_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_TESTING_FAILING_MACHINES_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/celos_deploy/small_files.h"
#include "runtime/world/files/testing/empty_file_system.h"

namespace hpdl::rt::testing {

/// Maps paths to contents. A folder has the content kFolder.
using Tree = std::map<std::string, std::string>;
inline constexpr const char* kFolder = "<folder>";

/// Decides which call to the name node or to the remote machine fails, and how it fails.
struct Faults {
  enum class Kind {
    kRefused,    ///< the call has no effect
    kLost,       ///< the call has its effect, but the answer is lost
    kDead,       ///< the call has no effect, and all later calls fail
    kDeadAfter,  ///< the call has its effect, but this call and all later calls fail
  };
  Kind kind = Kind::kRefused;
  int at = 0;  ///< number of the call that fails; the first call is 1; 0: no call fails
  int calls = 0;

  bool Refuses() {
    ++calls;
    return at != 0 && ((calls == at && (kind == Kind::kRefused || kind == Kind::kDead)) ||
                       (calls > at && (kind == Kind::kDead || kind == Kind::kDeadAfter)));
  }
  bool Loses() const { return calls == at && (kind == Kind::kLost || kind == Kind::kDeadAfter); }
  static Error Failure() { return {ErrorClass::kTransient, "COULD_NOT_CONNECT", "broken"}; }
};

/// The file system hdfs://nn with the contents that a test gives. The content of an uploaded file
/// is the path of its source.
class FailingHdfs final : public EmptyFileSystem {
 public:
  FailingHdfs(Tree* tree, Faults* faults) : tree_(*tree), faults_(*faults) {}

  Task<Result<FileStatus>> Status(std::string path) override {
    if (faults_.Refuses() || faults_.Loses()) {
      co_return Faults::Failure();
    }
    FileStatus status;
    const auto found = tree_.find(path);
    status.type = found == tree_.end()       ? FileType::kAbsent
                  : found->second == kFolder ? FileType::kDirectory
                                             : FileType::kFile;
    co_return status;
  }
  Task<Result<DirectoryPart>> EntriesAfter(std::string path, std::string after) override {
    if (faults_.Refuses() || faults_.Loses()) {
      co_return Faults::Failure();
    }
    DirectoryPart part;
    for (auto at = tree_.upper_bound(path + "/" + after); at != tree_.end(); ++at) {
      if (at->first.starts_with(path + "/") &&
          at->first.find('/', path.size() + 1) == std::string::npos) {
        if (part.entries.size() == 2) {
          part.more = true;
          break;
        }
        part.entries.push_back({at->first.substr(path.size() + 1), {}});
      }
    }
    co_return part;
  }
  Task<Result<void>> MakeDirectories(std::string path) override {
    co_return Change([&] {
      for (std::size_t at = 1; at != std::string::npos;) {
        at = path.find('/', at + 1);
        tree_.emplace(path.substr(0, at), kFolder);
      }
      return true;
    });
  }
  Task<Result<void>> Delete(std::string path) override {
    co_return Change([&] {
      std::erase_if(tree_, [&path](const auto& each) { return IsAt(each.first, path); });
      return true;
    });
  }
  Task<Result<void>> Rename(std::string source, std::string target) override {
    co_return Change([&] {
      if (tree_.contains(target) || !tree_.contains(source)) {
        return false;
      }
      Tree moved;
      for (const auto& [path, content] : tree_) {
        moved[IsAt(path, source) ? target + path.substr(source.size()) : path] = content;
      }
      tree_ = std::move(moved);
      return true;
    });
  }
  Task<Result<void>> Upload(std::string source, std::string path) override {
    co_return Change([&] {
      tree_[path] = source;
      return true;
    });
  }

 private:
  static bool IsAt(const std::string& path, const std::string& root) {
    return path == root || path.starts_with(root + "/");
  }
  template <class Work>
  Result<void> Change(Work work) {
    if (faults_.Refuses()) {
      return Faults::Failure();
    }
    if (!work()) {
      return Error{ErrorClass::kError, "", "cannot be"};
    }
    return faults_.Loses() ? Result<void>(Faults::Failure()) : Result<void>();
  }

  Tree& tree_;
  Faults& faults_;
};

/// The files of a remote machine, with the contents that a test gives.
class FailingFiles final : public celos::SmallFiles {
 public:
  FailingFiles(Tree* tree, Faults* faults) : tree_(*tree), faults_(*faults) {}

  Result<Type> TypeOf(const std::string& path) override {
    const auto found = tree_.find(path);
    return Answer(found == tree_.end()       ? Type::kAbsent
                  : found->second == kFolder ? Type::kFolder
                                             : Type::kFile);
  }
  Result<std::string> Read(const std::string& path, std::size_t) override {
    return Answer(tree_[path]);
  }
  Result<std::vector<std::string>> Names(const std::string& folder) override {
    std::vector<std::string> names;
    for (const auto& [path, content] : tree_) {
      if (path.starts_with(folder + "/")) {
        names.push_back(path.substr(folder.size() + 1));
      }
    }
    return Answer(names);
  }
  Result<void> WriteNew(const std::string& path, std::string_view content) override {
    // If the write fails half-way, the file exists with half of its content.
    return Change(
        [&] {
          const bool fresh = tree_.emplace(path, content).second;
          return fresh;
        },
        [&] { tree_.emplace(path, content.substr(0, content.size() / 2)); });
  }
  Result<void> Replace(const std::string& from, const std::string& to) override {
    return Change([&] {
      const auto found = tree_.find(from);
      if (found == tree_.end()) {
        return false;
      }
      tree_[to] = found->second;
      tree_.erase(from);
      return true;
    });
  }
  Result<void> Remove(const std::string& path) override {
    return Change([&] {
      tree_.erase(path);
      return true;
    });
  }
  Result<void> MakeFolder(const std::string& path) override {
    return Change([&] { return tree_.emplace(path, kFolder).second; });
  }

 private:
  template <class T>
  Result<T> Answer(T value) {
    return faults_.Refuses() || faults_.Loses() ? Result<T>(Faults::Failure())
                                                : Result<T>(std::move(value));
  }
  template <class Work>
  Result<void> Change(Work work) {
    return Change(std::move(work), [] {});
  }
  template <class Work, class Half>
  Result<void> Change(Work work, Half half) {
    if (faults_.Refuses()) {
      if (faults_.calls == faults_.at) {
        half();
      }
      return Faults::Failure();
    }
    if (!work()) {
      return Error{ErrorClass::kError, "", "cannot be"};
    }
    return faults_.Loses() ? Result<void>(Faults::Failure()) : Result<void>();
  }

  Tree& tree_;
  Faults& faults_;
};

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_TESTING_FAILING_MACHINES_H_
