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

/// A progress view. It gets the engine's events while the job runs, and the job's rows when the run
/// ends.
class ProgressView : public ProgressSink {
 public:
  /// Shows the end of the run, after Execute() has returned. `job` is the job's row; `troubles` are
  /// the job's nodes that did not end OK.
  virtual void Finish(const JobRow& job, const std::vector<NodeRow>& troubles,
                      std::int64_t now_ms) = 0;
};

/// The form of a progress view: redrawn lines on a terminal, a line for each event, a JSON object
/// for each event, or nothing.
enum class ProgressMode : std::uint8_t { kLive, kPlain, kJson, kNone };

/// Returns the mode that --progress names. With `auto` the mode depends on the descriptor and
/// $TERM.
ProgressMode ChooseProgress(std::string_view option, int fd);

std::unique_ptr<ProgressView> MakeProgress(ProgressMode mode, ProgressSetup setup, Output* out);

/// Returns one line about a job that has not succeeded: its id, its state, and the reason.
std::string EndLine(const JobRow& job);

/// Returns the summary of a job, as lines of text. It is shown when the engine has stopped running
/// the job. The summary has the job's state, the errors, and the commands that the user can run
/// next.
std::string SummaryText(const ProgressSetup& setup, const JobRow& job,
                        const std::vector<NodeRow>& troubles, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_PROGRESS_H_
