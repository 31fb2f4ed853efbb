#ifndef HPDL_RUNTIME_GROUND_BASE_SPAWN_PLAN_H_
#define HPDL_RUNTIME_GROUND_BASE_SPAWN_PLAN_H_

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace hpdl::rt {

/// How a child process begins: in a session of its own, with no signal blocked or ignored, and with
/// the descriptors that it is given here, in this order.
class SpawnPlan {
 public:
  SpawnPlan();
  ~SpawnPlan();
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  /// `fd` of this process becomes `as`; they must differ.
  void Give(int fd, int as) { posix_spawn_file_actions_adddup2(&actions_, fd, as); }
  /// Opens /dev/null as `as`; `flags` as for open().
  void GiveNothing(int as, int flags);
  /// Closes all from `fd` on.
  void CloseFrom(int fd) { posix_spawn_file_actions_addclosefrom_np(&actions_, fd); }

  /// Starts argv[0], which is a path. 0 or an errno.
  int Start(const std::vector<std::string>& argv, const std::vector<std::string>& environment,
            pid_t* child) const;
  /// With the environment of this process.
  int Start(const std::vector<std::string>& argv, pid_t* child) const;

 private:
  int StartIn(const std::vector<std::string>& argv, char** environment, pid_t* child) const;

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_SPAWN_PLAN_H_
