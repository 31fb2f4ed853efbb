#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_WATCH_JOB_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_WATCH_JOB_H_

#include <string>

#include "runtime/engines/workflow/make_job.h"
#include "runtime/programs/program/commands.h"

namespace hpdl::rt {

/// The row of a root job, from its journal.
Result<JobRow> ReadJob(StateDirectory& state, const std::string& id);

/// What was recorded with it.
Result<JobFacts> ReadFacts(StateDirectory& state, const std::string& id);

/// Runs or resumes the job under the view that --progress names. Gives the exit code.
int Watch(Invocation& call, StateDirectory& state, const std::string& id);

/// Runs a new job under the view; `made` as Submit() has left it. One that was there already, by
/// --id, is begun if nobody has begun with it.
int WatchNew(Invocation& call, StateDirectory& state, const std::string& id, MadeJob made);

/// Goes on with a job that waits, if it still does, as EngineOptions::woken says; one in PREP is
/// refused.
int WatchWoken(Invocation& call, StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_WATCH_JOB_H_
