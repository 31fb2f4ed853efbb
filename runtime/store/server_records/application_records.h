#ifndef HPDL_RUNTIME_STORE_SERVER_RECORDS_APPLICATION_RECORDS_H_
#define HPDL_RUNTIME_STORE_SERVER_RECORDS_APPLICATION_RECORDS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/application_state.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {

/// An application that was deployed.
struct DeployedApplication {
  std::string name;    ///< no two have one
  std::string owner;   ///< who has deployed it
  std::string folder;  ///< the name of the folder with its files
  ApplicationState state = ApplicationState::kInactive;
  std::int64_t files = 0, bytes = 0;             ///< of what was unpacked
  std::int64_t created_ms = 0, modified_ms = 0;  ///< UTC; the latter is that of its state
};

/// Which applications are meant; an empty condition holds for all.
struct ApplicationFilter {
  std::optional<ApplicationState> state;
  std::string owner;
  std::string text;  ///< in the name, whatever the case of its ASCII letters
};

/// Deployed applications and which jobs are theirs, in the database of ServerRecords. A change is
/// durable when its call returns. Loop thread only.
class ApplicationRecords {
 public:
  /// `database` outlives it.
  static Result<std::unique_ptr<ApplicationRecords>> Open(Database& database);

  /// False: there is one of that name, and nothing has changed.
  Result<bool> Add(const DeployedApplication& application);
  Result<std::optional<DeployedApplication>> Find(std::string_view name);
  /// By name; `limit` from the one with the number `offset` on, from 0.
  Result<std::vector<DeployedApplication>> List(const ApplicationFilter& filter,
                                                std::int64_t offset, std::int64_t limit);
  Result<std::int64_t> Count(const ApplicationFilter& filter);
  Result<void> SetState(std::string_view name, ApplicationState state, std::int64_t now_ms);
  /// Its jobs stay known: they may run again once there is an application of that name.
  Result<void> Remove(std::string_view name);

  /// A job of an application, before it is made.
  Result<void> AddJob(std::string_view id, std::string_view application);
  Result<void> RemoveJob(std::string_view id);
  /// The name of a job's application; "": it has none.
  Result<std::string> OfJob(std::string_view id);
  /// Jobs of an application that are not noted as ended, by id, those behind one.
  Result<std::vector<std::string>> OpenJobs(std::string_view application, std::string_view after,
                                            std::int64_t most);
  /// Its journal says that it has ended; or it is to run again.
  Result<void> SetEnded(std::string_view id, bool ended);

 private:
  ApplicationRecords() = default;
  Statement add_, find_, list_, count_, state_, remove_, add_job_, remove_job_, of_job_, open_jobs_,
      ended_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SERVER_RECORDS_APPLICATION_RECORDS_H_
