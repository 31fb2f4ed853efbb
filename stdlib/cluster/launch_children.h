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
  /// All outlive the tasks below. `tag` is that of the children.
  LaunchChildren(rt::Cluster& cluster, const rt::PathBase& base, rt::FileSystem& files,
                 std::string tag)
      : cluster_(cluster), base_(base), files_(files), tag_(std::move(tag)) {}

  /// Those with the tag, in the order in which they were started; without the launcher, `own`.
  rt::Task<rt::Result<std::vector<rt::Application>>> Find(std::string own);
  /// The counters of the MapReduce jobs among them, added up; none if there is no such job. One
  /// that the job history does not have in time is left out.
  rt::Task<std::optional<rt::Counters>> CountersOf(std::vector<rt::Application> children);
  /// Kills those that run, waits for their end, and removes what a kill leaves of them. With
  /// `looks_again` as long as there come new ones: the node ends a command a moment after the
  /// resource manager has said so. Where that does not answer, or refuses a kill, it is asked again
  /// for 30 s.
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

/// The ids of applications and of MapReduce jobs in a tool's output, each once, in the order in
/// which they come.
std::vector<std::string> JobsInText(std::string_view text);

/// What hadoopJobs is: the children, MapReduce jobs by their "job_" ids, then those of `named` that
/// are neither among them nor `own`; with commas.
std::string JobList(const std::vector<rt::Application>& children,
                    const std::vector<std::string>& named, const std::string& own);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCH_CHILDREN_H_
