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

/// The properties that the job has after an update.
struct UpdateOptions {
  enum class Given : std::uint8_t {
    kNothing,  ///< the job keeps its properties
    kSome,     ///< the given properties override those of the job
    kAll,      ///< the given properties replace all of the job's properties
  };
  Given given = Given::kNothing;
  Properties properties;
  std::string program_path;  ///< the path of the kept program; "": its present path
  bool dry_run = false;
};

/// hpdl_coordination::update. E1023: the new definition changes a value that must stay.
Result<std::string> UpdateCoordinator(const hpdl_program& program, StateDirectory& state,
                                      const std::string& id, const UpdateOptions& options);

/// The content of an update request.
struct NewDefinition {
  std::string program_path, program_hash, compiler_version;
  Properties properties;
  std::string resolved;  ///< the text of ResolvedXml()
  std::string app_path, execution;
  std::int64_t timeout = 0, concurrency = 0, throttle = 0;

  CoordinatorRequest ToRequest(const std::string& job) const;
  /// Reads a request of ToRequest(). No value: the request has another form.
  static std::optional<NewDefinition> Of(const CoordinatorRequest& request);

  /// Puts the definition into the next commit. It only changes the two rows in memory; the caller
  /// puts them.
  Result<void> Put(Journal& journal, JobRow* job, CoordinatorRow* coordinator) const;
};

/// Returns a parking note whose only wait is over at once, so that another program continues the
/// job.
std::string NoteOfHandOver();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_UPDATE_H_
