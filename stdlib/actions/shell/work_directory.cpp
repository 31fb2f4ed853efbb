#include "stdlib/actions/shell/work_directory.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>

#include "stdlib/local/library_files.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// Makes `<job>/work`, beside `<job>/attempts`, and returns its path.
rt::Result<std::string> CommonDirectory(const rt::ActionContext& ctx) {
  const std::string path = JobDirectory(ctx) + "/work";
  if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
    return SystemProblem("cannot make", path);
  }
  return path;
}

/// Writes a copy of an inherited program to `place`. A link would not do, because the file of the
/// parent need not be executable.
rt::Result<void> PlaceInherited(const rt::ActionContext& ctx, const std::string& path,
                                const std::string& place) {
  const auto source = PlaceOnMachine(ctx, "inherited library", path);
  HPDL_TRY(source);
  const auto content = ReadWholeFile(*source);
  HPDL_TRY(content);
  return WriteWholeFile(place, *content, 0700);
}

}  // namespace

const hpdl_file* ProgramOf(const rt::ActionContext& ctx, const std::string& exec) {
  const hpdl_file* file = BundledFile(ctx, exec);
  return file == nullptr && IsPlainName(exec) ? PackagedLibraryFile(ctx, exec) : file;
}

std::string InheritedProgram(const rt::ActionContext& ctx, const ShellArgs& args) {
  if (!IsPlainName(args.exec) || ProgramOf(ctx, args.exec) != nullptr) {
    return {};
  }
  for (const std::string& entry : args.files) {
    if (const auto file = ParseFileEntry("file", entry); file && file->name == args.exec) {
      return {};
    }
  }
  for (const std::string& path : InheritedPaths(ctx)) {
    if (path.ends_with("/" + args.exec)) {
      return path;
    }
  }
  return {};
}

rt::Result<WorkDirectory> ArrangeWorkDirectory(rt::ActionContext& ctx, const ShellArgs& args,
                                               const rt::Properties& configuration) {
  WorkDirectory result;
  result.program = args.exec;
  const bool plain_exec = IsPlainName(args.exec);
  const hpdl_file* const exec = ProgramOf(ctx, args.exec);
  const std::string inherited = InheritedProgram(ctx, args);
  if (exec == nullptr && inherited.empty() && args.files.empty() && args.archives.empty() &&
      configuration.empty()) {
    auto common = CommonDirectory(ctx);
    HPDL_TRY(common);
    result.path = std::move(*common);
    return result;
  }
  auto own = ctx.WorkDirectory();
  HPDL_TRY(own);
  result.path = std::move(*own);
  // The command gets paths within the directory. The command and this process have different
  // working directories, so the paths must be absolute.
  if (char* absolute = realpath(result.path.c_str(), nullptr)) {
    result.path = absolute;
    std::free(absolute);
  }
  for (const std::string& entry : args.files) {
    HPDL_TRY(PlaceFile(ctx, entry, result.path));
  }
  if (!configuration.empty()) {
    result.configuration_file = result.path + "/action.xml";
    HPDL_TRY(WriteWholeFile(result.configuration_file, ConfigurationXml(configuration), 0600));
  }
  const std::string name = args.exec.substr(args.exec.rfind('/') + 1);
  const std::string place = result.path + "/" + name;
  if (exec != nullptr && !FileExists(place)) {
    HPDL_TRY(WriteWholeFile(place, {exec->data, exec->size}, 0700));
  }
  if (!inherited.empty() && !FileExists(place)) {
    HPDL_TRY(PlaceInherited(ctx, inherited, place));
  }
  if (exec != nullptr || (plain_exec && FileExists(place))) {
    result.program = "./" + name;
  }
  return result;
}

}  // namespace hpdl::stdlib
