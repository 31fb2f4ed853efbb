#include "runtime/files/preview.h"

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

/// The latest change that tells something of the path decides; a move sends us to where it came
/// from.
FileType FilePreview::TypeBefore(std::string path, std::size_t count) const {
  while (count-- > 0) {
    const Event& event = events_[count];
    switch (event.kind) {
      case Event::kDeleted:
        if (IsWithin(path, event.path)) {
          return FileType::kAbsent;
        }
        break;
      case Event::kDirectory:
        if (IsWithin(event.path, path)) {
          return FileType::kDirectory;
        }
        break;
      case Event::kFile:
        if (path == event.path) {
          return FileType::kFile;
        }
        if (IsWithin(event.path, path)) {
          return FileType::kDirectory;
        }
        break;
      case Event::kMoved:
        if (IsWithin(path, event.target)) {
          path = event.path + path.substr(event.target.size());
        } else if (IsWithin(path, event.path)) {
          return FileType::kAbsent;
        }
        break;
    }
  }
  return hpdl::rt::TypeOf(path);
}

}  // namespace hpdl::rt
