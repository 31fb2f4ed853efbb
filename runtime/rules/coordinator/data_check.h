#ifndef HPDL_RUNTIME_RULES_COORDINATOR_DATA_CHECK_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_DATA_CHECK_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/rules/coordinator/action_data.h"
#include "runtime/rules/coordinator/event_instances.h"

/// Whether the data of an action is there.
namespace hpdl::rt {

/// What is known of a path; nothing if it has to be looked at first. An error is that of the look.
using KnownPath = std::function<Result<std::optional<bool>>(const std::string& path)>;

/// An action whose data is looked at.
struct WaitingAction {
  std::vector<EventData> inputs;
  MissingData missing;  ///< of the look before
  ActionTimes times;
  std::string id;
  std::int64_t made = 0;  ///< seconds since 1970
};

/// What a look at the data came to.
struct DataVerdict {
  enum class State : std::uint8_t {
    kAsk,  ///< some paths have to be looked at, then this is to be asked again
    kMissing,
    kComplete,
  };
  State state = State::kMissing;
  std::vector<std::string> ask;
  MissingData missing;            ///< not of kAsk
  std::vector<EventData> inputs;  ///< with what was found for calls that wait for data
  /// kComplete, with an input logic: the URIs by which a named element of it is true.
  std::map<std::string, std::vector<std::string>> by_element;
  /// kMissing: paths of which one has to come before another look says anything else.
  std::vector<std::string> watch;
  /// kMissing: the time at which the input logic may say something else without new data.
  std::optional<std::int64_t> until;
};

/// A look at the data of an action at the time `now`, by the rules of Oozie: without an input logic
/// the paths in order, up to the first that is missing, those that were there once being passed
/// over for good; then all calls that wait for data. An error is that of a look, or of an
/// expression (E1004).
Result<DataVerdict> CheckData(const hpdl_coordinator& written, const DefinedCoordinator& defined,
                              const CoordinatorTexts& texts, const WaitingAction& action,
                              std::int64_t now, const KnownPath& known);

/// What the workflow gets by coord:dataIn, by the names of events and of elements of the logic.
std::map<std::string, EventUris, std::less<>> InputUris(const DefinedCoordinator& defined,
                                                        const DataVerdict& verdict);
/// The same by coord:dataOut.
std::map<std::string, EventUris, std::less<>> OutputUris(const std::vector<EventData>& outputs);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_DATA_CHECK_H_
