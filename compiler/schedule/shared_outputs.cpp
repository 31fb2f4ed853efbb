#include "compiler/schedule/shared_outputs.h"

#include <memory>
#include <unordered_map>
#include <utility>

#include "compiler/base/budget.h"
#include "compiler/schedule/plan.h"

namespace hpdl::schedule {
namespace {

constexpr std::int64_t kMonth = std::int64_t{31} * 24 * 60 * 60;
/// The steps of the budget that the search takes for one coordinator and one month. The
/// coordinator's plan takes further steps.
constexpr std::uint64_t kStepsOfALook = 10;
/// When the search looks for the coordinators that run in a month, one step of the budget is enough
/// for this number of coordinators.
constexpr std::uint64_t kPassedByInAStep = 100;

class SharedOutputs {
 public:
  SharedOutputs(std::span<const StartedCoordinator> coordinators, Budget& budget)
      : budget_(budget) {
    values_.reserve(coordinators.size());  // the entries must not move, because plans refer to them
    for (std::size_t i = 0; i < coordinators.size(); ++i) {
      Add(coordinators[i], i);
    }
  }

  std::vector<SharedOutput> Find() {
    for (const auto& [uri_template, writers] : writers_) {
      std::set<std::int64_t> starts;
      for (const std::size_t writer : writers) {
        starts.insert(plans_[writer]->defined().schedule.start);
      }
      for (auto start = starts.begin(); writers.size() > 1 && start != starts.end(); ++start) {
        if (!budget_.IsUsedUp()) {
          LookFrom(*start, writers);
        }
      }
    }
    return std::move(found_);
  }

 private:
  struct Writer {
    std::size_t coordinator = 0;
    std::string event;
  };

  void Add(const StartedCoordinator& started, std::size_t number) {
    std::map<std::string, std::string>& values = values_.emplace_back(*started.values);
    for (const std::string& name : started.unknown) {
      // Each coordinator gets a different value for the unknown property. So URIs with this
      // property are never equal for two coordinators.
      values[name] = "${" + name + "@" + std::to_string(number) + "}";
    }
    PlanOptions options;
    options.write_unknown = true;
    rt::Result<std::unique_ptr<Plan>> plan = Plan::Of(*started.coordinator, values, options);
    plans_.push_back(plan ? std::move(*plan) : nullptr);
    if (plans_.back() != nullptr) {
      for (const rt::DefinedEvent& output : plans_.back()->defined().outputs) {
        writers_[output.dataset.uri_template].insert(number);
      }
    }
  }

  /// Returns the indices of the coordinators in `writers` that run in the month that begins at
  /// `start`.
  std::vector<std::size_t> RunningFrom(std::int64_t start,
                                       const std::set<std::size_t>& writers) const {
    std::vector<std::size_t> running;
    for (const std::size_t number : writers) {
      const rt::Schedule& schedule = plans_[number]->defined().schedule;
      if (schedule.end > start && schedule.start < start + kMonth) {
        running.push_back(number);
      }
    }
    return running;
  }

  void LookFrom(std::int64_t start, const std::set<std::size_t>& writers) {
    if (!budget_.Take(1 + writers.size() / kPassedByInAStep)) {
      return;
    }
    const std::vector<std::size_t> running = RunningFrom(start, writers);
    if (running.size() < 2) {
      return;
    }
    std::unordered_map<std::string, Writer> written;
    // All running coordinators get equal shares of the budget, so the search covers about the same
    // period of each coordinator.
    const std::uint64_t most = budget_.left() / 2 / running.size();
    for (const std::size_t number : running) {
      Budget share(most);
      Window window;
      window.now = start;
      window.from = start;
      window.to = start + kMonth;
      window.outputs_only = true;
      window.budget = &share;
      // An error of the plan is ignored. The actions before the error have been searched.
      (void)plans_[number]->Each(window, [&](const PlannedAction& action) {
        for (const PlannedData& output : action.outputs) {
          for (const std::string& uri : output.uris) {
            const auto [first, added] = written.try_emplace(uri, Writer{number, output.name});
            if (!added && first->second.coordinator != number) {
              Report(first->second, {number, output.name}, uri);
            }
          }
        }
        return true;
      });
      if (!budget_.Take(kStepsOfALook + plans_[number]->spent())) {
        return;
      }
    }
  }

  void Report(const Writer& first, Writer second, const std::string& uri) {
    if (reported_.emplace(first.coordinator, second.coordinator).second) {
      found_.push_back(
          {first.coordinator, second.coordinator, first.event, std::move(second.event), uri});
    }
  }

  std::vector<std::map<std::string, std::string>> values_;
  std::vector<std::unique_ptr<Plan>> plans_;              ///< null if times or URIs are not known
  std::map<std::string, std::set<std::size_t>> writers_;  ///< coordinators by uri-template
  std::set<std::pair<std::size_t, std::size_t>> reported_;
  std::vector<SharedOutput> found_;
  Budget& budget_;
};

}  // namespace

std::vector<SharedOutput> FindSharedOutputs(std::span<const StartedCoordinator> coordinators,
                                            Budget& budget) {
  return SharedOutputs(coordinators, budget).Find();
}

}  // namespace hpdl::schedule
