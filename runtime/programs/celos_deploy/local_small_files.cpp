#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runtime/ground/base/checked_file.h"
#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/programs/celos_deploy/small_files.h"
#include "runtime/world/files/open_directory.h"

namespace hpdl::rt::celos {
namespace {

Error Failed(const std::string& path, int error) {
  return {ErrorClass::kError, "", path + ": " + std::strerror(error)};
}

std::string FolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

class Local final : public SmallFiles {
 public:
  Result<Type> TypeOf(const std::string& path) override {
    struct stat info{};
    if (stat(path.c_str(), &info) != 0) {
      return errno == ENOENT ? Result<Type>(Type::kAbsent) : Failed(path, errno);
    }
    return S_ISREG(info.st_mode)   ? Type::kFile
           : S_ISDIR(info.st_mode) ? Type::kFolder
                                   : Type::kOther;
  }
  Result<std::string> Read(const std::string& path, std::size_t limit) override {
    Result<std::optional<std::string>> content = ReadChecked(path, limit, FileReaders::kAnybody);
    if (!content || !*content) {
      return Error{ErrorClass::kError, "",
                   path + ": " + (content ? std::strerror(ENOENT) : content.error().message)};
    }
    return std::move(**content);
  }
  Result<std::vector<std::string>> Names(const std::string& folder) override {
    const Descriptor at(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (at.get() < 0) {
      return Failed(folder, errno);
    }
    OpenDirectory listed(at.get(), ".");
    std::vector<std::string> names;
    while (listed.error() == 0) {
      const char* name = listed.Next();
      if (name == nullptr) {
        break;
      }
      names.emplace_back(name);
    }
    return listed.error() == 0 ? Result<std::vector<std::string>>(std::move(names))
                               : Failed(folder, listed.error());
  }
  Result<void> WriteNew(const std::string& path, std::string_view content) override {
    const Descriptor file(
        open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (file.get() < 0 || !WriteAll(file.get(), content) || !SyncFile(file.get())) {
      return Failed(path, errno);
    }
    return {};
  }
  Result<void> Replace(const std::string& from, const std::string& to) override {
    return Durable(std::rename(from.c_str(), to.c_str()) == 0, to);
  }
  Result<void> Remove(const std::string& path) override {
    return Durable(unlink(path.c_str()) == 0 || errno == ENOENT, path);
  }
  Result<void> MakeFolder(const std::string& path) override {
    const int error = MakeDirectories(path);
    return error == 0 ? Result<void>() : Failed(path, error);
  }

 private:
  static Result<void> Durable(bool done, const std::string& path) {
    if (!done || (!SyncDirectory(FolderOf(path)) && errno != ENOENT)) {
      return Failed(path, errno);
    }
    return {};
  }
};

}  // namespace

std::unique_ptr<SmallFiles> LocalSmallFiles() {
  return std::make_unique<Local>();
}

}  // namespace hpdl::rt::celos
