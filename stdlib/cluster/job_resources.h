#ifndef HPDL_STDLIB_CLUSTER_JOB_RESOURCES_H_
#define HPDL_STDLIB_CLUSTER_JOB_RESOURCES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/cluster.h"
#include "stdlib/local/library_files.h"

/// The files that the containers of an action find in their directories.
namespace hpdl::stdlib {

/// A set of files with different names. If several files have the same name, the first file is
/// used, as in YARN's containers.
class ResourceSet {
 public:
  void Add(rt::LocalResource resource);
  const std::vector<rt::LocalResource>& all() const { return all_; }
  bool Has(std::string_view name) const;

 private:
  std::vector<rt::LocalResource> all_;
};

/// Adds the resources of an action. `files` is the cluster's file system.
class ResourceCollector {
 public:
  /// Paths without a scheme start at `base`. `files` and `base` must outlive the tasks below.
  ResourceCollector(rt::ActionContext& ctx, rt::FileSystem& files, const rt::PathBase& base,
                    ResourceSet* set)
      : ctx_(ctx), files_(files), base_(base), set_(set) {}

  /// Adds the file PATH or PATH#NAME. A file of the application is uploaded. Other files must
  /// already be in a file system. Error messages name `element`. Fails with "JA018" if NAME cannot
  /// name a file in a directory and with "JA008" if the file does not exist.
  rt::Task<rt::Result<void>> Entry(std::string element, std::string entry, bool archive);
  /// Adds the files of an action's <file> elements, then the files of its <archive> elements. The
  /// lists must outlive the task. Errors: those of Entry().
  rt::Task<rt::Result<void>> Entries(const std::vector<std::string>& files,
                                     const std::vector<std::string>& archives);
  /// Adds the files of the application's lib/, without its subfolders.
  rt::Task<rt::Result<void>> ApplicationLibrary();
  /// Adds one file, or the files of a folder without its subfolders. Fails with "JA008" if `path`
  /// does not exist.
  rt::Task<rt::Result<void>> Library(std::string path);
  /// Adds the folders `names` of the system's shared library, which is laid out like Oozie's
  /// sharelib. The folders are in the newest `lib_TIME` below its root, or in the root itself.
  /// Errors: those of Library().
  rt::Task<rt::Result<void>> SystemLibrary(std::vector<std::string> names);
  /// Adds the libraries that the job's properties or `configuration` name. These are the paths of
  /// oozie.libpath, the inherited libraries (stdlib/local/library_files.h) and, if
  /// oozie.use.system.libpath is true, folders of the shared library. The property
  /// oozie.action.sharelib.for.KIND names the folders; without this property `shared` names them.
  /// All lists are separated by commas.
  rt::Task<rt::Result<void>> Libraries(const rt::Properties& configuration, std::string shared);
  /// Adds all files for a JVM of the action: ApplicationLibrary(), Entries(), Libraries().
  /// Arguments given by reference must outlive the task.
  rt::Task<rt::Result<void>> ForJava(const std::vector<std::string>& files,
                                     const std::vector<std::string>& archives,
                                     const rt::Properties& configuration, std::string shared);

 private:
  rt::Task<rt::Result<void>> Packaged(std::vector<BundledLibrary> library);
  rt::Task<rt::Result<rt::FileLocation>> SystemRoot();

  rt::ActionContext& ctx_;
  rt::FileSystem& files_;
  const rt::PathBase& base_;
  ResourceSet* const set_;
};

/// Returns the properties that describe the resources as MapReduce's distributed cache:
/// mapreduce.job.cache.files, the properties mapreduce.job.cache.files.timestamps, .filesizes and
/// .visibilities, and the same properties of archives.
rt::Properties CacheProperties(const std::vector<rt::LocalResource>& resources);

/// Adds the files and archives of an action to the jobs that the action's tool starts with this
/// configuration. Jars are left out because tools give their jars to the jobs themselves, and
/// Hadoop refuses a job whose lists contain the same file name twice.
void ShareWithJobs(const std::vector<rt::LocalResource>& resources, rt::Properties* configuration);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JOB_RESOURCES_H_
