#include "runtime/ground/base/spawn_plan.h"

#include <signal.h>
#include <unistd.h>

extern char** environ;

namespace hpdl::rt {
namespace {

std::vector<char*> PointersTo(const std::vector<std::string>& words) {
  std::vector<char*> list;
  list.reserve(words.size() + 1);
  for (const std::string& word : words) {
    list.push_back(const_cast<char*>(word.c_str()));
  }
  list.push_back(nullptr);
  return list;
}

}  // namespace

SpawnPlan::SpawnPlan() {
  posix_spawn_file_actions_init(&actions_);
  posix_spawnattr_init(&attributes_);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes_, &none);
  posix_spawnattr_setsigdefault(&attributes_, &all);
  posix_spawnattr_setflags(&attributes_,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

SpawnPlan::~SpawnPlan() {
  posix_spawn_file_actions_destroy(&actions_);
  posix_spawnattr_destroy(&attributes_);
}

void SpawnPlan::GiveNothing(int as, int flags) {
  posix_spawn_file_actions_addopen(&actions_, as, "/dev/null", flags, 0);
}

int SpawnPlan::Start(const std::vector<std::string>& argv,
                     const std::vector<std::string>& environment, pid_t* child) const {
  return StartIn(argv, PointersTo(environment).data(), child);
}

int SpawnPlan::Start(const std::vector<std::string>& argv, pid_t* child) const {
  return StartIn(argv, environ, child);
}

int SpawnPlan::StartIn(const std::vector<std::string>& argv, char** environment,
                       pid_t* child) const {
  return posix_spawn(child, argv.front().c_str(), &actions_, &attributes_, PointersTo(argv).data(),
                     environment);
}

}  // namespace hpdl::rt
