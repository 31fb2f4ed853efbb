#include "compiler/application/zip.h"

#include <minizip/unzip.h>

#include <algorithm>
#include <string_view>

namespace hpdl::application {
namespace {

constexpr std::uint64_t kMaxBytes = 3ull << 29;
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
  std::uint64_t left = kMaxBytes;
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

}  // namespace

bool IsZip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

bool ReadZip(const std::string& path, std::vector<hir::File>* files, std::string* error) {
  unzFile zip = unzOpen64(path.c_str());
  std::string problem = "is no intact ZIP archive";
  if (zip != nullptr) {
    problem = ReadMembers(zip, files);
    unzClose(zip);
  }
  if (!problem.empty()) {
    *error = path + ": " + problem;
    return false;
  }
  return true;
}

}  // namespace hpdl::application
