#include "compiler/schedule/plan.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "compiler/schedule/tables.h"
#include "compiler/schedule/texts.h"
#include "runtime/ground/calendar/cron.h"
#include "runtime/rules/coordinator/definition.h"
#include "runtime/rules/coordinator/event_instances.h"
#include "runtime/rules/coordinator/instance_uri.h"
#include "runtime/rules/coordinator/materialisation.h"
#include "runtime/rules/coordinator/nominal_times.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::schedule {
namespace {

using rt::Result;
using Values = std::map<std::string, std::string>;

/// The parts of a coordinator's program that a plan uses.
struct Parts {
  Parts(const hir::Coordinator& coordinator, const Values& values, const PlanOptions& options)
      : texts(coordinator, values, options.write_unknown), tables(coordinator, texts.known()) {}

  const Texts texts;
  const Tables tables;
};

class CoordinatorPlan final : public Plan {
 public:
  CoordinatorPlan(std::unique_ptr<Parts> parts, rt::DefinedCoordinator defined)
      : parts_(std::move(parts)), defined_(std::move(defined)), schedule_(defined_.schedule) {
    view_.times.zone = schedule_.zone;
  }

  const rt::DefinedCoordinator& defined() const override { return defined_; }
  std::uint64_t spent() const override { return spent_; }

  Result<void> Each(const Window& window,
                    const std::function<bool(const PlannedAction&)>& take) override {
    window_ = window;
    window_.from = std::max(schedule_.start, window.from.value_or(schedule_.start));
    window_.to = std::min(schedule_.end, window.to.value_or(schedule_.end));
    given_ = spent_ = 0;
    return std::holds_alternative<rt::Cron>(schedule_.frequency) ? EachOfPasses(take)
                                                                 : EachOfPeriod(take);
  }

 private:
  using Take = std::function<bool(const PlannedAction&)>;

  Result<void> EachOfPeriod(const Take& take) {
    std::optional<rt::Turn> turn = rt::TurnFrom(schedule_, *window_.from);
    for (bool more = true; turn && more && Spend(1); turn = rt::TurnAfter(schedule_, *turn)) {
      HPDL_TRY(Give(*turn, take, &more));
    }
    return {};
  }

  /// Makes the actions in passes, as a coordinator does if its data is always there. A pass makes
  /// several actions together. Passes over actions that are late at the submission follow each
  /// other without a pause. A pass over later actions comes shortly before their nominal times.
  Result<void> EachOfPasses(const Take& take) {
    const rt::MaterialisationSettings settings;
    rt::MaterialisationFacts facts;
    facts.throttle = defined_.throttle;
    facts.next = FirstOfPasses(settings);
    std::int64_t now = window_.now;
    for (bool more = true; more && facts.next && facts.next->regular < *window_.to;) {
      now = std::max(now, facts.next->regular - settings.look_ahead);
      const std::optional<rt::MaterialisationPass> pass =
          rt::Materialise(schedule_, facts, now, settings);
      if (!pass || pass->actions.empty()) {
        break;
      }
      for (auto turn = pass->actions.begin(); more && turn != pass->actions.end(); ++turn) {
        more = Spend(1);
        if (more && turn->time >= *window_.from) {
          HPDL_TRY(Give(*turn, take, &more));
        }
      }
      facts.state = rt::CoordinatorState::kRunning;
      facts.next = pass->all_made ? std::nullopt : pass->next;
    }
    return {};
  }

  /// Returns the action with which the passes begin. A pass over late actions makes as many actions
  /// as the throttle allows, so the returned action must be the first of its pass. A pass over
  /// later actions covers at most an hour. Within an hour a change of summer time does not move
  /// cron actions, so this pass may begin with any action.
  std::optional<rt::Turn> FirstOfPasses(const rt::MaterialisationSettings& settings) const {
    // A change to or from summer time may move the nominal time of an action by this many seconds.
    constexpr std::int64_t kMostMoved = 86'400;
    const std::optional<rt::Turn> first = rt::TurnFrom(schedule_, *window_.from - kMostMoved);
    const std::int64_t before =
        first ? (first->number - 1) / defined_.throttle * defined_.throttle : 0;
    if (before == 0) {
      return first ? rt::FirstTurn(schedule_) : std::nullopt;
    }
    const std::optional<rt::Turn> pass = rt::TurnOf(schedule_, before + 1 - defined_.throttle);
    return pass->regular + settings.window <= window_.now ? rt::TurnOf(schedule_, before + 1)
                                                          : first;
  }

