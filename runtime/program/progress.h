#ifndef HPDL_RUNTIME_PROGRAM_PROGRESS_H_
#define HPDL_RUNTIME_PROGRAM_PROGRESS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/engine/engine.h"
#include "runtime/program/output.h"

namespace hpdl::rt {

/// What a view knows of the job before its first event.
struct ProgressSetup {
  std::string job_id;
  std::string app_name;
  std::size_t nodes = 0;  ///< of the root workflow
  std::int64_t begin_ms = 0;
  std::string program;  ///< as the user typed it, with --state if that was given: for hints
};

/// A progress view: the engine's events while the job runs, and the job's rows at its end.
class ProgressView : public ProgressSink {
 public:
  /// The job has left Execute(); `job` is its row, `troubles` its nodes that did not end OK.
  virtual void Finish(const JobRow& job, const std::vector<NodeRow>& troubles,
                      std::int64_t now_ms) = 0;
};

/// How a run is shown: redrawn lines on a terminal, a line an event, an object an event, nothing.
enum class ProgressMode : std::uint8_t { kLive, kPlain, kJson, kNone };

/// The mode that --progress names; `auto` looks at the descriptor and at $TERM.
ProgressMode ChooseProgress(std::string_view option, int fd);

std::unique_ptr<ProgressView> MakeProgress(ProgressMode mode, ProgressSetup setup, Output* out);

/// What the state of a node or job means to a person, whatever the dialect calls it.
enum class StateClass : std::uint8_t { kWaiting, kRunning, kOk, kError, kKilled, kManual };
StateClass Classify(std::string_view state);

/// The state of a node as people see it: a kill node that ended OK has KILLED the job, and HWS's
/// fail node FAILED it. `type` is that of NodeRow.
std::string_view ShownState(std::string_view type, std::string_view state);

/// "next try at 12:00:09, in 8s"; "next try now" when its time has come; "" for 0.
std::string NextTryText(std::int64_t next_try_ms, std::int64_t now_ms);

/// What to say when a job has left the engine: how it ended, the errors, what to do next. Plain
/// lines.
std::string SummaryText(const ProgressSetup& setup, const JobRow& job,
                        const std::vector<NodeRow>& troubles, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAM_PROGRESS_H_
