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

/// Checks that the data of an action exists.
namespace hpdl::rt {

/// A function that returns true if a path exists, false if it does not exist, and nullopt if it was
/// not looked up yet. It returns an error if the look-up has failed.
using KnownPath = std::function<Result<std::optional<bool>>(const std::string& path)>;

/// An action whose data is checked.
struct WaitingAction {
  std::vector<EventData> inputs;
  MissingData missing;  ///< the missing data that the previous check found
  ActionTimes times;
  std::string id;
  std::int64_t made = 0;  ///< the time at which the action was made, in seconds since 1970
};

/// The result of a check of the data.
struct DataVerdict {
  enum class State : std::uint8_t {
    kAsk,  ///< the paths in `ask` must be looked up; call CheckData() again after that
    kMissing,
    kComplete,
  };
  State state = State::kMissing;
  std::vector<std::string> ask;
  MissingData missing;  ///< not set for kAsk
  /// The inputs. They include the URIs that were found so far for the calls that wait for data.
  std::vector<EventData> inputs;
  /// For each element of the input logic that has a name and is true: its URIs. The key is the
  /// name.
  std::map<std::string, std::vector<std::string>> by_element;
  /// For kMissing: the paths to watch. A new check gives the same result until one of these paths
  /// exists or the time `until` comes.
  std::vector<std::string> watch;
  /// For kMissing: a time in seconds since 1970. At this time the input logic can give a different
  /// result even if no new data has come.
  std::optional<std::int64_t> until;
};

/// Checks the data of an action at the time `now`, in seconds since 1970, by the rules of Oozie.
/// Without an input logic it checks the paths in order, up to the first missing path. A path that
/// was found once is not checked again. If no path is missing, it checks all calls that wait for
/// data. Returns the error of a look-up or of an expression (E1004).
Result<DataVerdict> CheckData(const DefinedCoordinator& defined, const CoordinatorTexts& texts,
                              const WaitingAction& action, std::int64_t now,
                              const KnownPath& known);

/// Returns the values of coord:dataIn for the workflow. A key is the name of an input event or of
/// an element of the input logic.
std::map<std::string, EventUris, std::less<>> InputUris(const DefinedCoordinator& defined,
                                                        const DataVerdict& verdict);
/// Returns the values of coord:dataOut for the workflow. A key is the name of an output event.
std::map<std::string, EventUris, std::less<>> OutputUris(const std::vector<EventData>& outputs);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_DATA_CHECK_H_
