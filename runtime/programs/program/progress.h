#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRESS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRESS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/progress/model.h"
#include "runtime/programs/program/output.h"

namespace hpdl::rt {

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

/// What to say when a job has left the engine: how it ended, the errors, what to do next. Plain
/// lines.
std::string SummaryText(const ProgressSetup& setup, const JobRow& job,
                        const std::vector<NodeRow>& troubles, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRESS_H_
