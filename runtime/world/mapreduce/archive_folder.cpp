#include "runtime/world/mapreduce/archive_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <vector>

#include "runtime/ground/base/new_file.h"
#include "runtime/world/mapreduce/spill_file.h"

namespace hpdl::rt::mapreduce {

namespace {

constexpr std::size_t kCopiedAtOnce = 64 << 10;

Error Refused(const std::string& name, const char* reason) {
  return ActionError(name + " " + reason);
}

/// Splits a path into parts. Drops "." and empty parts, and keeps ".." only at the beginning. If a
/// ".." follows a name, drops both, because the name could be a link that leads anywhere. The path
/// starts `depth` directories below the folder. Returns false if the path leaves the folder.
bool Parts(std::string_view path, std::size_t depth, std::vector<std::string_view>* parts) {
  if (path.starts_with('/') || path.find('\0') != std::string_view::npos) {
    return false;
  }
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(part.size() + 1, path.size()));
    if (part == "..") {
      if (depth == 0) {
        return false;
      }
      --depth;
      if (parts->empty() || parts->back() == "..") {
        parts->push_back(part);
      } else {
        parts->pop_back();
      }
    } else if (!part.empty() && part != ".") {
      ++depth;
      parts->push_back(part);
    }
  }
  return true;
}

/// The directory of an entry, and the entry's name in that directory.
struct Place {
  std::string directory, name;
};

Result<Place> PlaceOf(const std::string& entry) {
  std::vector<std::string_view> parts;
  if (!Parts(entry, 0, &parts)) {
    return Refused(entry, "is outside of the archive");
  }
  if (parts.empty()) {
    return Refused(entry, "is not a file name");
  }
  Place place;
  place.name = parts.back();
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    place.directory.append(parts[i]) += '/';
  }
  return place;
}

std::string Joined(const std::vector<std::string_view>& parts) {
  std::string path;
  for (const std::string_view part : parts) {
    path.append(path.empty() ? "" : "/").append(part);
  }
  return path;
}

Result<void> WriteContent(int fd, const std::string& name, const ArchiveFolder::NextBytes& next) {
  std::vector<char> block(kCopiedAtOnce);
  while (true) {
    auto got = next(block.data(), block.size());
    HPDL_TRY(got);
    if (*got == 0) {
      return {};
    }
    if (!WriteAll(fd, {block.data(), *got})) {
      return StorageError(name, errno);
    }
  }
}

}  // namespace

Result<std::unique_ptr<ArchiveFolder>> ArchiveFolder::Open(const std::string& path) {
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return StorageError("cannot make " + path, errno);
  }
  const int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) {
    return StorageError("cannot open " + path, errno);
  }
  return std::unique_ptr<ArchiveFolder>(new ArchiveFolder(fd));
}

ArchiveFolder::~ArchiveFolder() {
  close(fd_);
}

/// Opens the directory at `path` and makes the directories that are missing. The caller closes the
/// descriptor.
Result<int> ArchiveFolder::Descend(const std::string& name, std::string_view path) {
  int fd = fcntl(fd_, F_DUPFD_CLOEXEC, 0);
  while (fd >= 0 && !path.empty()) {
    const std::string part(path.substr(0, path.find('/')));
    path.remove_prefix(std::min(part.size() + 1, path.size()));
    (void)!mkdirat(fd, part.c_str(), 0700);
    const int below = openat(fd, part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int error = errno;
    close(fd);
    if (below < 0) {
      return error == ENOTDIR || error == ELOOP
                 ? Refused(name, "is below something that is not a directory")
                 : StorageError(name, error);
    }
    fd = below;
  }
  return fd >= 0 ? Result<int>(fd) : Result<int>(StorageError(name, errno));
}

Result<void> ArchiveFolder::AddFile(const std::string& name, bool executable,
                                    const NextBytes& next) {
  const auto place = PlaceOf(name);
  HPDL_TRY(place);
  const auto directory = Descend(name, place->directory);
  HPDL_TRY(directory);
  // If two entries have the same name, the later entry replaces the earlier entry.
  unlinkat(*directory, place->name.c_str(), 0);
  const int fd =
      openat(*directory, place->name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
             executable ? 0700 : 0600);
  const int error = errno;
  close(*directory);
  if (fd < 0) {
    return StorageError(name, error);
  }
  Result<void> written = WriteContent(fd, name, next);
  close(fd);
  return written;
}

Result<void> ArchiveFolder::AddDirectory(const std::string& name) {
  std::vector<std::string_view> parts;
  if (!Parts(name, 0, &parts)) {
    return Refused(name, "is outside of the archive");
  }
  const auto directory = Descend(name, Joined(parts));
  HPDL_TRY(directory);
  close(*directory);
  return {};
}

Result<void> ArchiveFolder::AddLink(const std::string& name, const std::string& target) {
  const auto place = PlaceOf(name);
  HPDL_TRY(place);
  const auto depth = std::count(place->directory.begin(), place->directory.end(), '/');
  std::vector<std::string_view> parts;
  if (target.empty() || !Parts(target, static_cast<std::size_t>(depth), &parts)) {
    return Refused(name, "is a link to a place outside of the archive");
  }
  const auto directory = Descend(name, place->directory);
  HPDL_TRY(directory);
  unlinkat(*directory, place->name.c_str(), 0);
  const std::string plain = parts.empty() ? "." : Joined(parts);
  const int failed = symlinkat(plain.c_str(), *directory, place->name.c_str());
  const int error = errno;
  close(*directory);
  return failed == 0 ? Result<void>() : Result<void>(StorageError(name, error));
}

Result<void> ArchiveFolder::AddName(const std::string& name, const std::string& earlier) {
  const auto place = PlaceOf(name), from = PlaceOf(earlier);
  if (!place || !from) {
    return place ? from.error() : place.error();
  }
  const auto source = Descend(earlier, from->directory);
  HPDL_TRY(source);
  char target[PATH_MAX];
  const ssize_t link = readlinkat(*source, from->name.c_str(), target, sizeof target);
  // The earlier entry is a symbolic link. AddLink() checks its target, which is then relative to
  // the directory of the new link.
  if (link >= 0) {
    close(*source);
    return AddLink(name, {target, static_cast<std::size_t>(link)});
  }
  const auto directory = Descend(name, place->directory);
  int failed = -1, error = 0;
  if (directory) {
    failed = linkat(*source, from->name.c_str(), *directory, place->name.c_str(), 0);
    error = errno;
    close(*directory);
  }
  close(*source);
  HPDL_TRY(directory);
  return failed == 0 ? Result<void>() : Result<void>(StorageError(name, error));
}

}  // namespace hpdl::rt::mapreduce