  /// Makes the action of this turn and gives it to `take`. If the window or the budget ends before
  /// the action is complete, does not give it and sets `*more` to false, so that Each() stops.
  Result<void> Give(const rt::Turn& turn, const Take& take, bool* more) {
    *more = turn.time < *window_.to && given_ < window_.most;
    if (!*more) {
      return {};
    }
    HPDL_TRY(Make(turn, &action_));
    *more = !IsSpent();  // the data of the action is incomplete if the budget is used up
    if (*more) {
      ++given_;
      *more = take(action_);
    }
    return {};
  }

  bool Spend(std::uint64_t steps) {
    spent_ += steps;
    return window_.budget == nullptr || window_.budget->Take(steps);
  }
  bool SpendOn(const rt::Dataset& dataset, const std::vector<std::string>& uris) {
    const std::uint64_t interpreted = rt::InterpretedBytes(dataset);
    std::uint64_t steps = uris.size();
    for (const std::string& uri : uris) {
      steps += (uri.size() + interpreted) / Window::kBytesAStep;
    }
    return Spend(steps);
  }
  bool IsSpent() const { return window_.budget != nullptr && window_.budget->IsUsedUp(); }

  Result<void> Make(const rt::Turn& turn, PlannedAction* action) {
    action->number = turn.number;
    action->nominal = turn.time;
    view_.times.nominal = view_.times.actual = turn.time;
    view_.id = "@" + std::to_string(turn.number);
    Result<void> made;
    if (!window_.outputs_only) {
      made = MakeData(defined_.inputs, &action->inputs);
    }
    made = made ? MakeData(defined_.outputs, &action->outputs) : std::move(made);
    return made ? made
                : Wrong("action " + std::to_string(turn.number) + " of " + rt::WriteTime(turn.time),
                        made.error());
  }

  Result<void> MakeData(const std::vector<rt::DefinedEvent>& events,
                        std::vector<PlannedData>* data) {
    data->resize(events.size());
    rt::UriCount count;
    for (std::size_t i = 0; i < events.size(); ++i) {
      Result<rt::EventData> made = rt::DataOf(events[i], parts_->texts, &view_);
      PlannedData& planned = (*data)[i];
      const hpdl_str name = events[i].written->name;
      planned.name.assign(name.data, name.size);
      if (const Result<void> fits = made ? count.Add(*made) : made.error(); !fits) {
        return Wrong(planned.name, fits.error());
      }
      planned.uris = std::move(made->uris);
      for (const std::string& call : made->deferred) {
        planned.uris.push_back(call + " -> " + made->uri_template);
      }
      if (!SpendOn(events[i].dataset, planned.uris)) {
        break;
      }
    }
    return {};
  }

  static rt::Error Wrong(const std::string& what, const rt::Error& error) {
    return {rt::ErrorClass::kError, error.code, what + ": " + error.message};
  }

  const std::unique_ptr<Parts> parts_;
  const rt::DefinedCoordinator defined_;
  const rt::Schedule& schedule_;
  rt::ActionView view_;
  // The state of the running call of Each().
  Window window_;
  std::uint64_t given_ = 0, spent_ = 0;
  PlannedAction action_;
};

}  // namespace

Result<std::unique_ptr<Plan>> Plan::Of(const hir::Coordinator& coordinator, const Values& values,
                                       const PlanOptions& options) {
  auto parts = std::make_unique<Parts>(coordinator, values, options);
  Result<rt::DefinedCoordinator> defined =
      rt::Define(parts->tables.coordinator(), parts->texts, rt::CoordinatorDefaults());
  HPDL_TRY(defined);
  const std::vector<std::string> unknown = parts->texts.UnknownNames();
  for (auto* events : {&defined->inputs, &defined->outputs}) {
    for (rt::DefinedEvent& event : *events) {
      event.dataset.unknown = unknown;
    }
  }
  return std::unique_ptr<Plan>(
      std::make_unique<CoordinatorPlan>(std::move(parts), std::move(*defined)));
}

}  // namespace hpdl::schedule
