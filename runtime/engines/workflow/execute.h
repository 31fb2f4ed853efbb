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

/// What Execute() takes from the machine besides; tests put fakes here.
struct ExecuteHooks : EngineOptions {
  std::function<Result<std::unique_ptr<Processes>>(boost::asio::io_context&, const std::string&,
                                                   unsigned)>
      start_processes = &Processes::Start;
  std::optional<RetryPolicy> retry;  ///< of transient failures, instead of what the site says
  /// Of the journal that the engine writes.
  std::function<std::unique_ptr<Journal>(boost::asio::io_context&, std::unique_ptr<Journal>)>
      wrap_journal;
  bool catch_signals = true;
  std::string kill_only;  ///< id of a job without an engine: kill what it left, and end it
  /// More records than these are committed before the end of a turn: bounds the memory of an open
  /// transaction.
  std::size_t most_records = 4096;
  bool only_send = false;  ///< nothing but the notifications that are left, for a bounded time
};

/// Execute() of engine.h with hooks.
Result<JobState> ExecuteWith(const hpdl_program& program, StateDirectory& state,
                             const std::string& id, ProgressSink* sink, const ExecuteHooks& hooks);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_EXECUTE_H_
