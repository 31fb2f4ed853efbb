#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_UPDATE_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_UPDATE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/engines/coordinator/coordinator_request.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/store/journal.h"

/// An update replaces the definition of a coordinator's job. The new program checks the definition
/// and reports the differences. The process that runs the job then writes the update in one commit,
/// and the new program continues the job. Existing actions keep their data and properties.
namespace hpdl::rt {

/// The options of an update.
struct UpdateOptions {
  enum class Given : std::uint8_t {
    kNothing,  ///< the job keeps its properties
    kSome,     ///< the given properties override the properties of the job
    kAll,      ///< the given properties replace all of the job's properties
  };
  Given given = Given::kNothing;
  Properties properties;
  std::string program_path;  ///< the path at which the program is stored; "" means the program's
                             ///< current path
  bool dry_run = false;
};

/// Implements hpdl_coordination::update. Returns E1023 if the new definition changes a value that
/// an update may not change.
Result<std::string> UpdateCoordinator(const hpdl_program& program, StateDirectory& state,
                                      const std::string& id, const UpdateOptions& options);

/// The content of an update request.
struct NewDefinition {
  std::string program_path, program_hash, compiler_version;
  Properties properties;
  std::string resolved;  ///< the result of ResolvedXml()
  std::string app_path, execution;
  std::int64_t timeout = 0, concurrency = 0, throttle = 0;

  CoordinatorRequest ToRequest(const std::string& job) const;
  /// Reads a request that ToRequest() has made. Returns no value if the request has a different
  /// form.
  static std::optional<NewDefinition> Of(const CoordinatorRequest& request);

  /// Writes the definition to the journal; the caller must commit. Changes `job` and `coordinator`,
  /// which the caller must put into the journal.
  Result<void> Put(Journal& journal, JobRow* job, CoordinatorRow* coordinator) const;
};

/// Returns a parking note (JobRow.parked) whose only wait is over at once, so that another program
/// continues the job.
std::string NoteOfHandOver();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_UPDATE_H_
