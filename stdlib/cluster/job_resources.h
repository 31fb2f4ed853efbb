#ifndef HPDL_STDLIB_CLUSTER_JOB_RESOURCES_H_
#define HPDL_STDLIB_CLUSTER_JOB_RESOURCES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/cluster.h"

/// The files that the containers of an action find in their directories.
namespace hpdl::stdlib {

/// Files under their names: of several with one name the first counts, as in YARN's containers.
class ResourceSet {
 public:
  void Add(rt::LocalResource resource);
  const std::vector<rt::LocalResource>& all() const { return all_; }
  bool Has(std::string_view name) const;

 private:
  std::vector<rt::LocalResource> all_;
};

/// Adds resources of an action, in the cluster's file system `files`.
class ResourceCollector {
 public:
  /// `base`: where paths without scheme are. Both outlive the tasks below.
  ResourceCollector(rt::ActionContext& ctx, rt::FileSystem& files, const rt::PathBase& base,
                    ResourceSet* set)
      : ctx_(ctx), files_(files), base_(base), set_(set) {}

  /// PATH or PATH#NAME: of the application (uploaded), or of a file system. `element` is for
  /// messages. "JA018" for a name that is no name in a directory, "JA008" what is not there.
  rt::Task<rt::Result<void>> Entry(std::string element, std::string entry, bool archive);
  /// Each of an action's <file> elements, then each of its <archive> elements; the lists outlive
  /// the task. Errors as above.
  rt::Task<rt::Result<void>> Entries(const std::vector<std::string>& files,
                                     const std::vector<std::string>& archives);
  /// The files directly in the application's lib/.
  rt::Task<rt::Result<void>> ApplicationLibrary();
  /// The files directly in a folder, or a file. "JA008" if it is not there.
  rt::Task<rt::Result<void>> Library(std::string path);
  /// The folders `names` of the system's shared library, as Oozie's sharelib has them: the newest
  /// `lib_TIME` below its root, or the root itself. "JA008" as above.
  rt::Task<rt::Result<void>> SystemLibrary(std::vector<std::string> names);
  /// Libraries of job properties and `configuration`: oozie.libpath, and with
  /// oozie.use.system.libpath the folders that oozie.action.sharelib.for.KIND names, else
  /// `shared`, comma separated.
  rt::Task<rt::Result<void>> Libraries(const rt::Properties& configuration, std::string shared);
  /// All that a JVM of the action finds: ApplicationLibrary(), Entries(), Libraries(). What is
  /// given by reference outlives the task.
  rt::Task<rt::Result<void>> ForJava(const std::vector<std::string>& files,
                                     const std::vector<std::string>& archives,
                                     const rt::Properties& configuration, std::string shared);

 private:
  rt::Task<rt::Result<rt::FileLocation>> SystemRoot();

  rt::ActionContext& ctx_;
  rt::FileSystem& files_;
  const rt::PathBase& base_;
  ResourceSet* const set_;
};

/// Describes the resources as MapReduce's distributed cache: mapreduce.job.cache.files,
/// .timestamps, .filesizes, .visibilities, and the same of archives.
rt::Properties CacheProperties(const std::vector<rt::LocalResource>& resources);

/// Adds files and archives of an action to those of the jobs that its tool starts with this
/// configuration, but for jars: tools give those to their jobs themselves, and Hadoop refuses a job
/// that has one name twice.
void ShareWithJobs(const std::vector<rt::LocalResource>& resources, rt::Properties* configuration);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JOB_RESOURCES_H_
