#include "stdlib/local/work_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include "runtime/ground/base/hex.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/world/files/resolve_path.h"
#include "stdlib/core/xml_text.h"
#include "stdlib/local/remote_files.h"

namespace hpdl::stdlib {

namespace {

rt::Error Problem(const char* code, std::string message) {
  return {rt::ErrorClass::kError, code, std::move(message)};
}

/// True if the file at `path` has exactly this content.
bool HasContent(const std::string& path, std::string_view content) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat info{};
  bool same = fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
              static_cast<std::uint64_t>(info.st_size) == content.size();
  std::string buffer(same ? std::size_t{65536} : 0, '\0');
  while (same && !content.empty()) {
    const ssize_t size = read(fd, buffer.data(), buffer.size());
    same = size > 0 && content.starts_with(std::string_view(buffer.data(), size));
    content.remove_prefix(same ? static_cast<std::size_t>(size) : 0);
  }
  if (fd >= 0) {
    close(fd);
  }
  return same;
}

/// Returns the start of the file's hash in hex. The hash separates files of the same name and
/// different contents, for example of two sub-workflows.
std::string HashOf(const hpdl_file& file) {
  constexpr std::size_t kBytes = 8;
  return HexText(std::span(file.sha256).first(kBytes));
}

}  // namespace

std::string Absolute(const std::string& path) {
  char* absolute = realpath(path.c_str(), nullptr);
  const std::string result = absolute == nullptr ? path : absolute;
  std::free(absolute);
  return result;
}

rt::Error SystemProblem(const std::string& what, const std::string& path) {
  return Problem("JA018", what + " " + path + ": " + std::strerror(errno));
}

bool FileExists(const std::string& path) {
  return access(path.c_str(), F_OK) == 0;
}

bool IsPlainName(std::string_view name) {
  return !name.empty() && name.find('/') == std::string_view::npos && name != "." && name != "..";
}

rt::Result<void> WriteWholeFile(const std::string& path, std::string_view content, mode_t mode) {
  return rt::WriteWhole(path, content, mode) ? rt::Result<void>()
                                             : SystemProblem("cannot write", path);
}

rt::Result<void> KeepFile(const std::string& path, std::string_view content, mode_t mode) {
  return HasContent(path, content) ? rt::Result<void>() : WriteWholeFile(path, content, mode);
}

rt::Result<void> MakeFolder(const std::string& path) {
  return mkdir(path.c_str(), 0700) == 0 || errno == EEXIST ? rt::Result<void>()
                                                           : SystemProblem("cannot make", path);
}

std::string AttemptPlace(const rt::ActionContext& ctx, const std::string& suffix) {
  std::string path = ctx.OutPath();
  path.resize(path.size() - std::string_view(".out").size());
  return path + suffix;
}

std::string JobDirectory(const rt::ActionContext& ctx) {
  std::string path = ctx.OutPath();  // a path like <job>/attempts/<sequence>.out
  path.resize(path.rfind('/', path.rfind('/') - 1));
  return path;
}

rt::Result<std::string> PlaceOfBundled(const rt::ActionContext& ctx, const hpdl_file& file) {
  const std::string_view path(file.path.data, file.path.size);
  std::string place = JobDirectory(ctx);
  for (const std::string& part : {std::string("files"), HashOf(file)}) {
    place.append("/").append(part);
    HPDL_TRY(MakeFolder(place));
  }
  place.append("/").append(path.substr(path.rfind('/') + 1));
  HPDL_TRY(KeepFile(place, {file.data, file.size}, 0700));
  return Absolute(place);
}

const hpdl_file* BundledFile(const rt::ActionContext& ctx, std::string_view path) {
  if (path.starts_with('/')) {
    if (ctx.dialect() != HPDL_DIALECT_HWS) {
      return nullptr;
    }
    path.remove_prefix(1);
  }
  while (path.starts_with("./")) {
    path.remove_prefix(2);
  }
  return path.empty() ? nullptr : ctx.File(path);
}

rt::Result<void> CheckPackaged(const rt::ActionContext& ctx, const std::string& element,
                               const std::vector<std::string>& entries) {
  for (const std::string& entry : entries) {
    if (BundledFile(ctx, entry.substr(0, entry.find('#'))) == nullptr) {
      return Problem("JA008", element + " " + entry + " is not in the package");
    }
  }
  return {};
}

rt::Result<FileEntry> ParseFileEntry(const std::string& element, const std::string& entry) {
  FileEntry parsed;
  const std::size_t mark = entry.find('#');
  parsed.path = entry.substr(0, mark);
  parsed.name = mark == std::string::npos ? parsed.path.substr(parsed.path.rfind('/') + 1)
                                          : entry.substr(mark + 1);
  if (!IsPlainName(parsed.name)) {
    return Problem("JA018", element + " " + entry + ": " + parsed.name +
                                " is not a valid name in the work directory");
  }
  return parsed;
}

