#ifndef HPDL_COMPILER_SCHEDULE_PLAN_H_
#define HPDL_COMPILER_SCHEDULE_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/base/budget.h"
#include "compiler/hir/coordinator.h"
#include "runtime/ground/base/result.h"
#include "runtime/rules/coordinator/definition.h"

/// Finds the actions of a coordinator before the coordinator is submitted.
namespace hpdl::schedule {

/// The data of an input or output event of an action.
struct PlannedData {
  std::string name;  ///< name of the event
  /// The URIs in the order in which the workflow gets them. A URI may depend on the data that
  /// exists when the action checks for data. The entry is then the text that Oozie shows while the
  /// action waits, such as `${coord:latest(0)} -> hdfs://nn/${YEAR}`.
  std::vector<std::string> uris;
};

/// One planned action.
struct PlannedAction {
  std::int64_t number = 0;   ///< the first action of the coordinator has number 1
  std::int64_t nominal = 0;  ///< the nominal time in seconds since 1970
  std::vector<PlannedData> inputs, outputs;
};

/// A selection of a coordinator's actions.
struct Window {
  /// The time at which the coordinator would be submitted, in seconds since 1970. This time decides
  /// which actions are late. Late actions are made in passes of several actions. A change of summer
  /// time moves the nominal time of a cron action only if the action's pass begins before the
  /// change.
  std::int64_t now = 0;
  std::optional<std::int64_t> from, to;  ///< seconds since 1970; `to` itself is not in the window
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool outputs_only = false;  ///< true if Each() leaves out the inputs of actions
  /// The steps that Each() may take; null if there is no limit. Each action takes one step, even an
  /// action before the window. Each URI and each kBytesAStep bytes of a URI take one more step. The
  /// text that is interpreted for a URI counts as a part of the URI. When the budget is used up,
  /// Each() gives no further action.
  Budget* budget = nullptr;

  static constexpr std::size_t kBytesAStep = 256;
};

struct PlanOptions {
  /// If true, URIs contain unknown properties as they are written: `${nameNode}/logs`. If false, an
  /// unknown property is an error.
  bool write_unknown = false;
};

/// The actions of a coordinator. The plan computes the actions with the same functions of the
/// runtime as the coordinator's program.
class Plan {
 public:
  /// Makes a plan. Borrows `coordinator` and `values`, the known properties. The error is one
  /// sentence and names the text that is unknown or wrong.
  static rt::Result<std::unique_ptr<Plan>> Of(const hir::Coordinator& coordinator,
                                              const std::map<std::string, std::string>& values,
                                              const PlanOptions& options = {});
  virtual ~Plan() = default;

  /// Returns the evaluated definition. Only the values on which times and data depend are set.
  virtual const rt::DefinedCoordinator& defined() const = 0;
  /// Calls `take` with each action of the window, in order. A reference to an action is valid until
  /// `take` returns. If `take` returns false, no further action follows. An error names the action
  /// that could not be made; at this action the coordinator would fail.
  virtual rt::Result<void> Each(const Window& window,
                                const std::function<bool(const PlannedAction&)>& take) = 0;
  /// Returns the number of steps of the last call of Each(). The number may exceed the budget,
  /// because Each() completes the data of an event even if that takes more steps.
  virtual std::uint64_t spent() const = 0;
};

}  // namespace hpdl::schedule

#endif  // HPDL_COMPILER_SCHEDULE_PLAN_H_
