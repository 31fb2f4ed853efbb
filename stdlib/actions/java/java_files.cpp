#include "stdlib/actions/java/java_files.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>

#include "runtime/ground/base/text_parts.h"
#include "stdlib/actions/java/launcher_classes.h"
#include "stdlib/local/library_files.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// Collects the files for a JavaFiles object.
class Placer {
 public:
  Placer(rt::ActionContext& ctx, JavaFiles* files) : ctx_(ctx), files_(*files) {}

  /// Adds the files of a folder of the application, without its subfolders.
  rt::Result<void> AddFolderOfApplication(std::string_view folder) {
    std::vector<const hpdl_file*> found;
    for (const hpdl_file& file : ctx_.Files()) {
      const std::string_view path(file.path.data, file.path.size);
      if (path.starts_with(folder) && path.find('/', folder.size()) == std::string_view::npos) {
        found.push_back(&file);
      }
    }
    // The order of the files becomes the order of the class path, so it must not depend on the
    // build of the program.
    const auto path_of = [](const hpdl_file* file) {
      return std::string_view(file->path.data, file->path.size);
    };
    std::sort(found.begin(), found.end(),
              [&](const hpdl_file* a, const hpdl_file* b) { return path_of(a) < path_of(b); });
    for (const hpdl_file* file : found) {
      const auto place = PlaceOfBundled(ctx_, *file);
      HPDL_TRY(place);
      HPDL_TRY(Add(*place, std::string(path_of(file).substr(folder.size()))));
    }
    return {};
  }

  rt::Result<void> AddEntry(const std::string& entry) {
    const auto parsed = ParseFileEntry("file", entry);
    HPDL_TRY(parsed);
    const auto place = PathOf("file", parsed->path);
    HPDL_TRY(place);
    return Add(*place, parsed->name);
  }

  /// Adds a file of a parent in another program.
  rt::Result<void> AddInherited(const std::string& path) {
    const auto place = PathOf("inherited library", path);
    HPDL_TRY(place);
    return Add(*place, path.substr(path.rfind('/') + 1));
  }

  rt::Result<void> AddArchive(const std::string& entry) {
    const auto parsed = ParseFileEntry("archive", entry);
    HPDL_TRY(parsed);
    const auto place = PathOf("archive", parsed->path);
    HPDL_TRY(place);
    const std::string folder = files_.work + "/" + parsed->name;
    files_.archives.emplace_back(*place, folder);
    // As in the cluster, a folder whose name ends in .jar is in the class path. The folder must
    // exist when the JVM reads its class path.
    if (parsed->name.ends_with(".jar") && MakeFolder(folder).ok()) {
      files_.class_path.push_back(folder);
    }
    return {};
  }

  /// Adds the files of the program that the application has in its lib/ or inherits.
  rt::Result<void> AddLibrary(const std::vector<LibraryFile>& library) {
    for (const LibraryFile& each : library) {
      const auto place = PlaceOfBundled(ctx_, *each.file);
      HPDL_TRY(place);
      HPDL_TRY(Add(*place, each.name));
    }
    return {};
  }

  /// Adds a folder of libraries, or one library.
  rt::Result<void> AddLibraryPath(const std::string& path) {
    if (BundledFile(ctx_, path) == nullptr && path.find(':') == std::string::npos &&
        !path.starts_with('/')) {
      return AddFolderOfApplication(path.ends_with('/') ? path : path + "/");
    }
    const auto place = PathOf("oozie.libpath", path);
    HPDL_TRY(place);
    struct stat info{};
    if (stat(place->c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) {
      return Add(*place, place->substr(place->rfind('/') + 1));
    }
    return AddLocalFolder(*place);
  }

 private:
  rt::Result<std::string> PathOf(const std::string& element, const std::string& path) {
    if (const hpdl_file* file = BundledFile(ctx_, path)) {
      return PlaceOfBundled(ctx_, *file);
    }
    if (const std::string fetched = FetchedPath(ctx_, path); !fetched.empty()) {
      return Absolute(fetched);
    }
    return LocalPathOf(element, path);
  }

  rt::Result<void> AddLocalFolder(const std::string& folder) {
    std::vector<std::string> names;
    if (DIR* entries = opendir(folder.c_str())) {
      while (const dirent* entry = readdir(entries)) {
        if (entry->d_name[0] != '.') {
          names.emplace_back(entry->d_name);
        }
      }
      closedir(entries);
    } else {
      return SystemProblem("cannot read", folder);
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      struct stat info{};
      const std::string path = folder + "/" + name;
      if (stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
        HPDL_TRY(Add(path, name));
      }
    }
    return {};
  }

  /// Makes a link in the work directory. Adds a .jar to the class path too.
  rt::Result<void> Add(const std::string& path, std::string name) {
    if (const std::size_t version = name.find(".so."); version != std::string::npos) {
      name.resize(version + 3);  // Oozie 3.2.2.1: the link for libx.so.1 is libx.so
    }
    files_.native = files_.native || name.ends_with(".so");
    const std::string place = files_.work + "/" + name;
    if (!FileExists(place)) {  // the first of several files with one name wins
      HPDL_TRY(LinkTo(path, place));
    }
    // The class path gets the file's own path, because the name of the link need not end in .jar.
    if (path.ends_with(".jar")) {
      const std::vector<std::string>& have = files_.class_path;
      if (std::find(have.begin(), have.end(), path) == have.end()) {
        files_.class_path.push_back(path);
      }
    }
    return {};
  }

  rt::ActionContext& ctx_;
  JavaFiles& files_;
};

/// Writes the launcher's classes into a folder and returns the folder for the class path.
rt::Result<std::string> PlaceLauncher(const rt::ActionContext& ctx) {
  const std::string folder = JobDirectory(ctx) + "/java";
  const std::string package = folder + "/hpdl";
  for (const std::string& each : {folder, package}) {
    HPDL_TRY(MakeFolder(each));
  }
  for (const LauncherClass& part : LauncherClasses()) {
    HPDL_TRY(KeepFile(package + "/" + std::string(part.file), part.bytes, 0600));
  }
  return Absolute(folder);
}

}  // namespace

std::vector<std::string> LibraryPaths(const rt::ActionContext& ctx) {
  const auto shared = ctx.configuration().find("oozie.libpath");
  return shared == ctx.configuration().end() ? std::vector<std::string>()
                                             : rt::SplitList(shared->second);
}

rt::Result<JavaFiles> PlaceJavaFiles(rt::ActionContext& ctx, const JavaArgs& args) {
  JavaFiles files;
  const auto work = ctx.WorkDirectory();
  HPDL_TRY(work);
  // The path must be absolute, because the JVM and this program have different working directories.
  files.work = Absolute(*work);
  Placer placer(ctx, &files);
  HPDL_TRY(placer.AddLibrary(OwnLibrary(ctx)));
  for (const std::string& entry : args.files) {
    HPDL_TRY(placer.AddEntry(entry));
  }
  for (const std::string& entry : args.archives) {
    HPDL_TRY(placer.AddArchive(entry));
  }
  for (const std::string& path : LibraryPaths(ctx)) {
    HPDL_TRY(placer.AddLibraryPath(path));
  }
  HPDL_TRY(placer.AddLibrary(InheritedLibrary(ctx)));
  for (const std::string& path : InheritedPaths(ctx)) {
    HPDL_TRY(placer.AddInherited(path));
  }
  const auto launcher = PlaceLauncher(ctx);
  HPDL_TRY(launcher);
  files.class_path.push_back(*launcher);
  return files;
}

}  // namespace hpdl::stdlib
