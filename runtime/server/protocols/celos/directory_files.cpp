#include "runtime/server/protocols/celos/directory_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "runtime/ground/base/new_file.h"
#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
// O_NONBLOCK: opening a pipe does not wait for a writer.
constexpr int kFile = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

// EACCES is not in the list: the file may exist. Celos takes such a file for a missing one, and
// runs the slot again.
bool IsAbsent(int error) {
  return error == ENOENT || error == ENAMETOOLONG;
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

// Returns the umask, which limits the modes of new files and folders.
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

Result<Descriptor> DirectoryFiles::Below(const Descriptor& folder, const Parts& parts,
                                         std::size_t part, Missing missing) const {
  const std::string name(parts[part]);
  const int flags = kFolder | (part > 0 ? O_NOFOLLOW : 0);
  Descriptor next(openat(folder.get(), name.c_str(), flags));
  if (next.get() < 0 && errno == ENOENT && missing != Missing::kStays) {
    if (mkdirat(folder.get(), name.c_str(), 0777) == 0 && missing == Missing::kMadeDurably &&
        !SyncFile(folder.get())) {
      return FileError(PathOf(parts) + ": " + std::strerror(errno));
    }
    next = Descriptor(openat(folder.get(), name.c_str(), flags));
  }
  if (next.get() >= 0) {
    return next;
  }
  const int error = errno;
  const auto end = parts.begin() + static_cast<std::ptrdiff_t>(part) + 1;
  if (IsLink(folder.get(), name)) {
    return FileError(PathOf({parts.begin(), end}) + " is a symbolic link");
  }
  if (missing != Missing::kStays || !IsAbsent(error)) {
    return FileError(PathOf({parts.begin(), end}) + ": " + std::strerror(error));
  }
  return next;
}

Result<Descriptor> DirectoryFiles::Above(const Parts& parts, Missing missing) const {
  if (!std::all_of(parts.begin(), parts.end(), IsName)) {
    return missing == Missing::kStays ? Descriptor()
                                      : Result<Descriptor>(FileError("Invalid file path"));
  }
  Descriptor folder(fcntl(folder_.get(), F_DUPFD_CLOEXEC, 0));
  for (std::size_t i = 0; i + 1 < parts.size() && folder.get() >= 0; ++i) {
    Result<Descriptor> next = Below(folder, parts, i, missing);
    HPDL_TRY(next);
    folder = std::move(*next);
  }
  return folder;
}

bool DirectoryFiles::Look(const Parts& parts, struct stat* info) const {
  if (!std::all_of(parts.begin(), parts.end(), IsName)) {
    return false;
  }
  std::string path;
  for (const std::string_view part : parts) {
    path.append(path.empty() ? "" : "/").append(part);
  }
  return fstatat(folder_.get(), path.c_str(), info, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<Descriptor> DirectoryFiles::Folder(const Parts& parts) const {
  Parts inside = parts;
  inside.push_back("any");
  return Above(inside, Missing::kStays);
}

Result<std::optional<std::string>> DirectoryFiles::ReadOf(const Descriptor& folder,
                                                          const std::string& name,
                                                          const Parts& parts) const {
  const auto path = [&] {
    Parts all = parts;
    all.push_back(name);
    return PathOf(all);
  };
  const Descriptor file(openat(folder.get(), name.c_str(), kFile));
  if (file.get() < 0) {
    return IsAbsent(errno)
               ? Result<std::optional<std::string>>(std::nullopt)
               : FileError(path() + (errno == ELOOP ? std::string(" is a symbolic link")
                                                    : std::string(": ") + std::strerror(errno)));
  }
  struct stat info{};
  if (fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return FileError("File '" + path() + "' exists but is " +
                     (S_ISDIR(info.st_mode) ? "a directory" : "not a file"));
  }
  if (static_cast<std::uint64_t>(info.st_size) > kLongestFile) {
    return FileError(path() + " is too long");
  }
  // The buffer has one byte more than the file, so that one read() also finds the end of the file.
  std::string text(static_cast<std::size_t>(info.st_size) + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t got = read(file.get(), text.data() + size, text.size() - size);
    if (got < 0 && errno != EINTR) {
      return FileError(path() + ": " + std::strerror(errno));
    }
    if (got == 0) {
      break;
    }
    size += got > 0 ? static_cast<std::size_t>(got) : 0;
    if (size == static_cast<std::size_t>(info.st_size) || size > kLongestFile) {
      break;  // the file has its expected size
    }
    if (size == text.size()) {
      text.resize(std::min(size * 2, kLongestFile + 1));
    }
  }
  text.resize(size);
  return std::optional(std::move(text));
}

Result<std::optional<std::string>> DirectoryFiles::Read(const Parts& parts) const {
  const Result<Descriptor> above = Above(parts, Missing::kStays);
  HPDL_TRY(above);
  return above->get() < 0
             ? Result<std::optional<std::string>>(std::nullopt)
             : ReadOf(*above, std::string(parts.back()), {parts.begin(), parts.end() - 1});
}

Result<bool> DirectoryFiles::Exists(const Parts& parts) const {
  const Result<Descriptor> above = Above(parts, Missing::kStays);
  HPDL_TRY(above);
  struct stat info{};
  return above->get() >= 0 &&
         fstatat(above->get(), std::string(parts.back()).c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<std::vector<std::string>> DirectoryFiles::NamesOf(const Descriptor& folder) {
  Descriptor own(openat(folder.get(), ".", kFolder));
  const std::unique_ptr<DIR, CloseListing> listing(own.get() < 0 ? nullptr : fdopendir(own.get()));
  if (listing == nullptr) {
    return FileError(std::strerror(errno));
  }
  own.Release();
  std::vector<std::string> names;
  while (const dirent* entry = readdir(listing.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") {
      names.emplace_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::optional<std::vector<std::string>>> DirectoryFiles::Names(const Parts& parts) const {
  const Result<Descriptor> folder = Folder(parts);
  HPDL_TRY(folder);
  if (folder->get() < 0) {
    return std::optional<std::vector<std::string>>();
  }
  Result<std::vector<std::string>> names = NamesOf(*folder);
  HPDL_TRY(names);
  return std::optional(std::move(*names));
}

Result<void> DirectoryFiles::Write(const Parts& parts, std::string_view text) const {
  const Result<Descriptor> above = Above(parts, Missing::kMadeDurably);
  HPDL_TRY(above);
  // The file is made directly below the root: in a folder of states, a file left by a crash would
  // be read as a state.
  NewFile file(root_ + "/");
  const bool written = file.ok() && rt::WriteAll(file.fd(), text) &&
                       fchmod(file.fd(), 0666 & ~mask_) == 0 && SyncFile(file.fd()) &&
                       file.MoveInto(above->get(), std::string(parts.back())) &&
                       SyncFile(above->get());
  if (!written) {
    return FileError(PathOf(parts) + ": " + std::strerror(errno));
  }
  return {};
}

Result<void> DirectoryFiles::WriteAll(const std::vector<NewText>& files) const {
  // If there are more files than kFew, one sync of the whole file system replaces the syncs of the
  // files. It costs as much as the syncs of a few files.
  constexpr std::size_t kFew = 16;
  if (files.size() > kFew) {
    return WriteTogether(files);
  }
  for (const auto& [path, text] : files) {
    HPDL_TRY(Write({path.begin(), path.end()}, text));
  }
  return {};
}

Result<void> DirectoryFiles::WriteTogether(const std::vector<NewText>& files) const {
  std::string folder = root_ + "/" + std::string(kUnfinishedPrefix) + "XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) {
    return FileError(folder + ": " + std::strerror(errno));
  }
  Result<void> written = WriteInto(folder, files);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return written;
}

Result<void> DirectoryFiles::WriteInto(const std::string& folder,
                                       const std::vector<NewText>& files) const {
  const Descriptor fresh(open(folder.c_str(), kFolder));
  const auto failed = [](const NewText& file) {
    return FileError(file.first.back() + ": " + std::strerror(errno));
  };
  constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Descriptor file(openat(fresh.get(), std::to_string(i).c_str(), kNew, 0666));
    if (file.get() < 0 || !rt::WriteAll(file.get(), files[i].second)) {
      return failed(files[i]);
    }
  }
  if (syncfs(fresh.get()) != 0) {
    return failed(files.back());
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::vector<std::string>& path = files[i].first;
    const Result<Descriptor> above = Above({path.begin(), path.end()}, Missing::kMade);
    HPDL_TRY(above);
    if (renameat(fresh.get(), std::to_string(i).c_str(), above->get(), path.back().c_str()) != 0) {
      return failed(files[i]);
    }
  }
  return syncfs(fresh.get()) == 0 ? Result<void>() : failed(files.back());
}

Result<void> DirectoryFiles::Remove(const Parts& parts) const {
  const Result<Descriptor> above = Above(parts, Missing::kStays);
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

void DirectoryFiles::RemoveUnfinished() const {
  const Result<std::vector<std::string>> names = NamesOf(folder_);
  for (const std::string& name : names ? *names : std::vector<std::string>()) {
    if (name.starts_with(kUnfinishedPrefix)) {
      std::error_code ignored;
      std::filesystem::remove_all(root_ + "/" + name, ignored);
    }
  }
}

}  // namespace hpdl::rt::celos
