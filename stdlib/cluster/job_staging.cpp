#include "stdlib/cluster/job_staging.h"

#include <utility>
#include <vector>

#include "runtime/world/files/file_system.h"
#include "stdlib/cluster/upload.h"

namespace hpdl::stdlib {

rt::Result<JobStaging> JobStaging::Of(const std::string& root, const std::string& user,
                                      const rt::PathBase& base) {
  auto at = rt::Locate(root.empty() ? "/tmp/hadoop-yarn/staging" : root, base);
  HPDL_TRY(at);
  JobStaging staging;
  staging.at_ = *at;
  staging.at_.path += "/" + user + "/.staging";
  return staging;
}

rt::Task<rt::Result<void>> JobStaging::MakeFolders(std::string folder_of_job) const {
  const std::vector<std::string> folders = {at_.path, std::move(folder_of_job)};
  for (const std::string& folder : folders) {
    rt::Result<void> made = co_await at_.files->MakeDirectories(folder);
    if (made) {
      rt::OwnershipChange change;
      change.mode = 0700;
      made = co_await at_.files->Change(folder, std::move(change));
    }
    if (!made) {
      co_return FailureOf("staging directory " + folder, made.error());
    }
  }
  co_return rt::Result<void>();
}

/// Writes a file of the job and adds it to the master's resources.
rt::Task<rt::Result<void>> JobStaging::Put(rt::ActionContext& ctx, std::string path,
                                           std::string name, std::string bytes,
                                           rt::Submission* master) const {
  rt::Result<rt::LocalResource> there =
      co_await PutResource(ctx, *at_.files, std::move(path), std::move(name), bytes);
  HPDL_CO_TRY(there);
  master->resources.push_back(std::move(*there));
  co_return rt::Result<void>();
}

rt::Task<rt::Result<void>> JobStaging::Fill(rt::ActionContext& ctx, std::string job,
                                            rt::SplitFiles splits, std::string xml,
                                            rt::Submission* master) const {
  const std::string folder = FolderOf(job);
  rt::Result<void> done = co_await MakeFolders(folder);
  const std::pair<const char*, std::string*> files[] = {
      {"jobSubmitDir/job.split", &splits.splits},
      {"jobSubmitDir/job.splitmetainfo", &splits.index},
      {"job.xml", &xml}};
  for (const auto& [name, bytes] : files) {
    if (!done) {
      break;
    }
    const std::string place = name;
    std::string path = folder + "/" + place.substr(place.rfind('/') + 1);
    done = co_await Put(ctx, std::move(path), place, std::move(*bytes), master);
  }
  co_return done;
}

rt::Task<void> JobStaging::Drop(std::string job) const {
  const rt::Result<void> deleted = co_await at_.files->Delete(FolderOf(job));
  static_cast<void>(deleted);
}

}  // namespace hpdl::stdlib
