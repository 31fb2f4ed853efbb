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

/// Returns true if a path exists, or nothing if the path must be looked up first. An error is the
/// error of the look-up.
using KnownPath = std::function<Result<std::optional<bool>>(const std::string& path)>;

/// An action whose data is checked.
struct WaitingAction {
  std::vector<EventData> inputs;
  MissingData missing;  ///< the missing data that the previous check found
  ActionTimes times;
  std::string id;
  std::int64_t made = 0;  ///< when the action was made, in seconds since 1970
};

/// The result of a check of the data.
struct DataVerdict {
  enum class State : std::uint8_t {
    kAsk,  ///< some paths must be looked up; call CheckData() again after that
    kMissing,
    kComplete,
  };
  State state = State::kMissing;
  std::vector<std::string> ask;
  MissingData missing;            ///< not set for kAsk
  std::vector<EventData> inputs;  ///< with the URIs found for calls that wait for data
  /// For kComplete with an input logic: the URIs that make each named element true, by the
  /// element's name.
  std::map<std::string, std::vector<std::string>> by_element;
  /// For kMissing: the paths to watch. Until one of them exists or the time `until` comes, another
  /// check gives the same result.
  std::vector<std::string> watch;
  /// For kMissing: the time at which the input logic can give another result without new data, in
  /// seconds since 1970.
  std::optional<std::int64_t> until;
};

/// Checks the data of an action at the time `now`, in seconds since 1970, by the rules of Oozie.
/// Without an input logic it checks the paths in order, up to the first one that is missing, and
/// does not check again a path that existed once. If no path is missing, it checks all calls that
/// wait for data. Returns the error of a look-up or of an expression (E1004).
Result<DataVerdict> CheckData(const hpdl_coordinator& written, const DefinedCoordinator& defined,
                              const CoordinatorTexts& texts, const WaitingAction& action,
                              std::int64_t now, const KnownPath& known);

/// Returns the values of coord:dataIn for the workflow, by the names of events and of elements of
/// the input logic.
std::map<std::string, EventUris, std::less<>> InputUris(const DefinedCoordinator& defined,
                                                        const DataVerdict& verdict);
/// Returns the values of coord:dataOut for the workflow, by the names of events.
std::map<std::string, EventUris, std::less<>> OutputUris(const std::vector<EventData>& outputs);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_DATA_CHECK_H_
