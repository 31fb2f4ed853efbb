#ifndef HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_REMOTE_CHILD_H_
#define HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_REMOTE_CHILD_H_

#include <string>
#include <string_view>

#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/base/own_server.h"

/// A child that another system runs: an Oozie server, or a server with the same interface.
namespace hpdl::stdlib {

/// The property of an action's own configuration that names the system for the child.
inline constexpr std::string_view kRemoteUrlProperty = "hpdl.subworkflow.oozie.url";

/// The value that stands for the URL of the hpdld that started this program. The journal has this
/// value in place of the URL, because the URL may change when hpdld restarts.
inline constexpr std::string_view kLocalServer = "local";

struct RemoteChild {
  std::string url;          ///< the URL of the system, as written, or kLocalServer
  std::string application;  ///< the path of the application in that system
  rt::Properties properties;
  rt::OwnServer local;  ///< the hpdld to use if `url` is kLocalServer
};

/// The value of `ended_run` if the number of the child's last run is unknown.
inline constexpr std::string_view kAnyRun = "?";

/// The facts about the child in the journal.
struct RemoteProgress {
  std::string tag;  ///< the child's oozie.wf.external.id: the tag of the first attempt
  std::string url;
  std::string id;      ///< the child's id; "": not known yet
  std::string judged;  ///< the tag of the attempt that saw the child's end; "": not seen yet
  /// If the child must run again: the number of its last run, or kAnyRun if this number is unknown.
  /// If the child need not run again: "".
  std::string ended_run;

  std::string ToText() const;
  /// Reads the result of ToText(). Returns an empty object for other texts.
  static RemoteProgress Of(std::string_view text);
};

/// Submits the child, starts it as soon as its id is durable, and watches it to its end. A resumed
/// attempt continues with the same child. If an attempt cannot reach the server, the next attempt
/// continues with the same child too. In a rerun of failed nodes, the child of the previous run
/// reruns its failed nodes, as in Oozie. If kLocalServer does not answer, the wait has no time
/// limit, because the server returns after a restart. If the action is killed, the child is killed
/// too.
rt::Task<rt::Outcome> RunRemoteChild(rt::ActionContext& ctx, RemoteChild child);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_REMOTE_CHILD_H_
