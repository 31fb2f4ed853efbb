#include "runtime/store/local/agreed_jobs.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "runtime/ground/base/new_file.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

Error Failed(const std::string& path) {
  return {ErrorClass::kFatal, "E0607", path + ": " + std::strerror(errno)};
}

std::string PathOf(const StateDirectory& state, std::string_view root_id) {
  return state.work().Agreed() + "/" + std::string(root_id);
}

}  // namespace

Result<void> NoteAgreed(const StateDirectory& state, std::string_view root_id) {
  const std::string folder = state.work().Agreed();
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    return Failed(folder);
  }
  const std::string path = PathOf(state, root_id);
  if (::access(path.c_str(), F_OK) == 0) {
    return {};
  }
  const Result<int> file = OpenRegular(path, O_CREAT | O_WRONLY);
  HPDL_TRY(file);
  ::close(*file);
  return SyncDirectory(folder) ? Result<void>() : Failed(folder);
}

Result<std::vector<std::string>> AgreedJobs(const StateDirectory& state) {
  const std::string folder = state.work().Agreed();
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), &::closedir);
  if (open == nullptr) {
    return errno == ENOENT ? Result<std::vector<std::string>>(std::vector<std::string>())
                           : Result<std::vector<std::string>>(Failed(folder));
  }
  std::vector<std::string> ids;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string id = entry->d_name;
    if (!IsJobId(id)) {
      continue;
    }
    if (state.HasJob(id)) {
      ids.push_back(id);
    } else {
      (void)::unlink(PathOf(state, id).c_str());
    }
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace hpdl::rt
