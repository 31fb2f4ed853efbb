#ifndef HPDL_RUNTIME_RULES_COORDINATOR_EVENT_INSTANCES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_EVENT_INSTANCES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/rules/coordinator/action_data.h"
#include "runtime/rules/coordinator/action_view.h"
#include "runtime/rules/coordinator/definition.h"

/// Which instances of its data set an event of an action means.
namespace hpdl::rt {

/// Bytes that the URIs of an action's inputs may have together, and those of its outputs. More fail
/// it: E1010.
inline constexpr std::size_t kMostUriBytes = std::size_t{256} << 20;

/// Counts the URIs of the events of an action.
class UriCount {
 public:
  /// The error says that there are too many.
  Result<void> Add(const EventData& data);

 private:
  std::size_t bytes_ = 0;
};

/// The data of an event when its action is made: what waits for data is left to FindDeferred(). An
/// error fails the job. `view` is changed.
Result<EventData> DataOf(const hpdl_coordinator& written, const DefinedEvent& event,
                         const CoordinatorTexts& texts, ActionView* view);

/// The same of several events.
Result<std::vector<EventData>> DataOf(const hpdl_coordinator& written,
                                      const std::vector<DefinedEvent>& events,
                                      const CoordinatorTexts& texts, ActionView* view);

/// What the calls that wait for data come to now.
struct DeferredData {
  bool complete = false;
  std::vector<std::string> uris;  ///< what was found, also of what is not complete
};

/// As above, for an event that has some; `view->is_there` says what is there. An error of that is
/// the result's.
Result<DeferredData> FindDeferred(const hpdl_coordinator& written, const DefinedEvent& event,
                                  const CoordinatorTexts& texts, ActionView* view);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_EVENT_INSTANCES_H_
