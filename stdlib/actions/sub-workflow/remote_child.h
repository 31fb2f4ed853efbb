#ifndef HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_REMOTE_CHILD_H_
#define HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_REMOTE_CHILD_H_

#include <string>
#include <string_view>

#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/base/own_server.h"

/// A child that another system runs, an Oozie server or one that speaks as Oozie does.
namespace hpdl::stdlib {

/// In an action's own configuration: the system that is to run the child.
inline constexpr std::string_view kRemoteUrlProperty = "hpdl.subworkflow.oozie.url";

/// In the place of the URL: the hpdld that this program works for, as Oozie has it. Its own URL may
/// be another one the next time.
inline constexpr std::string_view kLocalServer = "local";

struct RemoteChild {
  std::string url;          ///< of the system, as written, or kLocalServer
  std::string application;  ///< path of the application there
  rt::Properties properties;
  rt::OwnServer local;  ///< kLocalServer
};

/// The last run of a child that is to run again is not known yet.
inline constexpr std::string_view kAnyRun = "?";

/// What is remembered of it in the journal.
struct RemoteProgress {
  std::string tag;  ///< its oozie.wf.external.id: the tag of the attempt that was the first
  std::string url;
  std::string id;      ///< "" if it is not known (yet)
  std::string judged;  ///< the tag of the attempt that saw its end; "" if none has
  /// While it is to run again: which of its runs was the last one, or kAnyRun; "" otherwise.
  std::string ended_run;

  std::string ToText() const;
  /// Nothing is remembered where the text is none of ToText().
  static RemoteProgress Of(std::string_view text);
};

/// Submits the child, starts it once its id is durable, and watches it to its end. An attempt that
/// is resumed, or that follows one which could not reach the server, goes on with the same child.
/// In a rerun of failed nodes the child of the run before runs again, its failed nodes only, as in
/// Oozie. kLocalServer is waited for as long as it is away: it has no end but a restart. Killed
/// with the action: the child is killed too.
rt::Task<rt::Outcome> RunRemoteChild(rt::ActionContext& ctx, RemoteChild child);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SUB_WORKFLOW_REMOTE_CHILD_H_
