#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_WATCH_JOB_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_WATCH_JOB_H_

#include <string>

#include "runtime/engines/workflow/make_job.h"
#include "runtime/programs/program/invocation.h"

namespace hpdl::rt {

/// Reads the row of a root job from its journal.
Result<JobRow> ReadJob(StateDirectory& state, const std::string& id);

/// Reads the facts that the job's journal has about the job, such as its program and its options.
Result<JobFacts> ReadFacts(StateDirectory& state, const std::string& id);

/// Runs or resumes the job and shows it in the view that --progress names. Returns the exit code.
int Watch(Invocation& call, StateDirectory& state, const std::string& id);

/// Runs a new job and shows it. `made` is the value that Submit() has filled in. If --id names a
/// job that existed before, the job must still be in PREP; if it is not, the function fails with
/// E0607.
int WatchNew(Invocation& call, StateDirectory& state, const std::string& id, MadeJob made);

/// Continues a parked job whose wait is over (EngineOptions::woken). A job in PREP is refused with
/// E0607.
int WatchWoken(Invocation& call, StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_WATCH_JOB_H_
