#ifndef HPDL_RUNTIME_COORDINATOR_EVENT_INSTANCES_H_
#define HPDL_RUNTIME_COORDINATOR_EVENT_INSTANCES_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/coordinator/action_data.h"
#include "runtime/coordinator/action_view.h"
#include "runtime/coordinator/definition.h"

/// Which instances of its data set an event of an action means.
namespace hpdl::rt {

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

#endif  // HPDL_RUNTIME_COORDINATOR_EVENT_INSTANCES_H_
