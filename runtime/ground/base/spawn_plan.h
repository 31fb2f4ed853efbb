#ifndef HPDL_RUNTIME_GROUND_BASE_SPAWN_PLAN_H_
#define HPDL_RUNTIME_GROUND_BASE_SPAWN_PLAN_H_

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace hpdl::rt {

/// Describes the start of a child process. The child gets its own session and no blocked or ignored
/// signal. The functions below change the child's descriptors, in the order of the calls.
class SpawnPlan {
 public:
  SpawnPlan();
  ~SpawnPlan();
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  /// Gives the child a copy of descriptor `fd` of this process as its descriptor `as`. `fd` and
  /// `as` must differ.
  void Give(int fd, int as) { posix_spawn_file_actions_adddup2(&actions_, fd, as); }
  /// Opens /dev/null as the child's descriptor `as`, with the `flags` of open().
  void GiveNothing(int as, int flags);
  /// Closes all descriptors from `fd` on in the child.
  void CloseFrom(int fd) { posix_spawn_file_actions_addclosefrom_np(&actions_, fd); }

  /// Starts argv[0], which must be a path. Returns 0 or an errno.
  int Start(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
            pid_t* child) const;
  /// Starts argv[0] with the environment of this process. Returns 0 or an errno.
  int Start(const std::vector<std::string>& argv, pid_t* child) const;

 private:
  int StartIn(const std::vector<std::string>& argv, char** environment, pid_t* child) const;

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_SPAWN_PLAN_H_
