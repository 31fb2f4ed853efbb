#ifndef HPDL_RUNTIME_SERVER_HPDLD_SUPERVISED_PROCESS_H_
#define HPDL_RUNTIME_SERVER_HPDLD_SUPERVISED_PROCESS_H_

#include <sys/stat.h>

#include <cstdio>
#include <string_view>

/// The common parts of the processes that the supervisor starts.
namespace hpdl::rt {

/// The descriptor of the connection with the supervisor.
inline constexpr int kSupervisorSocket = 3;

/// Exit codes: the process cannot serve; the supervisor has not started it.
inline constexpr int kCannotBegin = 1, kNotSupervised = 2;

/// True if the supervisor has started this process. If not, tells the person who started it with
/// `option`.
inline bool IsSupervised(std::string_view option) {
  struct stat info{};
  if (fstat(kSupervisorSocket, &info) == 0 && S_ISSOCK(info.st_mode)) {
    return true;
  }
  std::fprintf(stderr, "hpdld: %s is for internal use by hpdld\n", option.data());
  return false;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_SUPERVISED_PROCESS_H_
