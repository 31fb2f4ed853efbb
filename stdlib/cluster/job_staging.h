#ifndef HPDL_STDLIB_CLUSTER_JOB_STAGING_H_
#define HPDL_STDLIB_CLUSTER_JOB_STAGING_H_

#include <string>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/hadoop/split_files.h"

namespace hpdl::stdlib {

/// The folders in which the application masters of MapReduce find their jobs. Each job has one
/// folder below the user's folder .staging.
class JobStaging {
 public:
  /// Returns the staging folders of `user`. `root` is the value of
  /// yarn.app.mapreduce.am.staging-dir; "" means Hadoop's default. Errors: those of rt::Locate().
  static rt::Result<JobStaging> Of(const std::string& root, const std::string& user,
                                   const rt::PathBase& base);

  /// Returns the URI of the folder of the job `job`, "job_...".
  std::string UriOf(const std::string& job) const { return at_.files->name() + FolderOf(job); }
  /// Makes the job's folder, which only the user can read. Writes the files that Hadoop's client
  /// writes, and adds them to the resources of `master`. Fails with "JA018" or "JA009", the errors
  /// of FailureOf().
  rt::Task<rt::Result<void>> Fill(rt::ActionContext& ctx, std::string job, rt::SplitFiles splits,
                                  std::string xml, rt::Submission* master) const;
  /// Removes the folder of a job. Errors are ignored.
  rt::Task<void> Drop(std::string job) const;

 private:
  std::string FolderOf(const std::string& job) const { return at_.path + "/" + job; }
  rt::Task<rt::Result<void>> MakeFolders(std::string folder_of_job) const;
  rt::Task<rt::Result<void>> Put(rt::ActionContext& ctx, std::string path, std::string name,
                                 std::string bytes, rt::Submission* master) const;

  rt::FileLocation at_;  ///< the folder .staging
};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_JOB_STAGING_H_
