#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_UPDATE_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_UPDATE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/engines/coordinator/coordinator_request.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/store/journal.h"

/// Another definition takes the place of that of a coordinator's job. The program of the new one
/// checks it and tells what differs; then whoever runs the job writes it down in one commit, and
/// the new program goes on. Actions that are made keep what they have.
namespace hpdl::rt {

/// Which properties the job has from then on.
struct UpdateOptions {
  enum class Given : std::uint8_t {
    kNothing,  ///< those that it has
    kSome,     ///< these, over those that it has
    kAll,      ///< these alone
  };
  Given given = Given::kNothing;
  Properties properties;
  std::string program_path;  ///< where the program is kept; "": where it is now
  bool dry_run = false;
};

/// hpdl_coordination::update. E1023 for what may not change.
Result<std::string> UpdateCoordinator(const hpdl_program& program, StateDirectory& state,
                                      const std::string& id, const UpdateOptions& options);

/// What an update writes down, as a request has it.
struct NewDefinition {
  std::string program_path, program_hash, compiler_version;
  Properties properties;
  std::string resolved;  ///< ResolvedXml()
  std::string app_path, execution;
  std::int64_t timeout = 0, concurrency = 0, throttle = 0;

  CoordinatorRequest ToRequest(const std::string& job) const;
  /// Nothing: the request is none of ToRequest().
  static std::optional<NewDefinition> Of(const CoordinatorRequest& request);

  /// Puts it into the next commit, but for the two rows, which are changed.
  Result<void> Put(Journal& journal, JobRow* job, CoordinatorRow* coordinator) const;
};

/// What a job is parked with whose next beat is due: another program is to go on.
std::string NoteOfHandOver();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_UPDATE_H_
