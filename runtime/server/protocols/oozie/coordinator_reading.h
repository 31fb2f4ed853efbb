#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_READING_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_READING_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// A coordinator that was read from its journal.
struct CoordinatorRead {
  std::unique_ptr<Journal> journal;
  JobRow job;
  CoordinatorRow row;
  CoordinatorRecords& records() const { return journal->coordinator(); }
  Result<Properties> ReadProperties() const { return journal->JobProperties(0, job.run); }
};
/// Reads a coordinator; kError "E0604" if no coordinator has this id.
Result<CoordinatorRead> ReadCoordinator(StateDirectory& state, const std::string& id);

/// A bundle that was read from its journal.
struct BundleRead {
  std::unique_ptr<Journal> journal;
  JobRow job;
  BundleRow row;
  std::vector<BundledRow> coordinators;  ///< in the order of the bundle's definition
  Result<Properties> ReadProperties() const { return journal->JobProperties(0, job.run); }
};
/// Reads a bundle; kError "E0604" if no bundle has this id.
Result<BundleRead> ReadBundle(StateDirectory& state, const std::string& id);

/// The parts of an action's id `<job>@<n>`. If the id has another form, the error of
/// ReadActionName() is kError "E0604".
struct ActionName {
  std::string job;
  std::int64_t number = 0;
};
Result<ActionName> ReadActionName(const std::string& id);
/// Returns `<job>@<n>`.
std::string ActionId(std::string_view job, std::int64_t number);

/// Reads an action by its number; kError "E0605" if the action does not exist.
Result<CoordinatorActionRow> ReadAction(const CoordinatorRead& coordinator, std::int64_t number);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_COORDINATOR_READING_H_
