#ifndef HPDL_RUNTIME_RULES_COORDINATOR_DEFINITION_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_DEFINITION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/ground/base/result.h"
#include "runtime/rules/coordinator/execution_order.h"
#include "runtime/rules/coordinator/instances.h"
#include "runtime/rules/coordinator/nominal_times.h"
#include "runtime/rules/coordinator/view.h"

/// Evaluates a coordinator's definition with the properties of its submission.
namespace hpdl::rt {

/// Evaluates the expressions of a definition, with the properties of a job.
class CoordinatorTexts {
 public:
  virtual ~CoordinatorTexts() = default;
  /// Returns the value of an expression as text. `view` is the action for which the expression is
  /// evaluated; null if there is no action. `notes`, if not null, receives facts about the
  /// evaluation that are not in the value, such as the unit of a frequency. Fails with E1004 if the
  /// evaluation fails.
  virtual Result<std::string> Of(std::uint32_t expression, const CoordinatorView* view,
                                 CoordinatorNotes* notes) const = 0;
};

/// The limits and defaults that a site can set. The initial values are Oozie's.
struct CoordinatorDefaults {
  std::int64_t timeout = 120;         ///< minutes
  std::int64_t most_timeout = 86400;  ///< minutes
  std::int64_t concurrency = 1;
  std::int64_t throttle = 12;
  std::int64_t most_throttle = 500;
  bool check_frequency = true;  ///< true if a frequency below 5 minutes is refused
};

/// A data-in or data-out with its data set.
struct DefinedEvent {
  const hpdl_event* written = nullptr;
  Dataset dataset;
};

/// An element of the input logic. Elements are stored in preorder.
struct DefinedLogic {
  std::uint32_t kind = HPDL_LOGIC_DATA_IN;
  std::uint32_t end = 0;  ///< the index of the last element inside this element, plus one
  std::string name;
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> wait;  ///< minutes
  /// For HPDL_LOGIC_DATA_IN: index into DefinedCoordinator::inputs; empty if there is no such
  /// input.
  std::optional<std::size_t> input;
  std::string dataset;  ///< for HPDL_LOGIC_DATA_IN: the name of the input
};

struct DefinedCoordinator {
  std::string name;
  std::string frequency;  ///< the frequency in Oozie's form: a number or a cron expression
  std::string time_unit;  ///< MINUTE, DAY, MONTH or CRON
  std::string timezone;
  Schedule schedule;
  std::int64_t timeout = 0;  ///< minutes
  std::int64_t concurrency = 0;
  std::int64_t throttle = 0;
  ExecutionOrder execution = ExecutionOrder::kFifo;
  std::vector<DefinedEvent> inputs, outputs;
  std::vector<DefinedLogic> logic;
  /// Only for `combine`. True: an instance that exists in several data sets counts once. False: it
  /// may count once for each of these data sets, as in Oozie.
  bool combine_counts_once = false;
  std::string app_path;
};

/// Checks a coordinator as Oozie does at submission, in Oozie's order and with Oozie's error codes.
/// The result refers to `written`.
Result<DefinedCoordinator> Define(const hpdl_coordinator& written, const CoordinatorTexts& texts,
                                  const CoordinatorDefaults& defaults);

/// Returns Oozie's name of the unit of a period: MINUTE, DAY, WEEK or MONTH.
std::string_view WordOf(Period::Unit unit);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_DEFINITION_H_
