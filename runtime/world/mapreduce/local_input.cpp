#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/local_files.h"
#include "runtime/world/mapreduce/input.h"

namespace hpdl::rt::mapreduce {

namespace {

Error Problem(const std::string& path, const std::string& reason) {
  return ActionError("cannot read " + path + ": " + reason);
}

class LocalSource final : public ByteSource {
 public:
  LocalSource(int fd, std::string path) : file_(fd), path_(std::move(path)) {}

  Result<std::size_t> Read(char* to, std::size_t size) override {
    ssize_t got = 0;
    do {
      got = read(file_.get(), to, size);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
      return Problem(path_, std::strerror(errno));
    }
    return static_cast<std::size_t>(got);
  }

 private:
  const Descriptor file_;
  const std::string path_;
};

InputFile Describe(const std::string& path, const struct stat& info) {
  return {path, S_ISDIR(info.st_mode), static_cast<std::int64_t>(info.st_size), kLocalBlockSize};
}

class LocalInput final : public InputFileSystem {
 public:
  Result<std::vector<InputFile>> Match(const std::string& pattern) override {
    const Result<std::vector<std::string>> paths = GlobLocal(pattern);
    if (!paths) {
      return Problem(pattern, paths.error().message);
    }
    std::vector<InputFile> files;
    for (const std::string& path : *paths) {
      struct stat info{};
      if (stat(path.c_str(), &info) != 0) {
        return Problem(path, std::strerror(errno));
      }
      files.push_back(Describe(path, info));
    }
    return files;
  }

  /// Returns the files unsorted, in the order of the operating system, as Hadoop does for a local
  /// directory. This order decides the order of the values in the output.
  Result<std::vector<InputFile>> List(const std::string& directory) override {
    DIR* stream = opendir(directory.c_str());
    if (stream == nullptr) {
      return Problem(directory, std::strerror(errno));
    }
    std::vector<InputFile> files;
    while (const dirent* entry = readdir(stream)) {
      const std::string_view name = entry->d_name;
      const std::string path = directory + "/" + std::string(name);
      struct stat info{};
      if (name == "." || name == ".." || stat(path.c_str(), &info) != 0) {
        continue;  // Hadoop ignores a dangling link too
      }
      files.push_back(Describe(path, info));
    }
    closedir(stream);
    return files;
  }

  Result<std::unique_ptr<ByteSource>> Open(const std::string& path, std::int64_t offset) override {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
      return Problem(path, std::strerror(errno));
    }
    std::unique_ptr<ByteSource> source = std::make_unique<LocalSource>(fd, path);
    if (offset != 0 && lseek(fd, offset, SEEK_SET) < 0) {
      return Problem(path, std::strerror(errno));
    }
    return source;
  }

  std::string Uri(const std::string& path) override { return "file:" + path; }
};

}  // namespace

std::unique_ptr<InputFileSystem> MakeLocalInput() {
  return std::make_unique<LocalInput>();
}

}  // namespace hpdl::rt::mapreduce
