#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_WORKFLOWS_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_WORKFLOWS_H_

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>

#include "runtime/engines/coordinator/coordinator_world.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/task.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {

/// Runs the jobs that a coordinator or a bundle starts. A repeated call has no further effect, so
/// the engine may repeat calls after a crash. All calls must be made on the loop's thread.
class Workflows {
 public:
  virtual ~Workflows() = default;
  /// Returns an id for a new job, or "" if Start() chooses the id.
  virtual Result<std::string> NewId() = 0;
  /// Starts the job and returns its id. If the error is kTransient, the caller may try again.
  virtual Task<Result<std::string>> Start(WorkflowStart start) = 0;
  virtual Task<Result<void>> Kill(std::string id) = 0;
  virtual Task<Result<void>> Suspend(std::string id) = 0;
  virtual Task<Result<void>> Resume(std::string id) = 0;
  virtual Task<Result<void>> RunAgain(std::string id) = 0;
  /// Sends a request to a coordinator.
  virtual Task<Result<void>> Ask(CoordinatorRequest request) = 0;
  /// Starts a new process for a job if the job was started earlier and its process has died. Does
  /// not start a second process while the job's process lives, even if that process has just begun.
  virtual void Adopt(const std::string& id) = 0;
};

/// Returns an object that runs jobs of the workflow that is compiled into this program, each in its
/// own process. Borrows `program` and `state`.
std::unique_ptr<Workflows> OwnWorkflows(boost::asio::io_context& loop, const hpdl_program& program,
                                        StateDirectory& state, JobFacts facts, std::string user);

/// Returns an object that runs jobs of the coordinators that are compiled into this bundle's
/// program, each in its own process. Borrows `program` and `state`.
std::unique_ptr<Workflows> OwnCoordinators(boost::asio::io_context& loop,
                                           const hpdl_program& program, StateDirectory& state,
                                           JobFacts facts, std::string user);

/// Returns an object that runs jobs on the hpdld that has started this program. The hpdld reads the
/// application again for each job.
std::unique_ptr<Workflows> ServedWorkflows(Network& network, std::string user);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_WORKFLOWS_H_
