#ifndef HPDL_RUNTIME_STORE_LOCAL_LOCAL_WORK_FOLDER_H_
#define HPDL_RUNTIME_STORE_LOCAL_LOCAL_WORK_FOLDER_H_

#include <string>
#include <string_view>
#include <utility>

namespace hpdl::rt {

/// The folders for the jobs' files on this machine. They do not depend on the store of the
/// journals.
class LocalWorkFolder {
 public:
  /// `path` is absolute, because children work in directories of their own.
  explicit LocalWorkFolder(std::string path) : path_(std::move(path)) {}

  /// Returns the folder for the files that the actions of a root job and of its sub-workflow jobs
  /// read and write. The folder exists as long as the job, and only the folder's owner may use it.
  std::string OfJob(std::string_view root_id) const {
    return path_ + "/jobs/" + std::string(root_id);
  }
  /// Returns the folder of programs, which are named by the hashes of their content. It may not
  /// exist yet.
  std::string Programs() const { return path_ + "/programs"; }
  /// Returns the folder for the notes of agreed_jobs.h. It may not exist yet.
  std::string Agreed() const { return path_ + "/agreed"; }

 private:
  std::string path_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LOCAL_WORK_FOLDER_H_
