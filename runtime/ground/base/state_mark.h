#ifndef HPDL_RUNTIME_GROUND_BASE_STATE_MARK_H_
#define HPDL_RUNTIME_GROUND_BASE_STATE_MARK_H_

#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace hpdl {

/// The file by which a state directory is known (runtime/store/local/state_directory.h).
inline constexpr char kStateMark[] = "id-part";

/// True if the directory is the state directory of a program or of hpdld. An application that
/// contains one does not own it: the directory holds the programs of the application's own jobs, so
/// each program would contain all earlier ones.
inline bool IsStateDirectory(const std::string& path) {
  struct stat info{};
  return access((path + "/" + kStateMark).c_str(), F_OK) == 0 &&
         stat((path + "/jobs").c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_STATE_MARK_H_
