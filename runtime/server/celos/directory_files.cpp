#include "runtime/server/celos/directory_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "runtime/base/new_file.h"
#include "runtime/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
// A pipe must not keep who opens it waiting.
constexpr int kFile = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

// What Java calls a file that does not exist.
bool IsAbsent(int error) {
  return error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG || error == EACCES;
}

bool IsName(std::string_view part) {
  return !part.empty() && part != "." && part != ".." && part.find('/') == std::string_view::npos &&
         part.find('\0') == std::string_view::npos;
}

Error FileError(std::string message) {
  return JavaException(kIoException, std::move(message));
}

bool IsLink(int folder, const std::string& name) {
  struct stat info{};
  return fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(info.st_mode);
}

// The mode that files and folders get is what the umask leaves.
mode_t Mask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

struct CloseListing {
  void operator()(DIR* listing) const { closedir(listing); }
};

}  // namespace

Result<DirectoryFiles> DirectoryFiles::Open(const std::string& root) {
  Descriptor folder(open(root.c_str(), kFolder));
  if (folder.get() < 0) {
    return FileError(root + ": " + std::strerror(errno));
  }
  return DirectoryFiles(root, std::move(folder), Mask());
}

DirectoryFiles::DirectoryFiles(std::string root, Descriptor folder, mode_t mask)
    : root_(std::move(root)), folder_(std::move(folder)), mask_(mask) {}

std::string DirectoryFiles::PathOf(const Parts& parts) const {
  std::string path = root_;
  for (const std::string_view part : parts) {
    path.append("/").append(part);
  }
  return path;
}

Result<Descriptor> DirectoryFiles::Above(const Parts& parts, bool make) const {
  const bool good = std::all_of(parts.begin(), parts.end(), IsName);
  if (!good) {
    return make ? Result<Descriptor>(FileError("Invalid file path")) : Descriptor();
  }
  Descriptor folder(fcntl(folder_.get(), F_DUPFD_CLOEXEC, 0));
  for (std::size_t i = 0; i + 1 < parts.size() && folder.get() >= 0; ++i) {
    const std::string name(parts[i]);
    const int flags = kFolder | (i > 0 ? O_NOFOLLOW : 0);
    Descriptor next(openat(folder.get(), name.c_str(), flags));
    if (next.get() < 0 && errno == ENOENT && make) {
      if (mkdirat(folder.get(), name.c_str(), 0777) == 0 && !SyncFile(folder.get())) {
        return FileError(PathOf(parts) + ": " + std::strerror(errno));
      }
      next = Descriptor(openat(folder.get(), name.c_str(), flags));
    }
    if (next.get() < 0) {
      const int error = errno;
      if (IsLink(folder.get(), name)) {
        return FileError(PathOf({parts.begin(), parts.begin() + static_cast<long>(i) + 1}) +
                         " is a symbolic link");
      }
      if (make || !IsAbsent(error)) {
        return FileError(PathOf(parts) + ": " + std::strerror(error));
      }
    }
    folder = std::move(next);
  }
  return folder;
}

Result<std::optional<std::string>> DirectoryFiles::ReadIn(int folder, const std::string& name,
                                                          const Parts& parts) const {
  const Descriptor file(openat(folder, name.c_str(), kFile));
  if (file.get() < 0) {
    return IsAbsent(errno) ? Result<std::optional<std::string>>(std::nullopt)
                           : FileError(PathOf(parts) +
                                       (errno == ELOOP ? std::string(" is a symbolic link")
                                                       : std::string(": ") + std::strerror(errno)));
  }
  struct stat info{};
  if (fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return FileError("File '" + PathOf(parts) + "' exists but is " +
                     (S_ISDIR(info.st_mode) ? "a directory" : "no file"));
  }
  if (static_cast<std::uint64_t>(info.st_size) > kLongestFile) {
    return FileError(PathOf(parts) + " is too long");
  }
  // One byte more than it should be long tells its end without another call.
  std::string text(static_cast<std::size_t>(info.st_size) + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = read(file.get(), text.data() + size, text.size() - size);
    if (got < 0 && errno != EINTR) {
      return FileError(PathOf(parts) + ": " + std::strerror(errno));
    }
    if (got == 0) {
      break;
    }
    size += got > 0 ? static_cast<std::size_t>(got) : 0;
    if (size == text.size() && size <= kLongestFile) {
      text.resize(std::min(size * 2, kLongestFile + 1));
    }
  }
  text.resize(size);
  return std::optional(std::move(text));
}

