#include "runtime/world/files/preview.h"

namespace hpdl::rt {

bool FilePreview::IsWithin(const std::string& path, const std::string& directory) {
  return path == directory || directory == "/" ||
         (path.size() > directory.size() && path.starts_with(directory) &&
          path[directory.size()] == '/');
}

std::string FilePreview::ParentOf(const std::string& path) {
  const std::size_t end = path.rfind('/');
  return end == 0 || end == std::string::npos ? "/" : path.substr(0, end);
}

std::string FilePreview::NameOf(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

/// Finds the type that `*path` has after the noted changes. The latest change of the path decides.
/// If the path was moved, `*path` becomes the path before the move, and the earlier changes of that
/// path decide. Returns false if no change decides. The caller must then ask the file system for
/// the type of `*path`.
bool FilePreview::TypeAfterEvents(const FileSystem& files, std::string* path,
                                  FileType* type) const {
  const auto is = [type](FileType known) {
    *type = known;
    return true;
  };
  for (std::size_t count = events_.size(); count-- > 0;) {
    const Event& event = events_[count];
    if (event.files != &files) {
      continue;
    }
    switch (event.kind) {
      case Event::kDeleted:
        if (IsWithin(*path, event.path)) {
          return is(FileType::kAbsent);
        }
        break;
      case Event::kDirectory:
        if (IsWithin(event.path, *path)) {
          return is(FileType::kDirectory);
        }
        break;
      case Event::kFile:
        if (*path == event.path) {
          return is(FileType::kFile);
        }
        if (IsWithin(event.path, *path)) {
          return is(FileType::kDirectory);
        }
        break;
      case Event::kMoved:
        if (IsWithin(*path, event.target)) {
          *path = event.path + path->substr(event.target.size());
        } else if (IsWithin(*path, event.path)) {
          return is(FileType::kAbsent);
        }
        break;
    }
  }
  return false;
}

Task<Result<FileType>> FilePreview::TypeOf(FileSystem& files, std::string path) {
  FileType type = FileType::kAbsent;
  if (TypeAfterEvents(files, &path, &type)) {
    co_return type;
  }
  const auto known = asked_.find({&files, path});
  if (known != asked_.end()) {
    co_return known->second;
  }
  const Result<FileStatus> status = co_await files.Status(path);
  HPDL_CO_TRY(status);
  asked_[{&files, path}] = status->type;
  co_return status->type;
}

}  // namespace hpdl::rt
