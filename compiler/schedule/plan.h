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

/// What a coordinator will do, found out before anybody submits it.
namespace hpdl::schedule {

/// The data of an input or output event of an action.
struct PlannedData {
  std::string name;  ///< of the event
  /// In the order in which the workflow gets them. What depends on which data is there when it is
  /// looked for is as Oozie shows it while it waits: `${coord:latest(0)} -> hdfs://nn/${YEAR}`.
  std::vector<std::string> uris;
};

/// One action.
struct PlannedAction {
  std::int64_t number = 0;   ///< from 1, counted from the start of the coordinator
  std::int64_t nominal = 0;  ///< seconds since 1970
  std::vector<PlannedData> inputs, outputs;
};

/// Which actions are asked for.
struct Window {
  /// When the coordinator would be submitted, seconds since 1970: what has been missed is made in
  /// passes of several actions, and cron expressions follow summer time
  /// within a pass alone.
  std::int64_t now = 0;
  std::optional<std::int64_t> from, to;  ///< seconds since 1970; `to` is too late already
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool outputs_only = false;  ///< actions have no inputs
  /// What may be spent on it; null: all that it takes. A turn is a step, before the window too, and
  /// so are each URI and each kBytesAStep of its bytes. When it is used up, no further action is
  /// given.
  Budget* budget = nullptr;

  static constexpr std::size_t kBytesAStep = 256;
};

struct PlanOptions {
  /// URIs have properties that are not known as they are written: `${nameNode}/logs`. Else their
  /// absence is an error.
  bool write_unknown = false;
};

/// The actions of a coordinator, by the functions that its program calls too.
class Plan {
 public:
  /// `coordinator` and `values`, the properties that are known, are borrowed. An error says which
  /// text is unknown, or wrong, in one sentence.
  static rt::Result<std::unique_ptr<Plan>> Of(const hir::Coordinator& coordinator,
                                              const std::map<std::string, std::string>& values,
                                              const PlanOptions& options = {});
  virtual ~Plan() = default;

  /// What the definition comes to; only of what times and data depend on.
  virtual const rt::DefinedCoordinator& defined() const = 0;
  /// Gives the actions of the window to `take`, in order; it may refer to them until it returns,
  /// and ends all with false. An error names the action that could not be made: the job would fail
  /// then.
  virtual rt::Result<void> Each(const Window& window,
                                const std::function<bool(const PlannedAction&)>& take) = 0;
  /// The steps that the last Each() took, also those which its budget did not have: what an event
  /// has is made as a whole.
  virtual std::uint64_t spent() const = 0;
};

}  // namespace hpdl::schedule

#endif  // HPDL_COMPILER_SCHEDULE_PLAN_H_
