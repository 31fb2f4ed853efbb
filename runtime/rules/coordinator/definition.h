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

/// A coordinator with the properties that it was submitted with: what its definition means.
namespace hpdl::rt {

/// Evaluates the expressions of a definition, with the properties of a job.
class CoordinatorTexts {
 public:
  virtual ~CoordinatorTexts() = default;
  /// The value of an expression as text. `view`: the action that it is about; null: there is none.
  /// `notes`, if not null, gets what the value does not say. E1004: it fails.
  virtual Result<std::string> Of(std::uint32_t expression, const CoordinatorView* view,
                                 CoordinatorNotes* notes) const = 0;
};

/// Limits and defaults of a site, with Oozie's.
struct CoordinatorDefaults {
  std::int64_t timeout = 120;         ///< minutes
  std::int64_t most_timeout = 86400;  ///< minutes
  std::int64_t concurrency = 1;
  std::int64_t throttle = 12;
  std::int64_t most_throttle = 500;
  bool check_frequency = true;  ///< of 5 minutes at least
};

/// A data-in or data-out with its data set.
struct DefinedEvent {
  const hpdl_event* written = nullptr;
  Dataset dataset;
};

/// An element of the input logic, in preorder.
struct DefinedLogic {
  std::uint32_t kind = HPDL_LOGIC_DATA_IN;
  std::uint32_t end = 0;  ///< index one past the last one in it
  std::string name;
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> wait;  ///< minutes
  std::size_t input = 0;             ///< kDataIn: which of the inputs
};

struct DefinedCoordinator {
  std::string name;
  std::string frequency;  ///< as Oozie shows it: a number, or a cron expression
  std::string time_unit;  ///< MINUTE, DAY, MONTH, CRON
  std::string timezone;
  Schedule schedule;
  std::int64_t timeout = 0;  ///< minutes
  std::int64_t concurrency = 0;
  std::int64_t throttle = 0;
  ExecutionOrder execution = ExecutionOrder::kFifo;
  std::vector<DefinedEvent> inputs, outputs;
  std::vector<DefinedLogic> logic;
  /// An instance that several data sets of a combine have counts once; in Oozie it does not.
  bool combine_counts_once = false;
  std::string app_path;
};

/// Makes the checks that Oozie makes when a coordinator is submitted, in its order and with its
/// codes. The result refers to `written`.
Result<DefinedCoordinator> Define(const hpdl_coordinator& written, const CoordinatorTexts& texts,
                                  const CoordinatorDefaults& defaults);

/// The words that Oozie has for the unit of a period: MINUTE, DAY, WEEK, MONTH.
std::string_view WordOf(Period::Unit unit);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_DEFINITION_H_
