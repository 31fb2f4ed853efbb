#ifndef HPDL_STDLIB_REMOTE_REMOTE_COMMAND_H_
#define HPDL_STDLIB_REMOTE_REMOTE_COMMAND_H_

#include <string>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/ssh/ssh.h"
#include "stdlib/remote/remote_script.h"

/// Code shared by all kinds whose attempt is one command on another machine.
namespace hpdl::stdlib {

/// A command, its machine and the use of its output.
struct RemoteTask {
  RemoteCommand command;
  rt::SshTarget target;
  bool capture = false;  ///< the output is Java properties and becomes the outcome's data
};

/// Runs the command once for the attempt, in the background on the other machine, and waits for its
/// end. The command has HPDL_JOB_ID and the other variables of the attempt. A resumed attempt finds
/// the command by its tag: running, ended or not begun. Sets the external id (the process), tracker
/// URI (USER@HOST) and external status ("OK", "ERROR").
///
/// During a failure of the connection the progress view shows the failure, and the attempt repeats
/// its requests by the site's policy for transient failures. A longer failure ends the attempt with
/// a kNonTransient error; the outcome has at_end if the machine already has the attempt's
/// directory. If the task is cancelled and the machine can be reached, the command's process group
/// is killed and the directory is removed.
///
/// Errors: those of rt::Ssh::Run(); "SETUP_FAILED" if the directory or a file in it cannot be made;
/// "JA018" for an exit code other than 0 and for output that is not a property file;
/// "ERR_OUTPUT_EXCEED_MAX_LEN" for too much output; kNonTransient "JA017" if it is not known how
/// the command ended.
rt::Task<rt::Outcome> RunRemote(rt::ActionContext& ctx, RemoteTask task);

/// Does the same as RunRemote() through the given `ssh`, for tests.
rt::Task<rt::Outcome> RunRemoteBy(rt::Ssh& ssh, rt::ActionContext& ctx, RemoteTask task);

/// True if the calling action is cancelled: its job was killed by this process or an earlier
/// process. A cancelled action runs only to remove what it left on other machines.
rt::Task<bool> CancelledAlready();

/// True if the attempt's command may have begun. In that case the steps before the command must not
/// be repeated.
bool RemoteBegun(const rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_REMOTE_REMOTE_COMMAND_H_
