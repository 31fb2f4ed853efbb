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

/// Who runs the jobs that a coordinator or a bundle starts. What is done twice is as done once, so
/// it may be asked for again after a crash. Loop thread only.
class Workflows {
 public:
  virtual ~Workflows() = default;
  /// An id for a job that is to be started; "": who starts it gives it one.
  virtual Result<std::string> NewId() = 0;
  /// Gives the id. kTransient: it may be tried again.
  virtual Task<Result<std::string>> Start(WorkflowStart start) = 0;
  virtual Task<Result<void>> Kill(std::string id) = 0;
  virtual Task<Result<void>> Suspend(std::string id) = 0;
  virtual Task<Result<void>> Resume(std::string id) = 0;
  virtual Task<Result<void>> RunAgain(std::string id) = 0;
  /// Asks a coordinator for something.
  virtual Task<Result<void>> Ask(CoordinatorRequest request) = 0;
  /// The job was started before, and its process may be gone: who runs it here sees to it that it
  /// goes on. A job whose process has not ended, also one that has just begun, gets no other one.
  virtual void Adopt(const std::string& id) = 0;
};

/// Jobs of the workflow that is compiled into this program, each in a process of its own. `program`
/// and `state` are borrowed.
std::unique_ptr<Workflows> OwnWorkflows(boost::asio::io_context& loop, const hpdl_program& program,
                                        StateDirectory& state, JobFacts facts, std::string user);

/// Jobs of the coordinators that are compiled into this program of a bundle. Likewise.
std::unique_ptr<Workflows> OwnCoordinators(boost::asio::io_context& loop,
                                           const hpdl_program& program, StateDirectory& state,
                                           JobFacts facts, std::string user);

/// Jobs of the hpdld that this program works for, which reads their applications anew each time.
std::unique_ptr<Workflows> ServedWorkflows(Network& network, std::string user);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_WORKFLOWS_H_
