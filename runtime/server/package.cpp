#include "runtime/server/package.h"

#include <fcntl.h>
#include <minizip/unzip.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <set>
#include <vector>

#include "runtime/base/descriptor.h"
#include "runtime/base/new_file.h"
#include "runtime/base/text_parts.h"
#include "runtime/base/utf8.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kBlock = 1 << 16;
constexpr std::size_t kMostPart = 255;  ///< bytes of a name in a folder
constexpr mode_t kPackageFolderMode = 0700, kPackageFileMode = 0600;
constexpr unsigned kEncrypted = 1;

Error Bad(std::string why) {
  return {ErrorClass::kError, kBadPackage, std::move(why)};
}

Error PackageDiskError(const std::string& name, int error) {
  return {ErrorClass::kNonTransient, "", name + ": " + std::strerror(error)};
}

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

/// An archive in memory as minizip reads it: a stream is the bytes and a place in them.
struct MemoryStream {
  std::string_view bytes;
  std::uint64_t at = 0;
};

void* ZCALLBACK OpenMemory(void* memory, const void*, int) {
  return memory;
}

uLong ZCALLBACK ReadMemory(void*, void* stream, void* to, uLong size) {
  auto& memory = *static_cast<MemoryStream*>(stream);
  const std::string_view part =
      memory.bytes.substr(std::min<std::uint64_t>(memory.at, memory.bytes.size()), size);
  std::memcpy(to, part.data(), part.size());
  memory.at += part.size();
  return part.size();
}

uLong ZCALLBACK WriteMemory(void*, void*, const void*, uLong) {
  return 0;
}

ZPOS64_T ZCALLBACK TellMemory(void*, void* stream) {
  return static_cast<MemoryStream*>(stream)->at;
}

long ZCALLBACK SeekMemory(void*, void* stream, ZPOS64_T offset, int origin) {
  auto& memory = *static_cast<MemoryStream*>(stream);
  const std::uint64_t base = origin == ZLIB_FILEFUNC_SEEK_CUR   ? memory.at
                             : origin == ZLIB_FILEFUNC_SEEK_END ? memory.bytes.size()
                                                                : 0;
  if (base > memory.bytes.size() || offset > memory.bytes.size() - base) {
    return -1;
  }
  memory.at = base + offset;
  return 0;
}

int ZCALLBACK NothingToDo(void*, void*) {
  return 0;
}

/// Closes the archive at the end.
struct CloseZip {
  void operator()(void* zip) const { unzClose(zip); }
};

/// One archive on its way into a folder.
class Unpacking {
 public:
  Unpacking(std::string_view archive, const std::string& folder, const PackageLimits& limits,
            const StopFlag& stop)
      : folder_(folder), limits_(limits), stop_(stop), memory_{archive} {
    const std::int64_t size = static_cast<std::int64_t>(archive.size());
    most_bytes_ = std::min(limits.bytes, std::max(limits.small, size * limits.ratio));
  }

  Result<PackageContent> Run() {
    zlib_filefunc64_def functions{.zopen64_file = &OpenMemory,
                                  .zread_file = &ReadMemory,
                                  .zwrite_file = &WriteMemory,
                                  .ztell64_file = &TellMemory,
                                  .zseek64_file = &SeekMemory,
                                  .zclose_file = &NothingToDo,
                                  .zerror_file = &NothingToDo,
                                  .opaque = &memory_};
    const std::unique_ptr<void, CloseZip> zip(unzOpen2_64("package", &functions));
    if (zip == nullptr) {
      return Bad("the package is no intact ZIP archive");
    }
    zip_ = zip.get();
    int status = unzGoToFirstFile(zip_);
    for (; status == UNZ_OK; status = unzGoToNextFile(zip_)) {
      if (IsStopped(&stop_)) {
        return Error{ErrorClass::kTransient, "", "the server ends"};
      }
      HPDL_TRY(AddEntry());
    }
    if (status != UNZ_END_OF_LIST_OF_FILE) {
      return Bad("the package is no intact ZIP archive");
    }
    return content_;
  }

