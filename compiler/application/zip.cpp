#include "compiler/application/zip.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "runtime/ground/zip/zip_reader.h"

namespace hpdl::application {
namespace {

constexpr std::uint64_t kMaxUnpacked = 3ull << 29;
constexpr std::size_t kBlock = 1 << 16;

/// True if the path stays inside the archive.
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

/// Reads the bytes of the reader's current member. Returns "" on success, else the error.
std::string ReadMember(rt::ZipReader& zip, std::uint64_t limit, std::string* data) {
  if (const Result<void> begun = zip.Begin(); !begun) {
    return begun.error().message;
  }
  std::vector<char> block(kBlock);
  while (true) {
    const Result<std::size_t> got = zip.Read(block.data(), block.size());
    if (!got) {
      return got.error().message;
    }
    if (*got == 0) {
      return {};
    }
    data->append(block.data(), *got);
    if (data->size() > limit) {
      return "makes the archive unpack to more than 1.5 GiB";
    }
  }
}

std::string ReadMembers(rt::ZipReader& zip, std::vector<hir::File>* files) {
  std::uint64_t left = kMaxUnpacked;
  std::set<std::string> names;
  while (true) {
    const Result<std::optional<rt::ZipMember>> member = zip.Next();
    if (!member) {
      return member.error().message;
    }
    if (!*member) {
      return {};
    }
    const std::string& name = (*member)->name;
    if ((*member)->IsFolder()) {
      continue;
    }
    if (!StaysInside(name)) {
      return "has a member whose path leads out of the archive: " + name;
    }
    if ((*member)->encrypted) {
      return "has an encrypted member: " + name;
    }
    if (!names.insert(name).second) {
      return "has two members with the name " + name +
             ", and programs differ in which of the two they read";
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
}

Result<std::vector<hir::File>> ReadOpened(const std::string& name,
                                          Result<std::unique_ptr<rt::ZipReader>> zip) {
  std::vector<hir::File> files;
  const std::string problem = zip ? ReadMembers(**zip, &files) : zip.error().message;
  if (!problem.empty()) {
    return Failure(name + ": " + problem);
  }
  return files;
}

}  // namespace

bool IsZip(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

Result<std::vector<hir::File>> ReadZip(const std::string& path) {
  return ReadOpened(path, rt::ZipReader::OfFile(path));
}

Result<std::vector<hir::File>> ReadZip(const std::string& name, std::string_view bytes) {
  return ReadOpened(name, rt::ZipReader::OfBytes(bytes));
}

}  // namespace hpdl::application
