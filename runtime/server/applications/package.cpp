#include "runtime/server/applications/package.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/ground/zip/zip_reader.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kBlock = 1 << 16;
constexpr std::size_t kMostPart = 255;  ///< the maximum length of a path's component, in bytes
constexpr mode_t kPackageFolderMode = 0700, kPackageFileMode = 0600;

Error Bad(std::string why) {
  return {ErrorClass::kError, kBadPackage, std::move(why)};
}

Error PackageDiskError(const std::string& name, int error) {
  return {ErrorClass::kNonTransient, "", name + ": " + std::strerror(error)};
}

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

/// Unpacks one archive into a folder.
class Unpacking {
 public:
  Unpacking(std::string_view archive, const std::string& folder, const PackageLimits& limits,
            const StopFlag& stop)
      : archive_(archive), folder_(folder), limits_(limits), stop_(stop) {
    const std::int64_t size = static_cast<std::int64_t>(archive.size());
    most_bytes_ = std::min(limits.bytes, std::max(limits.small, size * limits.ratio));
  }

  Result<PackageContent> Run() {
    Result<std::unique_ptr<ZipReader>> zip = ZipReader::OfBytes(archive_);
    while (zip) {
      const Result<std::optional<ZipMember>> member = (*zip)->Next();
      if (!member) {
        return Bad("the package " + member.error().message);
      }
      if (!*member) {
        return content_;
      }
      if (IsStopped(&stop_)) {
        return Error{ErrorClass::kTransient, "", "the server is shutting down"};
      }
      HPDL_TRY(AddEntry(**zip, **member));
    }
    return Bad("the package " + zip.error().message);
  }

 private:
  Result<void> AddEntry(ZipReader& zip, const ZipMember& member) {
    const std::string& name = member.name;
    if (name.size() > limits_.name_bytes) {
      return Bad("the package has an entry with a name that is too long: " +
                 std::to_string(name.size()) + " bytes");
    }
    if (++content_.files > limits_.files) {
      return Bad("the package has more than " + std::to_string(limits_.files) + " entries");
    }
    const bool is_folder = member.IsFolder();
    const std::string path = is_folder ? name.substr(0, name.size() - 1) : name;
    HPDL_TRY(CheckName(path));
    const mode_t mode = member.mode;
    const mode_t type = mode & S_IFMT;
    if (type != 0 && type != (is_folder ? S_IFDIR : S_IFREG)) {
      return Bad("entry " + path + " is a link or another special file");
    }
    if (member.encrypted) {
      return Bad("entry " + path + " is encrypted");
    }
    if (!names_.insert(path).second) {
      return Bad("the package has two entries named " + path);
    }
    if (is_folder) {
      return MakeFolders(path + "/");
    }
    HPDL_TRY(MakeFolders(path));
    return AddFile(zip, path, (mode & S_IXUSR) != 0);
  }

  /// Refuses a path that leads out of the folder or has characters that cannot be shown.
  static Result<void> CheckName(const std::string& path) {
    const bool odd = path.empty() || path.find('\\') != std::string::npos ||
                     std::any_of(path.begin(), path.end(), IsControl) ||
                     FirstInvalidUtf8(path).has_value();
    if (odd) {
      return Bad("the package has an entry whose name is not a valid path: " + ValidUtf8(path));
    }
    for (const std::string_view part : Split(path, '/')) {
      if (part.empty() || part == "." || part == "..") {
        return Bad("entry " + path + " is outside of the package");
      }
      if (part.size() > kMostPart) {
        return Bad("the package has an entry with a name that is too long");
      }
    }
    return {};
  }

  /// Makes the folders that the path names before its last slash.
  Result<void> MakeFolders(const std::string& path) {
    for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1)) {
      const std::string folder = path.substr(0, at);
      if (!folders_.insert(folder).second) {
        continue;
      }
      if (static_cast<std::int64_t>(folders_.size()) > limits_.files) {
        return Bad("the package has more than " + std::to_string(limits_.files) + " folders");
      }
      if (mkdir((folder_ + "/" + folder).c_str(), kPackageFolderMode) != 0) {
        return errno == EEXIST || errno == ENOTDIR
                   ? Bad("entry " + path + " is below an entry that is not a folder")
                   : PackageDiskError(folder, errno);
      }
    }
    return {};
  }

  Result<void> AddFile(ZipReader& zip, const std::string& path, bool executable) {
    const std::string to = folder_ + "/" + path;
    const mode_t mode = executable ? kPackageFileMode | S_IXUSR : kPackageFileMode;
    const Descriptor file(
        open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (file.get() < 0) {
      return errno == EEXIST || errno == ENOTDIR || errno == EISDIR
                 ? Bad("entry " + path + " is both a file and a folder")
                 : PackageDiskError(path, errno);
    }
    const Result<void> begun = zip.Begin();
    return begun ? Copy(zip, path, file.get()) : Bad("entry " + path + " " + begun.error().message);
  }

  Result<void> Copy(ZipReader& zip, const std::string& path, int file) {
    std::vector<char> block(kBlock);
    while (true) {
      const Result<std::size_t> got = zip.Read(block.data(), block.size());
      if (!got) {
        return Bad("entry " + path + " " + got.error().message);
      }
      if (*got == 0) {
        return {};
      }
      content_.bytes += static_cast<std::int64_t>(*got);
      if (content_.bytes > most_bytes_) {
        return Bad("the unpacked package is larger than " + std::to_string(most_bytes_) + " bytes");
      }
      if (!WriteAll(file, {block.data(), *got})) {
        return PackageDiskError(path, errno);
      }
      if (IsStopped(&stop_)) {
        return Error{ErrorClass::kTransient, "", "the server is shutting down"};
      }
    }
  }

  const std::string_view archive_;
  const std::string& folder_;
  const PackageLimits& limits_;
  const StopFlag& stop_;
  std::int64_t most_bytes_ = 0;
  std::set<std::string> names_, folders_;
  PackageContent content_;
};

}  // namespace

Result<PackageContent> UnpackPackage(std::string_view archive, const std::string& folder,
                                     const PackageLimits& limits, const StopFlag& stop) {
  return Unpacking(archive, folder, limits, stop).Run();
}

}  // namespace hpdl::rt
