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

/// A deployed application.
struct DeployedApplication {
  std::string name;    ///< unique among the applications
  std::string owner;   ///< the user who deployed the application
  std::string folder;  ///< the name of the folder with its files
  ApplicationState state = ApplicationState::kInactive;
  std::int64_t files = 0, bytes = 0;  ///< number and size of the unpacked files
  /// UTC milliseconds. `modified_ms` is the time of the last change of `state`.
  std::int64_t created_ms = 0, modified_ms = 0;
};

/// Selects applications. Every application meets an empty condition.
struct ApplicationFilter {
  std::optional<ApplicationState> state;
  std::string owner;
  std::string text;  ///< a text that the name must contain; the case of ASCII letters does not
                     ///< matter
};

/// Deployed applications and their jobs, in the database of ServerRecords. A change is durable when
/// its call returns. Only the loop thread may use this object.
class ApplicationRecords {
 public:
  /// `database` must outlive the object.
  static Result<std::unique_ptr<ApplicationRecords>> Open(Database& database);

  /// Adds an application. Returns false and changes nothing if the name exists.
  Result<bool> Add(const DeployedApplication& application);
  Result<std::optional<DeployedApplication>> Find(std::string_view name);
  /// Returns at most `limit` applications, ordered by name. Leaves out the first `offset`
  /// applications.
  Result<std::vector<DeployedApplication>> List(const ApplicationFilter& filter,
                                                std::int64_t offset, std::int64_t limit);
  Result<std::int64_t> Count(const ApplicationFilter& filter);
  Result<void> SetState(std::string_view name, ApplicationState state, std::int64_t now_ms);
  /// Removes an application. The records of its jobs stay, because the jobs may run again once an
  /// application with this name is deployed again.
  Result<void> Remove(std::string_view name);

  /// Notes a job of an application before the job is made.
  Result<void> AddJob(std::string_view id, std::string_view application);
  Result<void> RemoveJob(std::string_view id);
  /// Returns the name of a job's application; "": the job has no application.
  Result<std::string> OfJob(std::string_view id);
  /// Returns at most `most` jobs of an application that are not noted as ended, ordered by id. The
  /// list begins after the id `after`.
  Result<std::vector<std::string>> OpenJobs(std::string_view application, std::string_view after,
                                            std::int64_t most);
  /// Notes that the job has ended or, if `ended` is false, that it should run again. The job's
  /// journal decides which of the two is true.
  Result<void> SetEnded(std::string_view id, bool ended);

 private:
  ApplicationRecords() = default;
  Statement add_, find_, list_, count_, state_, remove_, add_job_, remove_job_, of_job_, open_jobs_,
      ended_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SERVER_RECORDS_APPLICATION_RECORDS_H_
