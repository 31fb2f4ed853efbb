#include "runtime/ground/zip/zip_reader.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostName = 65'535;  ///< bytes; the maximum of the format
constexpr unsigned kEncrypted = 1;
constexpr unsigned kPermissionsAt = 16;       ///< position of the permissions in the attributes
constexpr std::size_t kMostRead = 1U << 30U;  ///< bytes; the maximum of one call of minizip

Error ZipError(const char* what) {
  return {ErrorClass::kError, "", what};
}

Error NoArchive() {
  return ZipError("is not an intact ZIP archive");
}

Error DamagedMember() {
  return ZipError("is damaged");
}

/// A stream of minizip over an archive in memory: the bytes and a position in them.
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

/// A deleter that closes the archive.
struct CloseZip {
  void operator()(void* zip) const { unzClose(zip); }
};

class MinizipReader final : public ZipReader {
 public:
  explicit MinizipReader(const std::string& path) : zip_(unzOpen64(path.c_str())) {}
  explicit MinizipReader(std::string_view bytes) : memory_{bytes} {
    zlib_filefunc64_def functions{.zopen64_file = &OpenMemory,
                                  .zread_file = &ReadMemory,
                                  .zwrite_file = &WriteMemory,
                                  .ztell64_file = &TellMemory,
                                  .zseek64_file = &SeekMemory,
                                  .zclose_file = &NothingToDo,
                                  .zerror_file = &NothingToDo,
                                  .opaque = &memory_};
    zip_.reset(unzOpen2_64("memory", &functions));
  }
  bool IsOpen() const { return zip_ != nullptr; }

  Result<std::optional<ZipMember>> Next() override {
    unzCloseCurrentFile(zip_.get());  // does nothing if no member is open
    const int status =
        std::exchange(begun_, true) ? unzGoToNextFile(zip_.get()) : unzGoToFirstFile(zip_.get());
    if (status == UNZ_END_OF_LIST_OF_FILE) {
      return std::optional<ZipMember>();
    }
    if (status != UNZ_OK || unzGetCurrentFileInfo64(zip_.get(), &info_, name_.data(), name_.size(),
                                                    nullptr, 0, nullptr, 0) != UNZ_OK) {
      return NoArchive();
    }
    ZipMember member;
    member.name.assign(name_, 0, info_.size_filename);
    member.mode = static_cast<std::uint32_t>(info_.external_fa >> kPermissionsAt);
    member.encrypted = (info_.flag & kEncrypted) != 0;
    return std::optional(std::move(member));
  }

  Result<void> Begin() override {
    size_ = 0;
    checksum_ = crc32(0, nullptr, 0);
    if ((info_.flag & kEncrypted) != 0) {
      return ZipError("is encrypted");
    }
    if (unzOpenCurrentFile(zip_.get()) != UNZ_OK) {
      const bool known = info_.compression_method == 0 || info_.compression_method == Z_DEFLATED;
      return known ? DamagedMember() : ZipError("uses a compression that is not known");
    }
    return {};
  }

  Result<std::size_t> Read(char* to, std::size_t size) override {
    const int got =
        unzReadCurrentFile(zip_.get(), to, static_cast<unsigned>(std::min(size, kMostRead)));
    if (got > 0) {
      const auto part = static_cast<std::size_t>(got);
      size_ += part;
      checksum_ = crc32(checksum_, reinterpret_cast<const Bytef*>(to), static_cast<uInt>(part));
      return part;
    }
    // minizip compares the checksum only if the member's real size is the size in the header.
    const bool closed = unzCloseCurrentFile(zip_.get()) == UNZ_OK;
    if (got < 0 || !closed || size_ != info_.uncompressed_size || checksum_ != info_.crc) {
      return DamagedMember();
    }
    return std::size_t{0};
  }

 private:
  MemoryStream memory_;
  std::unique_ptr<void, CloseZip> zip_;
  bool begun_ = false;
  unz_file_info64 info_{};  ///< header of the current member
  std::string name_ = std::string(kMostName + 1, '\0');
  std::uint64_t size_ = 0;  ///< bytes of the current member that were read
  uLong checksum_ = 0;      ///< checksum of the bytes that were read
};

template <class Source>
Result<std::unique_ptr<ZipReader>> Opened(const Source& source) {
  auto reader = std::make_unique<MinizipReader>(source);
  return reader->IsOpen() ? Result<std::unique_ptr<ZipReader>>(std::move(reader)) : NoArchive();
}

}  // namespace

Result<std::unique_ptr<ZipReader>> ZipReader::OfFile(const std::string& path) {
  return Opened(path);
}

Result<std::unique_ptr<ZipReader>> ZipReader::OfBytes(std::string_view bytes) {
  return Opened(bytes);
}

}  // namespace hpdl::rt