 private:
  Result<void> AddEntry() {
    unz_file_info64 info{};
    std::string name(limits_.name_bytes + 1, '\0');
    if (unzGetCurrentFileInfo64(zip_, &info, name.data(), name.size(), nullptr, 0, nullptr, 0) !=
        UNZ_OK) {
      return Bad("the package is no intact ZIP archive");
    }
    if (info.size_filename > limits_.name_bytes) {
      return Bad("the package has an entry with a name of " + std::to_string(info.size_filename) +
                 " bytes");
    }
    name.resize(info.size_filename);
    if (++content_.files > limits_.files) {
      return Bad("the package has more than " + std::to_string(limits_.files) + " entries");
    }
    const bool is_folder = name.ends_with('/');
    const std::string path = is_folder ? name.substr(0, name.size() - 1) : name;
    HPDL_TRY(CheckName(path));
    const mode_t mode = static_cast<mode_t>(info.external_fa >> 16);
    const mode_t type = mode & S_IFMT;
    if (type != 0 && type != (is_folder ? S_IFDIR : S_IFREG)) {
      return Bad("entry " + path + " is a link or another thing that is no file");
    }
    if ((info.flag & kEncrypted) != 0) {
      return Bad("entry " + path + " is encrypted");
    }
    if (!names_.insert(path).second) {
      return Bad("the package has two entries of the name " + path);
    }
    if (is_folder) {
      return MakeFolders(path + "/");
    }
    HPDL_TRY(MakeFolders(path));
    return AddFile(path, info, (mode & S_IXUSR) != 0);
  }

  /// Names that lead nowhere else, and that can be shown as they are.
  static Result<void> CheckName(const std::string& path) {
    const bool odd = path.empty() || path.find('\\') != std::string::npos ||
                     std::any_of(path.begin(), path.end(), IsControl) ||
                     FirstInvalidUtf8(path).has_value();
    if (odd) {
      return Bad("the package has an entry whose name is no path: " + ValidUtf8(path));
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

  /// The folders above the last slash.
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
                   ? Bad("entry " + path + " is below one that is no folder")
                   : PackageDiskError(folder, errno);
      }
    }
    return {};
  }

  Result<void> AddFile(const std::string& path, const unz_file_info64& info, bool executable) {
    const std::string to = folder_ + "/" + path;
    const mode_t mode = executable ? kPackageFileMode | S_IXUSR : kPackageFileMode;
    const Descriptor file(
        open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    if (file.get() < 0) {
      return errno == EEXIST || errno == ENOTDIR || errno == EISDIR
                 ? Bad("entry " + path + " is a file and a folder")
                 : PackageDiskError(path, errno);
    }
    if (unzOpenCurrentFile(zip_) != UNZ_OK) {
      return Bad("entry " + path + " is damaged, or compressed in an unknown way");
    }
    Result<void> copied = Copy(path, file.get(), info);
    const bool closed = unzCloseCurrentFile(zip_) == UNZ_OK;
    return !copied || closed ? copied : Damaged(path);
  }

  static Error Damaged(const std::string& path) { return Bad("entry " + path + " is damaged"); }

  /// minizip compares the checksum only if there are as many bytes as the header says.
  Result<void> Copy(const std::string& path, int file, const unz_file_info64& info) {
    std::vector<char> block(kBlock);
    std::uint64_t size = 0;
    uLong checksum = crc32(0, nullptr, 0);
    int got = 0;
    while ((got = unzReadCurrentFile(zip_, block.data(), kBlock)) > 0) {
      const auto part = static_cast<std::size_t>(got);
      size += part;
      content_.bytes += got;
      if (content_.bytes > most_bytes_) {
        return Bad("the package becomes more than " + std::to_string(most_bytes_) + " bytes");
      }
      checksum =
          crc32(checksum, reinterpret_cast<const Bytef*>(block.data()), static_cast<uInt>(part));
      if (!WriteAll(file, {block.data(), part})) {
        return PackageDiskError(path, errno);
      }
      if (IsStopped(&stop_)) {
        return Error{ErrorClass::kTransient, "", "the server ends"};
      }
    }
    if (got < 0 || size != info.uncompressed_size || checksum != info.crc) {
      return Damaged(path);
    }
    return {};
  }

  const std::string& folder_;
  const PackageLimits& limits_;
  const StopFlag& stop_;
  MemoryStream memory_;
  unzFile zip_ = nullptr;
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
