#ifndef HPDL_RUNTIME_RULES_COORDINATOR_EVENT_INSTANCES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_EVENT_INSTANCES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/rules/coordinator/action_data.h"
#include "runtime/rules/coordinator/action_view.h"
#include "runtime/rules/coordinator/definition.h"

/// Finds the instances of a data set that belong to an event of an action.
namespace hpdl::rt {

/// The maximum size in bytes of the URIs of all inputs of an action. The outputs have the same
/// limit. An action whose URIs are larger fails with E1010. For one event, the limit includes the
/// expressions of the URI template, which are interpreted for each URI.
inline constexpr std::size_t kMostUriBytes = std::size_t{256} << 20;

/// Adds up the size of the URIs of an action's events.
class UriCount {
 public:
  /// Adds the size of an event's URIs. Fails with E1010 if the total size is above kMostUriBytes.
  Result<void> Add(const EventData& data);

 private:
  std::size_t bytes_ = 0;
};

/// Returns the data that an event has when its action is made. Does not evaluate the calls that
/// wait for data; FindDeferred() does that later. An error fails the job. The function changes
/// `view->dataset`.
Result<EventData> DataOf(const DefinedEvent& event, const CoordinatorTexts& texts,
                         ActionView* view);

/// Returns the data that several events have when their action is made. An error fails the job.
/// Fails with E1010 if the total size of their URIs is above kMostUriBytes. The function changes
/// `view->dataset`.
Result<std::vector<EventData>> DataOf(const std::vector<DefinedEvent>& events,
                                      const CoordinatorTexts& texts, ActionView* view);

/// The current result of an event's calls that wait for data.
struct DeferredData {
  bool complete = false;
  std::vector<std::string> uris;  ///< all URIs that were found, even if `complete` is false
};

/// Evaluates an event's calls that wait for data. The event has at least one call that waits for
/// data. The function calls `view->is_there` to check whether instances exist; if that call fails,
/// returns its error. The function changes `view->dataset`.
Result<DeferredData> FindDeferred(const DefinedEvent& event, const CoordinatorTexts& texts,
                                  ActionView* view);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_EVENT_INSTANCES_H_
