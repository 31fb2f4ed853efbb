#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_EXECUTE_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_EXECUTE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runtime/engines/workflow/engine.h"
#include "runtime/engines/workflow/retry.h"
#include "runtime/world/process/processes.h"

namespace hpdl::rt {

/// Options of ExecuteWith(). Tests use them to replace parts of the engine by fakes.
struct ExecuteHooks : EngineOptions {
  std::function<Result<std::unique_ptr<Processes>>(boost::asio::io_context&, const std::string&,
                                                   unsigned)>
      start_processes = &Processes::Start;
  std::optional<RetryPolicy> retry;  ///< if set, replaces the site's policy for transient failures
  /// Wraps the journal that the engine writes.
  std::function<std::unique_ptr<Journal>(boost::asio::io_context&, std::unique_ptr<Journal>)>
      wrap_journal;
  bool catch_signals = true;
  /// The id of a job to kill, or "". The engine only stops the actions that the job has left
  /// running, and ends the job.
  std::string kill_only;
  /// If one turn of the event loop puts more records than this number, the records are committed
  /// before the turn ends. This bounds the memory of an open transaction.
  std::size_t most_records = 4096;
  bool only_send = false;  ///< if true, only sends the remaining notifications, for a limited time
};

/// Implements Execute() of engine.h. Tests call this function with further hooks.
Result<JobState> ExecuteWith(const hpdl_program& program, StateDirectory& state,
                             const std::string& id, ProgressSink* sink, const ExecuteHooks& hooks);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_EXECUTE_H_
