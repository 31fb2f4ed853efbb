#ifndef HPDL_RUNTIME_ENGINE_EXECUTE_H_
#define HPDL_RUNTIME_ENGINE_EXECUTE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "runtime/engine/engine.h"
#include "runtime/process/processes.h"

namespace hpdl::rt {

/// Automatic retries of transient failures.
struct RetryPolicy {
  std::uint32_t max = 10;
  std::int64_t first_ms = 1000;  ///< doubles with each retry
  std::int64_t most_ms = 60000;
};

/// What Execute() takes from the machine; tests put fakes here.
struct ExecuteHooks {
  std::function<Result<std::unique_ptr<Processes>>(boost::asio::io_context&, const std::string&,
                                                   unsigned)>
      start_processes = &Processes::Start;
  RetryPolicy retry;
  bool catch_signals = true;
};

/// Execute() of engine.h with hooks.
Result<JobState> ExecuteWith(const hpdl_program& program, StateDirectory& state,
                             const std::string& id, ProgressSink* sink, const ExecuteHooks& hooks);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINE_EXECUTE_H_
