#ifndef HPDL_RUNTIME_STORE_LOCAL_LOCAL_WORK_FOLDER_H_
#define HPDL_RUNTIME_STORE_LOCAL_LOCAL_WORK_FOLDER_H_

#include <string>
#include <string_view>
#include <utility>

namespace hpdl::rt {

/// Where files of jobs lie on this machine, whatever keeps their journals.
class LocalWorkFolder {
 public:
  /// An absolute path: children work in directories of their own.
  explicit LocalWorkFolder(std::string path) : path_(std::move(path)) {}

  /// What the actions of a root job and of its sub-workflow jobs read and write; there as long as
  /// the job is. It is for nobody else.
  std::string OfJob(std::string_view root_id) const {
    return path_ + "/jobs/" + std::string(root_id);
  }
  /// Programs by the hashes of their content; perhaps not there yet.
  std::string Programs() const { return path_ + "/programs"; }
  /// agreed_jobs.h; perhaps not there yet.
  std::string Agreed() const { return path_ + "/agreed"; }

 private:
  std::string path_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LOCAL_WORK_FOLDER_H_
