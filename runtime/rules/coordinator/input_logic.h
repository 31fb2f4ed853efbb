#ifndef HPDL_RUNTIME_RULES_COORDINATOR_INPUT_LOGIC_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_INPUT_LOGIC_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/coordinator/definition.h"
#include "runtime/rules/coordinator/event_instances.h"

/// Evaluates the input logic of a coordinator. The input logic defines which data is enough to
/// start an action.
namespace hpdl::rt {

/// Gives the input logic access to the data of the inputs. The inputs, and the URIs of each input,
/// are numbered from 0.
class LogicData {
 public:
  virtual ~LogicData() = default;
  /// Returns the URIs of an input that were computed when the action was made.
  virtual const std::vector<std::string>& Uris(std::size_t input) = 0;
  virtual Result<bool> IsThere(std::size_t input, std::size_t uri) = 0;
  /// True if the input has calls that wait for data.
  virtual bool IsDeferred(std::size_t input) = 0;
  /// Returns the current result of the input's calls that wait for data.
  virtual Result<DeferredData> Deferred(std::size_t input) = 0;
};

/// The result of an element of the logic.
struct LogicResult {
  enum class State : std::uint8_t {
    kFalse,
    kTrue,
    kWaits,  ///< the element waits for more data, and so the whole expression waits
    kLater,  ///< the element is true so far; a second pass must check the calls that wait for data
  };
  State state = State::kFalse;
  std::vector<std::string> uris;  ///< the URIs that make the element true
};

struct LogicOutcome {
  LogicResult::State state = LogicResult::State::kFalse;
  /// For each element that has a name and is true: its URIs. The key is the name.
  std::map<std::string, std::vector<std::string>> by_element;
  /// For kWaits: the time at which the wait ends, in seconds since 1970. 0: the wait never ends.
  std::int64_t until = 0;
};

/// Evaluates the input logic as Oozie does, from left to right. Elements that cannot change the
/// result are not evaluated. `begin` is the time from which the attribute `wait` of an element
/// counts. `begin` and `now` are in seconds since 1970. Deferred() is called only if `second_pass`
/// is true.
Result<LogicOutcome> EvaluateLogic(const DefinedCoordinator& defined, bool second_pass,
                                   std::int64_t begin, std::int64_t now, LogicData* data);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_INPUT_LOGIC_H_
