#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_SERVER_ANSWERS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_SERVER_ANSWERS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/definition.h"
#include "runtime/rules/celos/slot_state.h"
#include "runtime/server/protocols/celos/celos_request.h"

/// What a server of Celos answers, as the pages need it. The server may be another's: all is
/// checked.
namespace hpdl::rt::celos {

/// What /workflow-slots answers.
struct WorkflowSlots {
  std::optional<std::string> url;
  std::vector<Contact> contacts;
  bool paused = false;
  std::vector<SlotState> slots;  ///< the newest one first
};

/// What a trigger says, with its parts.
struct TriggerTree {
  std::string type, description;
  bool ready = false;
  std::vector<TriggerTree> parts;
};

Result<std::vector<std::string>> ReadWorkflowList(std::string_view json);
Result<WorkflowSlots> ReadWorkflowSlots(std::string_view json);
Result<TriggerTree> ReadTriggerTree(std::string_view json);

/// Asks a server: the answer has any status. An error: there is none.
using AskServer = std::function<Result<CelosAnswer>(const CelosRequest&)>;

/// The API of a server.
class ServerApi {
 public:
  explicit ServerApi(AskServer ask) : ask_(std::move(ask)) {}

  Result<std::vector<std::string>> List() const;
  /// Slots of [start, end). Without a start, what the server looks at: a week, but nothing before
  /// the workflow's own start.
  Result<WorkflowSlots> Slots(std::string_view id, std::optional<ScheduledTime> start,
                              ScheduledTime end) const;
  Result<TriggerTree> Trigger(std::string_view id, ScheduledTime time) const;
  Result<void> Rerun(std::string_view id, ScheduledTime time) const;
  Result<void> Kill(std::string_view id, ScheduledTime time) const;
  Result<void> Pause(std::string_view id, bool paused) const;
  /// What /version answers.
  Result<std::string> Version() const;

 private:
  /// The body of an answer of status 200; the error is what the server says, its code the status.
  Result<std::string> Ask(std::string_view method, std::string target) const;

  AskServer ask_;
};

/// What an error page says.
std::string ReasonOf(const CelosAnswer& answer);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_SERVER_ANSWERS_H_