rt::Result<std::string> LocalPathOf(const std::string& element, const std::string& path) {
  if (rt::SchemeOf(path).empty() && !path.starts_with('/')) {
    return Problem("JA008", element + " " + path + " is not in the application");
  }
  auto local = rt::ResolvePath(path, {});
  HPDL_TRY(local);
  if (!FileExists(*local)) {
    return Problem("JA008", element + " " + path + " does not exist");
  }
  return *local;
}

rt::Result<void> LinkTo(const std::string& target, const std::string& place) {
  unlink(place.c_str());
  return symlink(target.c_str(), place.c_str()) == 0 ? rt::Result<void>()
                                                     : SystemProblem("cannot link", place);
}

rt::Result<std::string> PlaceOnMachine(const rt::ActionContext& ctx, const std::string& element,
                                       const std::string& path) {
  if (const hpdl_file* file = BundledFile(ctx, path)) {
    return PlaceOfBundled(ctx, *file);
  }
  if (const std::string fetched = FetchedPath(ctx, path); !fetched.empty()) {
    return Absolute(fetched);
  }
  return LocalPathOf(element, path);
}

rt::Result<void> PlaceFile(const rt::ActionContext& ctx, const std::string& entry,
                           const std::string& directory) {
  const auto parsed = ParseFileEntry("file", entry);
  HPDL_TRY(parsed);
  const std::string place = directory + "/" + parsed->name;
  if (ctx.resumed() && FileExists(place)) {
    return {};
  }
  if (const hpdl_file* file = BundledFile(ctx, parsed->path)) {
    return WriteWholeFile(place, {file->data, file->size}, 0700);
  }
  if (const std::string fetched = FetchedPath(ctx, parsed->path); !fetched.empty()) {
    return LinkTo(Absolute(fetched), place);
  }
  const auto local = LocalPathOf("file", parsed->path);
  HPDL_TRY(local);
  return LinkTo(*local, place);
}

rt::Result<std::pair<std::string, std::string>> PlaceOfArchive(const rt::ActionContext& ctx,
                                                               const std::string& entry,
                                                               const std::string& directory) {
  auto parsed = ParseFileEntry("archive", entry);
  HPDL_TRY(parsed);
  auto place = PlaceOnMachine(ctx, "archive", parsed->path);
  HPDL_TRY(place);
  return std::pair(std::move(*place), directory + "/" + parsed->name);
}

rt::Result<std::string> ReadWholeFile(const std::string& path) {
  constexpr std::int64_t kMost = std::int64_t{1} << 30;
  // With O_NONBLOCK, open() does not wait for the writer of a FIFO.
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return Problem("JA008", "cannot read " + path + ": " + std::strerror(errno));
  }
  struct stat info{};
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > kMost) {
    close(fd);
    return Problem("JA008", "cannot read " + path + ": it is " +
                                (S_ISREG(info.st_mode) ? "larger than 1 GiB" : "not a file"));
  }
  std::string text;
  char buffer[8192];
  ssize_t size = 0;
  while ((size = read(fd, buffer, sizeof buffer)) > 0) {
    text.append(buffer, static_cast<std::size_t>(size));
  }
  const int error = errno;
  close(fd);
  if (size < 0) {
    return Problem("JA008", "cannot read " + path + ": " + std::strerror(error));
  }
  return text;
}

rt::Result<std::string> ReadApplicationFile(const rt::ActionContext& ctx, const std::string& path) {
  if (const hpdl_file* file = BundledFile(ctx, path)) {
    return std::string(file->data, file->size);
  }
  if (const std::string fetched = FetchedPath(ctx, path); !fetched.empty()) {
    return ReadWholeFile(fetched);
  }
  if (rt::SchemeOf(path).empty() && !path.starts_with('/')) {
    return Problem("JA008", "file " + path + " is not in the application");
  }
  auto local = rt::ResolvePath(path, {});
  HPDL_TRY(local);
  return ReadWholeFile(*local);
}

std::string ConfigurationXml(const rt::Properties& properties) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration>\n";
  for (const auto& [name, value] : properties) {
    xml += "  <property><name>";
    AppendXmlText(name, true, &xml);
    xml += "</name><value>";
    AppendXmlText(value, true, &xml);
    xml += "</value></property>\n";
  }
  return xml + "</configuration>\n";
}

}  // namespace hpdl::stdlib
