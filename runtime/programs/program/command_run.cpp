#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/workflow/submit.h"
#include "runtime/programs/program/admission.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/coordinator_commands.h"
#include "runtime/programs/program/id_file.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/programs/program/keep_program.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/programs/program/views.h"
#include "runtime/programs/program/watch_job.h"

namespace hpdl::rt {
namespace {

/// Makes the job of `run` and `submit`. Opens the state directory and puts it in `*state`. If
/// `kept` is not null, `*kept` gets the lease and the journal of the new job.
Result<std::string> MakeJob(Invocation& call, const RunOptions& options,
                            std::unique_ptr<StateDirectory>* state, MadeJob* kept) {
  IdFile id_file;
  if (call.line.Has("id-file")) {
    HPDL_TRY(id_file.Open(call.line.Value("id-file")));
  }
  auto opened = OpenState(call.line, true);
  HPDL_TRY(opened);
  *state = std::move(*opened);
  RunOptions submitted = options;
  HPDL_TRY(KeepIfWanted(call, **state, &submitted));
  Result<std::string> id = Submit(call.program, **state, submitted, kept);
  if (!id) {
    return id;
  }
  if (Result<void> published = id_file.Publish(*id); !published) {
    // If the id cannot be written, a process that waits for the id file never finds this job. So
    // the job is removed.
    if (kept != nullptr) {
      kept->journal.reset();
      kept->lease.reset();
    }
    (void)(*state)->RemoveJob(*id);
    return published.error();
  }
  return id;
}

int DryRun(Invocation& call, const RunOptions& options) {
  Result<Properties> properties = PropertiesOf(call.program, options);
  if (!properties) {
    return call.Refuse(kExitUsage, properties.error());
  }
  if (const Result<void> checked = CheckSettings(call.program, *properties); !checked) {
    return call.Refuse(kExitUsage, checked.error());
  }
  if (!options.local) {
    if (const Result<void> checked = CheckResourceManagers(call.program, *properties); !checked) {
      return RefuseStart(call, checked.error());
    }
  }
  const bool json = call.json() || call.line.Value("progress") == "json";
  call.out.Write(json ? DryRunJson(call.program, *properties)
                      : DryRunText(call.program, *properties));
  return kExitDone;
}

int RunOrSubmit(Invocation& call, bool run) {
  const Result<RunOptions> options = ReadRunOptions(call);
  if (!options) {
    return call.Refuse(kExitUsage, options.error());
  }
  if (!Admit(call, *options)) {
    return kExitUsage;
  }
  if (options->dry_run) {
    return DryRun(call, *options);
  }
  std::unique_ptr<StateDirectory> state;
  MadeJob made;
  const Result<std::string> id = MakeJob(call, *options, &state, run ? &made : nullptr);
  if (!id) {
    return RefuseStart(call, id.error());
  }
  if (run) {
    return WatchNew(call, *state, *id, std::move(made));
  }
  if (call.json()) {
    call.out.Line("{\"version\":1,\"id\":\"" + *id + "\"}");
  } else {
    call.out.Line(*id);
  }
  return kExitDone;
}

}  // namespace

int RunCommand(Invocation& call) {
  if (IsCoordination(call.program)) {
    return call.program.coordination->commands->run(call);
  }
  return RunOrSubmit(call, true);
}
int SubmitCommand(Invocation& call) {
  if (IsCoordination(call.program)) {
    return call.program.coordination->commands->submit(call);
  }
  return RunOrSubmit(call, false);
}

}  // namespace hpdl::rt
