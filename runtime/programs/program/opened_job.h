#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_OPENED_JOB_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_OPENED_JOB_H_

#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Returns the path of the state directory: --state, else $HPDL_STATE, else $XDG_STATE_HOME/hpdl,
/// else ~/.local/state/hpdl.
Result<std::string> StatePath(const ParsedLine& line);
/// Opens the state directory. Returns null if it is missing and `create` is false, which means that
/// there are no jobs.
Result<std::unique_ptr<StateDirectory>> OpenState(const ParsedLine& line, bool create);
/// A state directory and the full id of a job in it.
struct OpenedJob {
  std::unique_ptr<StateDirectory> state;
  std::string id;
};
/// Opens the state directory and finds the job that `word` means (job_ids.h). If the directory is
/// missing, the error is E0604, as for a missing job.
Result<OpenedJob> OpenJobOf(const Invocation& call, const std::string& word);
/// Does the same as OpenJobOf(), but only for workflow jobs. If the job is a coordinator or a
/// bundle, the error is kError E0710, because only the program of that job can act on it.
Result<OpenedJob> OpenWorkflowOf(const Invocation& call, const std::string& word);

/// Prints the job's state after a request was carried out, and returns the exit code.
int ReportState(Invocation& call, StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_OPENED_JOB_H_
