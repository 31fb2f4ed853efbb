#include "compiler/application/zip.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <string_view>

namespace hpdl::application {
namespace {

constexpr std::uint64_t kMaxUnpacked = 3ull << 29;
constexpr std::size_t kBlock = 1 << 16;

/// True for paths that name something inside the archive.
bool StaysInside(std::string_view path) {
  if (path.empty() || path.front() == '/' || path.find('\\') != std::string_view::npos ||
      path.find('\0') != std::string_view::npos) {
    return false;
  }
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    if (part.empty() || part == "." || part == "..") {
      return false;
    }
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return true;
}

/// The current member's bytes. The sizes in the directory are claims: what comes out is what
/// counts.
std::string ReadMember(unzFile zip, std::uint64_t limit, std::string* data) {
  if (unzOpenCurrentFile(zip) != UNZ_OK) {
    return "uses a compression that hpdlc does not know";
  }
  std::vector<char> block(kBlock);
  int got = 0;
  while ((got = unzReadCurrentFile(zip, block.data(), kBlock)) > 0) {
    data->append(block.data(), static_cast<std::size_t>(got));
    if (data->size() > limit) {
      unzCloseCurrentFile(zip);
      return "makes the archive unpack to more than 1.5 GiB";
    }
  }
  const bool intact = unzCloseCurrentFile(zip) == UNZ_OK && got == 0;
  return intact ? "" : "is damaged";
}

std::string ReadMembers(unzFile zip, std::vector<hir::File>* files) {
  std::uint64_t left = kMaxUnpacked;
  std::set<std::string> names;
  for (int status = unzGoToFirstFile(zip); status != UNZ_END_OF_LIST_OF_FILE;
       status = unzGoToNextFile(zip)) {
    unz_file_info64 info{};
    std::string name(65536, '\0');
    if (status != UNZ_OK || unzGetCurrentFileInfo64(zip, &info, name.data(), name.size(), nullptr,
                                                    0, nullptr, 0) != UNZ_OK) {
      return "is no intact ZIP archive";
    }
    name.resize(info.size_filename);
    if (!name.empty() && name.back() == '/') {
      continue;
    }
    if (!StaysInside(name)) {
      return "has a member whose path leads out of the archive: " + name;
    }
    if ((info.flag & 1) != 0) {
      return "has an encrypted member: " + name;
    }
    if (!names.insert(name).second) {
      return "has two members of the name " + name + ", of which readers choose different ones";
    }
    hir::File file;
    file.path = name;
    if (const std::string problem = ReadMember(zip, left, &file.data); !problem.empty()) {
      return "member " + name + " " + problem;
    }
    file.size = file.data.size();
    left -= file.size;
    files->push_back(std::move(file));
  }
  return {};
}

/// Closes the archive at the end.
struct CloseZip {
  void operator()(void* zip) const { unzClose(zip); }
};

Result<std::vector<hir::File>> ReadOpened(const std::string& name, unzFile opened) {
  const std::unique_ptr<void, CloseZip> zip(opened);
  std::vector<hir::File> files;
  const std::string problem =
      zip == nullptr ? "is no intact ZIP archive" : ReadMembers(zip.get(), &files);
  if (!problem.empty()) {
    return Failure(name + ": " + problem);
  }
  return files;
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

}  // namespace

bool IsZip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

Result<std::vector<hir::File>> ReadZip(const std::string& path) {
  return ReadOpened(path, unzOpen64(path.c_str()));
}

Result<std::vector<hir::File>> ReadZip(const std::string& name, std::string_view bytes) {
  MemoryStream memory{bytes};
  zlib_filefunc64_def functions{.zopen64_file = &OpenMemory,
                                .zread_file = &ReadMemory,
                                .zwrite_file = &WriteMemory,
                                .ztell64_file = &TellMemory,
                                .zseek64_file = &SeekMemory,
                                .zclose_file = &NothingToDo,
                                .zerror_file = &NothingToDo,
                                .opaque = &memory};
  return ReadOpened(name, unzOpen2_64(name.c_str(), &functions));
}

}  // namespace hpdl::application
