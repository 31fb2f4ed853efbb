#include "stdlib/actions/shell/work_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/files/resolve_path.h"

namespace hpdl::stdlib {

namespace {

rt::Error Problem(const char* code, std::string message) {
  return {rt::ErrorClass::kError, code, std::move(message)};
}

rt::Error System(const std::string& what, const std::string& path) {
  return Problem("JA018", what + " " + path + ": " + std::strerror(errno));
}

/// The file is complete or not there, also after a crash.
rt::Result<void> WriteFile(const std::string& path, std::string_view content, mode_t mode) {
  const std::string partial = path + ".partial";
  const int fd = open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (fd < 0) {
    return System("cannot write", path);
  }
  while (!content.empty()) {
    const ssize_t written = write(fd, content.data(), content.size());
    if (written < 0) {
      close(fd);
      return System("cannot write", path);
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (close(fd) != 0 || rename(partial.c_str(), path.c_str()) != 0) {
    return System("cannot write", path);
  }
  return {};
}

bool Exists(const std::string& path) {
  return access(path.c_str(), F_OK) == 0;
}

/// The bundled file that a path of the definition means. Absolute paths start at the application
/// root in HWS only.
const hpdl_file* Bundled(const rt::ActionContext& ctx, std::string_view path) {
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

/// A name directly in the work directory: no path, and not the directory itself.
bool IsPlainName(std::string_view name) {
  return !name.empty() && name.find('/') == std::string_view::npos && name != "." && name != "..";
}

rt::Result<void> PlaceFile(const rt::ActionContext& ctx, const std::string& entry,
                           const std::string& directory) {
  const std::size_t mark = entry.find('#');
  const std::string path = entry.substr(0, mark);
  const std::string name =
      mark == std::string::npos ? path.substr(path.rfind('/') + 1) : entry.substr(mark + 1);
  if (!IsPlainName(name)) {
    return Problem("JA018", "file " + entry + ": " + name + " is not a name in the work directory");
  }
  const std::string place = directory + "/" + name;
  if (ctx.resumed() && Exists(place)) {
    return {};
  }
  if (const hpdl_file* file = Bundled(ctx, path)) {
    return WriteFile(place, {file->data, file->size}, 0700);
  }
  if (rt::SchemeOf(path).empty() && !path.starts_with('/')) {
    return Problem("JA008", "file " + path + " is not in the application");
  }
  auto local = rt::ResolvePath(path, {});
  HPDL_TRY(local);
  if (!Exists(*local)) {
    return Problem("JA008", "file " + path + " does not exist");
  }
  unlink(place.c_str());
  return symlink(local->c_str(), place.c_str()) == 0 ? rt::Result<void>()
                                                     : System("cannot link", place);
}

void AppendEscaped(std::string_view text, std::string* out) {
  for (const char c : text) {
    switch (c) {
      case '&':
        *out += "&amp;";
        break;
      case '<':
        *out += "&lt;";
        break;
      case '>':
        *out += "&gt;";
        break;
      default:
        *out += c;
    }
  }
}

std::string ConfigurationXml(const rt::Properties& properties) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration>\n";
  for (const auto& [name, value] : properties) {
    xml += "  <property><name>";
    AppendEscaped(name, &xml);
    xml += "</name><value>";
    AppendEscaped(value, &xml);
    xml += "</value></property>\n";
  }
  return xml + "</configuration>\n";
}

/// `<job>/work`, beside `<job>/attempts`.
rt::Result<std::string> CommonDirectory(const rt::ActionContext& ctx) {
  std::string path = ctx.OutPath();
  path.resize(path.rfind('/', path.rfind('/') - 1));
  path += "/work";
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return System("cannot make", path);
  }
  return path;
}

}  // namespace

rt::Result<std::string> ReadWholeFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return Problem("JA008", "cannot read " + path + ": " + std::strerror(errno));
  }
  std::string text;
  char buffer[8192];
  ssize_t size = 0;
  while ((size = read(fd, buffer, sizeof buffer)) > 0) {
    text.append(buffer, static_cast<std::size_t>(size));
  }
  close(fd);
  return text;
}

rt::Result<std::string> ReadApplicationFile(const rt::ActionContext& ctx, const std::string& path) {
  if (const hpdl_file* file = Bundled(ctx, path)) {
    return std::string(file->data, file->size);
  }
  if (rt::SchemeOf(path).empty() && !path.starts_with('/')) {
    return Problem("JA008", "file " + path + " is not in the application");
  }
  auto local = rt::ResolvePath(path, {});
  HPDL_TRY(local);
  return ReadWholeFile(*local);
}

rt::Result<WorkDirectory> ArrangeWorkDirectory(rt::ActionContext& ctx, const ShellArgs& args,
                                               const rt::Properties& configuration) {
  WorkDirectory result;
  result.program = args.exec;
  if (!args.archives.empty()) {
    return Problem("JA018",
                   "archive " + args.archives[0] + ": archives are not unpacked in local mode yet");
  }
  const bool plain_exec = IsPlainName(args.exec);
  const hpdl_file* exec = Bundled(ctx, args.exec);
  if (exec == nullptr && plain_exec) {
    exec = ctx.File("lib/" + args.exec);
  }
  if (exec == nullptr && args.files.empty() && configuration.empty()) {
    auto common = CommonDirectory(ctx);
    HPDL_TRY(common);
    result.path = std::move(*common);
    return result;
  }
  auto own = ctx.WorkDirectory();
  HPDL_TRY(own);
  result.path = std::move(*own);
  // The command gets paths within it, and has another working directory than we.
  if (char* absolute = realpath(result.path.c_str(), nullptr)) {
    result.path = absolute;
    std::free(absolute);
  }
  for (const std::string& entry : args.files) {
    HPDL_TRY(PlaceFile(ctx, entry, result.path));
  }
  if (!configuration.empty()) {
    result.configuration_file = result.path + "/action.xml";
    HPDL_TRY(WriteFile(result.configuration_file, ConfigurationXml(configuration), 0600));
  }
  const std::string name = args.exec.substr(args.exec.rfind('/') + 1);
  const std::string place = result.path + "/" + name;
  if (exec != nullptr && !Exists(place)) {
    HPDL_TRY(WriteFile(place, {exec->data, exec->size}, 0700));
  }
  if (exec != nullptr || (plain_exec && Exists(place))) {
    result.program = "./" + name;
  }
  return result;
}

}  // namespace hpdl::stdlib
