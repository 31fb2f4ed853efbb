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

/// The input logic of a coordinator: which data is enough.
namespace hpdl::rt {

/// What the logic asks of the inputs. Inputs and their URIs have numbers from 0.
class LogicData {
 public:
  virtual ~LogicData() = default;
  /// The URIs that are known since the action was made.
  virtual const std::vector<std::string>& Uris(std::size_t input) = 0;
  virtual Result<bool> IsThere(std::size_t input, std::size_t uri) = 0;
  /// Whether it has calls that wait for data.
  virtual bool IsDeferred(std::size_t input) = 0;
  /// What those come to now.
  virtual Result<DeferredData> Deferred(std::size_t input) = 0;
};

/// What an element comes to.
struct LogicResult {
  enum class State : std::uint8_t {
    kFalse,
    kTrue,
    kWaits,  ///< its time to wait for more is not over, which holds up the whole expression
    kLater,  ///< as true, but for calls that wait for data: these are looked at in a second pass
  };
  State state = State::kFalse;
  std::vector<std::string> uris;  ///< those that make it true
};

struct LogicOutcome {
  LogicResult::State state = LogicResult::State::kFalse;
  /// The URIs of named elements that are true.
  std::map<std::string, std::vector<std::string>> by_element;
  /// kWaits: when the element that waits does so no more; seconds since 1970.
  std::int64_t until = 0;
};

/// Evaluates the logic as Oozie does: from left to right, and what decides nothing more is not
/// asked. `begin`: from when waits count; both in seconds since 1970. Deferred() is asked in the
/// second pass alone.
Result<LogicOutcome> EvaluateLogic(const DefinedCoordinator& defined, bool second_pass,
                                   std::int64_t begin, std::int64_t now, LogicData* data);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_INPUT_LOGIC_H_