Result<std::optional<std::string>> DirectoryFiles::Read(const Parts& parts) const {
  const Result<Descriptor> above = Above(parts, false);
  HPDL_TRY(above);
  return above->get() < 0 ? Result<std::optional<std::string>>(std::nullopt)
                          : ReadIn(above->get(), std::string(parts.back()), parts);
}

Result<bool> DirectoryFiles::Exists(const Parts& parts) const {
  const Result<Descriptor> above = Above(parts, false);
  HPDL_TRY(above);
  struct stat info{};
  return above->get() >= 0 &&
         fstatat(above->get(), std::string(parts.back()).c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<std::optional<std::vector<std::string>>> DirectoryFiles::Names(const Parts& parts) const {
  Parts inside = parts;
  inside.push_back("any");
  Result<Descriptor> folder = Above(inside, false);
  HPDL_TRY(folder);
  if (folder->get() < 0) {
    return std::optional<std::vector<std::string>>();
  }
  const std::unique_ptr<DIR, CloseListing> listing(fdopendir(folder->get()));
  if (listing == nullptr) {
    return FileError(PathOf(parts) + ": " + std::strerror(errno));
  }
  folder->Release();
  std::vector<std::string> names;
  while (const dirent* entry = readdir(listing.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") {
      names.emplace_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return std::optional(std::move(names));
}

Result<void> DirectoryFiles::ReadAll(const Parts& parts,
                                     const std::function<Result<bool>(const std::string&)>& wanted,
                                     const Take& take) const {
  const Result<std::optional<std::vector<std::string>>> names = Names(parts);
  HPDL_TRY(names);
  if (!*names || (*names)->empty()) {
    return {};
  }
  Parts file = parts;
  file.push_back("any");
  const Result<Descriptor> folder = Above(file, false);
  HPDL_TRY(folder);
  for (const std::string& name : **names) {
    const Result<bool> is_wanted = wanted(name);
    HPDL_TRY(is_wanted);
    if (!*is_wanted || folder->get() < 0) {
      continue;
    }
    file.back() = name;
    Result<std::optional<std::string>> text = ReadIn(folder->get(), name, file);
    if (!text || *text) {  // one that has gone meanwhile is none
      HPDL_TRY(take(name, text ? Result<std::string>(std::move(**text)) : text.error()));
    }
  }
  return {};
}

Result<void> DirectoryFiles::Write(const Parts& parts, std::string_view text) const {
  const Result<Descriptor> above = Above(parts, true);
  HPDL_TRY(above);
  // Right below the root: what a crash leaves in a folder of states would be read as one.
  NewFile file(root_ + "/");
  const bool written = file.ok() && WriteAll(file.fd(), text) &&
                       fchmod(file.fd(), 0666 & ~mask_) == 0 && SyncFile(file.fd()) &&
                       file.MoveInto(above->get(), std::string(parts.back())) &&
                       SyncFile(above->get());
  if (!written) {
    return FileError(PathOf(parts) + ": " + std::strerror(errno));
  }
  return {};
}

Result<void> DirectoryFiles::Remove(const Parts& parts) const {
  const Result<Descriptor> above = Above(parts, false);
  HPDL_TRY(above);
  if (above->get() < 0) {
    return {};
  }
  const bool removed = unlinkat(above->get(), std::string(parts.back()).c_str(), 0) == 0;
  if (!removed && errno == ENOENT) {
    return {};
  }
  if (!removed || !SyncFile(above->get())) {
    return FileError(PathOf(parts) + ": " + std::strerror(errno));
  }
  return {};
}

}  // namespace hpdl::rt::celos
