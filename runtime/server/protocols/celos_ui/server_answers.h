#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_SERVER_ANSWERS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_SERVER_ANSWERS_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/slot_state.h"
#include "runtime/server/protocols/celos/celos_request.h"

/// Answers of a Celos server, in the form that the pages need. The server may be another program,
/// so all answers are checked.
namespace hpdl::rt::celos {

/// The slots that the scheduler looks at: those from `start` on, and those that are marked for a
/// rerun.
struct SeenWindow {
  ScheduledTime start;
  std::set<ScheduledTime> marked;
};

/// The answer of /workflow-slots.
struct WorkflowSlots {
  std::optional<std::string> url;
  std::vector<Contact> contacts;
  bool paused = false;
  std::vector<SlotState> slots;                     ///< the newest slot first
  std::map<ScheduledTime, std::string> unreadable;  ///< slots without a readable state, and why
  std::optional<SeenWindow> window;                 ///< Celos' own server does not say it
};

/// The state of a trigger and of its parts.
struct TriggerTree {
  std::string type, description;
  bool ready = false;
  std::vector<TriggerTree> parts;
};

Result<std::vector<std::string>> ReadWorkflowList(std::string_view json);
Result<WorkflowSlots> ReadWorkflowSlots(std::string_view json);
Result<TriggerTree> ReadTriggerTree(std::string_view json);

/// Sends a request to a server and returns its answer, of any status. An error means that no answer
/// came.
using AskServer = std::function<Result<CelosAnswer>(const CelosRequest&)>;

/// The API of a server.
class ServerApi {
 public:
  explicit ServerApi(AskServer ask) : ask_(std::move(ask)) {}

  Result<std::vector<std::string>> List() const;
  /// Returns the slots from `start` to `last`, both included. Without `start` the server chooses
  /// it: a week before the end, but not before the workflow's own start.
  Result<WorkflowSlots> Slots(std::string_view id, std::optional<ScheduledTime> start,
                              ScheduledTime last) const;
  Result<TriggerTree> Trigger(std::string_view id, ScheduledTime time) const;
  Result<void> Rerun(std::string_view id, ScheduledTime time) const;
  Result<void> Kill(std::string_view id, ScheduledTime time) const;
  Result<void> Pause(std::string_view id, bool paused) const;
  /// Returns the answer of /version.
  Result<std::string> Version() const;

 private:
  /// Returns the body of an answer with status 200. For any other status, returns an error with the
  /// server's text and with the status as its code.
  Result<std::string> Ask(std::string_view method, std::string target) const;

  AskServer ask_;
};

/// Returns the text of an error page.
std::string ReasonOf(const CelosAnswer& answer);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_SERVER_ANSWERS_H_
