#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_CHILDREN_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_CHILDREN_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/cluster.h"

/// The applications that a launcher's command has started.
namespace hpdl::stdlib {

class LaunchChildren {
 public:
  /// All arguments must outlive the tasks below. `tag` is the tag of the children.
  LaunchChildren(rt::Cluster& cluster, const rt::PathBase& base, rt::FileSystem& files,
                 std::string tag)
      : cluster_(cluster), base_(base), files_(files), tag_(std::move(tag)) {}

  /// Returns the applications with the tag in the order of their starts, without the launcher
  /// `own`.
  rt::Task<rt::Result<std::vector<rt::Application>>> Find(std::string own);
  /// Returns the sum of the counters of all MapReduce jobs among `children`. Returns nullopt if
  /// `children` has no MapReduce job. A job that the job history does not have in time is left out.
  rt::Task<std::optional<rt::Counters>> CountersOf(std::vector<rt::Application> children);
  /// Kills the running children, waits for their end, and removes the files that a kill leaves. If
  /// `looks_again` is true, the function then searches for new children, a limited number of times,
  /// and kills them too. A launcher's command may still start children for a moment after the
  /// resource manager has reported the launcher's end. Failed requests and refused kills are
  /// repeated for 30 s.
  rt::Task<void> End(std::string own, bool looks_again);

 private:
  rt::Task<bool> InHistory(std::string job);
  rt::Task<std::optional<bool>> Kill(std::vector<rt::Application> children);
  rt::Task<void> DropStaging(std::vector<rt::Application> children);

  rt::Cluster& cluster_;
  const rt::PathBase& base_;
  rt::FileSystem& files_;
  const std::string tag_;
};

/// Returns the ids of applications and MapReduce jobs in a tool's output, each once, in the order
/// of the text.
std::vector<std::string> JobsInText(std::string_view text);

/// Returns the value of hadoopJobs, a list separated by commas. It has the children (MapReduce jobs
/// by their "job_" ids), then the ids of `named` that are neither children nor `own`.
std::string JobList(const std::vector<rt::Application>& children,
                    const std::vector<std::string>& named, const std::string& own);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCH_CHILDREN_H_
