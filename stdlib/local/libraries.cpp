#include "stdlib/local/libraries.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "runtime/ground/base/text_parts.h"
#include "stdlib/local/library_files.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// Returns a property of the job, or "".
std::string_view PropertyOf(const rt::ActionContext& ctx, const std::string& name) {
  const auto found = ctx.configuration().find(name);
  return found == ctx.configuration().end() ? std::string_view() : std::string_view(found->second);
}

rt::Result<std::vector<LibraryFile>> FilesOfFolder(const std::string& folder) {
  std::vector<LibraryFile> files;
  DIR* entries = opendir(folder.c_str());
  if (entries == nullptr) {
    return SystemProblem("cannot read", folder);
  }
  while (const dirent* entry = readdir(entries)) {
    struct stat info{};
    const std::string path = folder + "/" + entry->d_name;
    if (entry->d_name[0] != '.' && stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
      files.push_back({entry->d_name, path});
    }
  }
  closedir(entries);
  std::sort(files.begin(), files.end(),
            [](const LibraryFile& a, const LibraryFile& b) { return a.name < b.name; });
  return files;
}

/// Returns the files directly in a folder of the application, sorted by name. `folder` ends with a
/// slash.
rt::Result<std::vector<LibraryFile>> FolderOfApplication(const rt::ActionContext& ctx,
                                                         std::string_view folder) {
  std::vector<LibraryFile> files;
  for (const hpdl_file& file : ctx.Files()) {
    const std::string_view path(file.path.data, file.path.size);
    if (path.starts_with(folder) && path.find('/', folder.size()) == std::string_view::npos) {
      auto place = PlaceOfBundled(ctx, file);
      HPDL_TRY(place);
      files.push_back({std::string(path.substr(folder.size())), std::move(*place)});
    }
  }
  // The order of the files becomes the order of a class path, so it must not depend on the build of
  // the program.
  std::sort(files.begin(), files.end(),
            [](const LibraryFile& a, const LibraryFile& b) { return a.name < b.name; });
  return files;
}

/// Returns the files of a folder of libraries, or the one library at `path`.
rt::Result<std::vector<LibraryFile>> FilesAt(const rt::ActionContext& ctx,
                                             const std::string& path) {
  if (BundledFile(ctx, path) == nullptr && path.find(':') == std::string::npos &&
      !path.starts_with('/')) {
    return FolderOfApplication(ctx, path.ends_with('/') ? path : path + "/");
  }
  const auto place = PlaceOnMachine(ctx, "oozie.libpath", path);
  HPDL_TRY(place);
  struct stat info{};
  if (stat(place->c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
    return FilesOfFolder(*place);
  }
  return std::vector<LibraryFile>{{place->substr(place->rfind('/') + 1), *place}};
}

}  // namespace

std::vector<std::string> LibraryPaths(const rt::ActionContext& ctx) {
  return rt::SplitList(PropertyOf(ctx, "oozie.libpath"));
}

std::vector<std::string> SharedFolders(const rt::ActionContext& ctx) {
  if (PropertyOf(ctx, "oozie.use.system.libpath") != "true") {
    return {};
  }
  return rt::SplitList(PropertyOf(ctx, "oozie.action.sharelib.for." + std::string(ctx.kind())));
}

void NameLibraries(const rt::ActionContext& ctx, std::vector<std::string> shared,
                   NamedFiles* named) {
  named->folders = LibraryPaths(ctx);
  const std::vector<std::string> inherited = InheritedPaths(ctx);
  named->files.insert(named->files.end(), inherited.begin(), inherited.end());
  named->shared = std::move(shared);
}

rt::Result<std::vector<LibraryFile>> LibraryFiles(const rt::ActionContext& ctx,
                                                  const std::vector<std::string>& shared) {
  std::vector<LibraryFile> all;
  const auto add = [&](const std::string& path) -> rt::Result<void> {
    const auto files = FilesAt(ctx, path);
    HPDL_TRY(files);
    all.insert(all.end(), files->begin(), files->end());
    return {};
  };
  for (const std::string& path : LibraryPaths(ctx)) {
    HPDL_TRY(add(path));
  }
  for (const BundledLibrary& inherited : InheritedLibrary(ctx)) {
    auto place = PlaceOfBundled(ctx, *inherited.file);
    HPDL_TRY(place);
    all.push_back({inherited.name, std::move(*place)});
  }
  for (const std::string& path : InheritedPaths(ctx)) {
    auto place = PlaceOnMachine(ctx, "inherited library", path);
    HPDL_TRY(place);
    all.push_back({path.substr(path.rfind('/') + 1), std::move(*place)});
  }
  for (const std::string& folder : shared) {
    HPDL_TRY(add(SharedName(folder)));
  }
  return all;
}

rt::Result<void> PlaceLibraries(const rt::ActionContext& ctx,
                                const std::vector<std::string>& shared,
                                const std::string& directory,
                                const std::vector<std::string>& taken) {
  const auto files = LibraryFiles(ctx, shared);
  HPDL_TRY(files);
  for (const LibraryFile& file : *files) {
    const std::string link = directory + "/" + file.name;
    if (!FileExists(link) && std::find(taken.begin(), taken.end(), file.name) == taken.end()) {
      HPDL_TRY(LinkTo(Absolute(file.path), link));
    }
  }
  return {};
}

}  // namespace hpdl::stdlib
