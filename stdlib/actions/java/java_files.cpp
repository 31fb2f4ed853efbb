#include "stdlib/actions/java/java_files.h"

#include <algorithm>

#include "stdlib/actions/java/launcher_classes.h"
#include "stdlib/local/libraries.h"
#include "stdlib/local/library_files.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// Collects the files for a JavaFiles object.
class Placer {
 public:
  Placer(rt::ActionContext& ctx, JavaFiles* files) : ctx_(ctx), files_(*files) {}

  rt::Result<void> AddEntry(const std::string& entry) {
    const auto parsed = ParseFileEntry("file", entry);
    HPDL_TRY(parsed);
    const auto place = PlaceOnMachine(ctx_, "file", parsed->path);
    HPDL_TRY(place);
    return Add(*place, parsed->name);
  }

  rt::Result<void> AddArchive(const std::string& entry) {
    const auto parsed = ParseFileEntry("archive", entry);
    HPDL_TRY(parsed);
    const auto place = PlaceOnMachine(ctx_, "archive", parsed->path);
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

 private:
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

rt::Result<JavaFiles> PlaceJavaFiles(rt::ActionContext& ctx, const JavaArgs& args) {
  JavaFiles files;
  const auto work = ctx.WorkDirectory();
  HPDL_TRY(work);
  // The path must be absolute, because the JVM and this program have different working directories.
  files.work = Absolute(*work);
  Placer placer(ctx, &files);
  for (const BundledLibrary& library : OwnLibrary(ctx)) {
    auto place = PlaceOfBundled(ctx, *library.file);
    HPDL_TRY(place);
    HPDL_TRY(placer.Add(*place, library.name));
  }
  for (const std::string& entry : args.files) {
    HPDL_TRY(placer.AddEntry(entry));
  }
  for (const std::string& entry : args.archives) {
    HPDL_TRY(placer.AddArchive(entry));
  }
  const auto shared = LibraryFiles(ctx, SharedFolders(ctx));
  HPDL_TRY(shared);
  for (const LibraryFile& library : *shared) {
    HPDL_TRY(placer.Add(library.path, library.name));
  }
  const auto launcher = PlaceLauncher(ctx);
  HPDL_TRY(launcher);
  files.class_path.push_back(*launcher);
  return files;
}

}  // namespace hpdl::stdlib
