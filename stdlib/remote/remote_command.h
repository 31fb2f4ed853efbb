#ifndef HPDL_STDLIB_REMOTE_REMOTE_COMMAND_H_
#define HPDL_STDLIB_REMOTE_REMOTE_COMMAND_H_

#include <string>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/ssh/ssh.h"
#include "stdlib/remote/remote_script.h"

/// The frame of every attempt that is one command on another machine.
namespace hpdl::stdlib {

/// What a command is, and what is wanted of it.
struct RemoteTask {
  RemoteCommand command;
  rt::SshTarget target;
  bool capture = false;  ///< its output is Java properties, for the outcome's data
};

/// Runs the command once for the attempt, in the background of the other machine, and waits for its
/// end. It has HPDL_JOB_ID and the other variables of the attempt. A resumed attempt finds it by
/// its tag: running, ended or not begun. Sets external id (the process), tracker URI (USER@HOST)
/// and external status ("OK", "ERROR").
///
/// A failure of the connection is shown by the progress view and bridged by the site's policy for
/// transient failures; what outlasts it is kNonTransient, and at_end once the machine has the
/// attempt's directory. Cancelled: the command's process group is killed and the directory removed,
/// if the machine can be reached.
///
/// Errors: those of rt::Ssh::Run(); "SETUP_FAILED" the directory or a file of it cannot be made;
/// "JA018" an exit code other than 0 or output that is no property file;
/// "ERR_OUTPUT_EXCEED_MAX_LEN" too much of it; kNonTransient "JA017" nobody saw the command end.
rt::Task<rt::Outcome> RunRemote(rt::ActionContext& ctx, RemoteTask task);

/// The same over another seam, for tests.
rt::Task<rt::Outcome> RunRemoteBy(rt::Ssh& ssh, rt::ActionContext& ctx, RemoteTask task);

/// Whether the calling action is cancelled: its job was killed, by this process or an earlier one.
/// A cancelled action goes on only to end what it left.
rt::Task<bool> CancelledAlready();

/// Whether the attempt has got so far that its command may have begun: what comes before it must
/// not be done again.
bool RemoteBegun(const rt::ActionContext& ctx);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_REMOTE_REMOTE_COMMAND_H_
