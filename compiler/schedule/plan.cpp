#include "compiler/schedule/plan.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "compiler/hir/evaluate.h"
#include "compiler/sema/coordinator/known.h"
#include "runtime/base/text_parts.h"
#include "runtime/calendar/cron.h"
#include "runtime/calendar/named_zone.h"
#include "runtime/coordinator/frequency.h"
#include "runtime/coordinator/instance_call.h"
#include "runtime/coordinator/materialisation.h"
#include "runtime/coordinator/nominal_times.h"
#include "runtime/coordinator/time_functions.h"
#include "runtime/coordinator/view.h"
#include "runtime/value/eval.h"

namespace hpdl::schedule {
namespace {

using rt::Result;
using Values = std::map<std::string, std::string>;

rt::Error Wrong(const std::string& what, const std::string& why, std::string code = "") {
  return {rt::ErrorClass::kError, std::move(code), what + ": " + why};
}

/// A job and its actions, as expressions see them.
class PlannedJob final : public rt::RunView, public rt::CoordinatorView {
 public:
  PlannedJob(const hir::Coordinator& coordinator, const Values& values)
      : coordinator_(coordinator), values_(values) {}

  rt::ActionTimes times;
  std::string action_id;
  const rt::Dataset* dataset = nullptr;

  std::uint32_t dialect() const override { return HPDL_DIALECT_OOZIE; }
  const rt::JobIdentity& job() const override { return identity_; }
  const std::string* Property(std::string_view name) const override {
    const auto found = values_.find(std::string(name));
    return found == values_.end() ? nullptr : &found->second;
  }
  const rt::NodeRecord* Node(std::string_view) const override { return nullptr; }
  std::optional<std::string> LastErrorNode() const override { return std::nullopt; }
  std::string_view CurrentNode() const override { return {}; }
  std::string CallbackBase() const override { return {}; }
  std::string_view ParameterName(std::uint32_t index) const override {
    return coordinator_.parameters[index].name;
  }
  const rt::CoordinatorView* coordinator() const override { return this; }

  const rt::ActionTimes* Times() const override { return &times; }
  std::string_view ActionId() const override { return action_id; }
  const rt::Dataset* DataSet() const override { return dataset; }
  const rt::EventUris* DataIn(std::string_view) const override { return nullptr; }
  const rt::EventUris* DataOut(std::string_view) const override { return nullptr; }
  Result<bool> HasData(std::int64_t) const override { return false; }

 private:
  const hir::Coordinator& coordinator_;
  const Values& values_;
  rt::JobIdentity identity_;
};

/// An event with what is known of it before any action.
struct Event {
  const hir::DataEvent* written = nullptr;
  rt::Dataset dataset;
};

/// Texts whose values are known when the coordinator is submitted.
class SubmittedTexts {
 public:
  SubmittedTexts(const hir::Coordinator& coordinator, const Values& values)
      : known_(coordinator, values) {}

  Result<sema::KnownText> Of(hir::ValueId id, const std::string& what) const {
    sema::KnownText known = known_.Of(id);
    if (!known) {
      return Wrong(what, known.state == sema::KnownText::State::kFails
                             ? known.text
                             : "it depends on properties that are not given");
    }
    return known;
  }

  Result<std::int64_t> Time(hir::ValueId id, const std::string& what) const {
    const Result<sema::KnownText> text = Of(id, what);
    HPDL_TRY(text);
    const Result<std::int64_t> time = rt::ReadTime(text->text);
    return time ? time : Wrong(what, time.error().message);
  }

  Result<rt::TimeZone> Zone(hir::ValueId id, const std::string& what) const {
    const Result<sema::KnownText> text = Of(id, what);
    HPDL_TRY(text);
    const Result<rt::TimeZone> zone = rt::ClocksOf(text->text);
    return zone ? zone : Wrong(what, zone.error().message);
  }

  Result<rt::Schedule> Schedule(const hir::Coordinator& coordinator) const {
    const Result<std::int64_t> start = Time(coordinator.start, "start");
    HPDL_TRY(start);
    const Result<std::int64_t> end = Time(coordinator.end, "end");
    HPDL_TRY(end);
    const Result<rt::TimeZone> zone = Zone(coordinator.timezone, "timezone");
    HPDL_TRY(zone);
    const Result<sema::KnownText> text = Of(coordinator.frequency, "frequency");
    HPDL_TRY(text);
    rt::Schedule schedule{rt::Period{}, *start, *end, *zone};
    if (const std::optional<rt::Period> period = rt::PeriodOf(text->text, text->notes)) {
      schedule.frequency = *period;
      return schedule;
    }
    auto cron = rt::Cron::OfOozie(text->text);
    if (const auto* problem = std::get_if<rt::CronProblem>(&cron)) {
      return Wrong("frequency", problem->text);
    }
    schedule.frequency = std::get<rt::Cron>(std::move(cron));
    return schedule;
  }

  /// How many actions may wait at a time. What is no number is reported by the checks.
  Result<std::int64_t> Throttle(hir::ValueId id) const {
    constexpr std::int64_t kDefault = 12, kMost = 500;
    if (!id.valid()) {
      return kDefault;
    }
    const Result<sema::KnownText> text = Of(id, "throttle");
    HPDL_TRY(text);
    const std::int64_t number = rt::ParseNumber(text->text).value_or(0);
    return number < 1 || number > kMost ? kMost : number;
  }

  Result<rt::Dataset> Dataset(const hir::Dataset& written) const {
    const std::string of = " of the data set " + written.name;
    rt::Dataset dataset;
    dataset.name = written.name;
    const Result<sema::KnownText> frequency = Of(written.frequency, "frequency" + of);
    HPDL_TRY(frequency);
    const std::optional<rt::Period> period = rt::PeriodOf(frequency->text, frequency->notes);
    if (!period || period->count <= 0) {
      return Wrong("frequency" + of, "'" + frequency->text + "' is no number above 0");
    }
    dataset.frequency = *period;
    const Result<std::int64_t> initial = Time(written.initial_instance, "initial-instance" + of);
    HPDL_TRY(initial);
    dataset.initial_instance = *initial;
    const Result<rt::TimeZone> zone = Zone(written.timezone, "timezone" + of);
    HPDL_TRY(zone);
    dataset.zone = *zone;
    const Result<sema::KnownText> uri = Of(written.uri_template, "uri-template" + of);
    HPDL_TRY(uri);
    dataset.uri_template = uri->text;
    return dataset;
  }

  Result<std::vector<Event>> Events(const hir::Coordinator& coordinator,
                                    const std::vector<hir::DataEvent>& written) const {
    std::vector<Event> events;
    for (const hir::DataEvent& each : written) {
      const Result<sema::KnownText> name = Of(each.dataset, "dataset of " + each.name);
      HPDL_TRY(name);
      const auto found = std::find_if(coordinator.datasets.begin(), coordinator.datasets.end(),
                                      [&](const hir::Dataset& d) { return d.name == name->text; });
      if (found == coordinator.datasets.end()) {
        return Wrong("dataset of " + each.name, "there is no data set " + name->text);
      }
      Result<rt::Dataset> dataset = Dataset(*found);
      HPDL_TRY(dataset);
      events.push_back({&each, std::move(*dataset)});
    }
    return events;
  }

 private:
  sema::KnownTexts known_;
};

class CoordinatorPlan final : public Plan {
 public:
  CoordinatorPlan(const hir::Coordinator& coordinator, const Values& values, std::string zone,
                  std::int64_t throttle, rt::Schedule schedule, std::vector<Event> inputs,
                  std::vector<Event> outputs)
      : coordinator_(coordinator),
        zone_(std::move(zone)),
        throttle_(throttle),
        schedule_(std::move(schedule)),
        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)),
        job_(coordinator, values) {
    job_.times.zone = schedule_.zone;
  }

  const std::string& zone() const override { return zone_; }

  Result<void> Each(const Window& window,
                    const std::function<bool(const PlannedAction&)>& take) override {
    window_ = window;
    window_.from = std::max(schedule_.start, window.from.value_or(schedule_.start));
    window_.to = std::min(schedule_.end, window.to.value_or(schedule_.end));
    given_ = 0;
    return std::holds_alternative<rt::Cron>(schedule_.frequency) ? EachOfPasses(take)
                                                                 : EachOfPeriod(take);
  }

 private:
  using Take = std::function<bool(const PlannedAction&)>;

  Result<void> EachOfPeriod(const Take& take) {
    std::optional<rt::Turn> turn = rt::TurnFrom(schedule_, *window_.from);
    for (bool more = true; turn && more; turn = rt::TurnAfter(schedule_, *turn)) {
      HPDL_TRY(Give(*turn, take, &more));
    }
    return {};
  }

  /// In the passes in which a coordinator makes its actions whose data is always there: what is
  /// missed by the time of its submission as fast as may be, then each shortly before its time.
  Result<void> EachOfPasses(const Take& take) {
    const rt::MaterialisationSettings settings;
    rt::MaterialisationFacts facts;
    facts.throttle = throttle_;
    facts.next = rt::FirstTurn(schedule_);
    std::int64_t now = window_.now;
    for (bool more = true; more && facts.next && facts.next->regular < *window_.to;) {
      now = std::max(now, facts.next->regular - settings.look_ahead);
      const std::optional<rt::MaterialisationPass> pass =
          rt::Materialise(schedule_, facts, now, settings);
      if (!pass || pass->actions.empty()) {
        break;
      }
      for (auto turn = pass->actions.begin(); more && turn != pass->actions.end(); ++turn) {
        if (turn->time >= *window_.from) {
          HPDL_TRY(Give(*turn, take, &more));
        }
      }
      facts.state = rt::CoordinatorState::kRunning;
      facts.next = pass->all_made ? std::nullopt : pass->next;
    }
    return {};
  }

  /// `*more` becomes false if nobody wants further ones.
  Result<void> Give(const rt::Turn& turn, const Take& take, bool* more) {
    *more = turn.time < *window_.to && given_ < window_.most;
    if (!*more) {
      return {};
    }
    HPDL_TRY(Make(turn, &action_));
    ++given_;
    *more = take(action_);
    return {};
  }

  Result<void> Make(const rt::Turn& turn, PlannedAction* action) {
    action->number = turn.number;
    action->nominal = turn.time;
    job_.times.nominal = job_.times.actual = turn.time;
    job_.action_id = "@" + std::to_string(turn.number);
    Result<void> made = MakeData(inputs_, &action->inputs);
    made = made ? MakeData(outputs_, &action->outputs) : std::move(made);
    return made ? made
                : Wrong("action " + std::to_string(turn.number) + " of " + rt::WriteTime(turn.time),
                        made.error().message, made.error().code);
  }

  Result<void> MakeData(const std::vector<Event>& events, std::vector<PlannedData>* data) {
    data->resize(events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Event& event = events[i];
      PlannedData& planned = (*data)[i];
      planned.name = event.written->name;
      planned.uris.clear();
      job_.dataset = &event.dataset;
      const Result<void> added =
          event.written->is_range ? AddRange(event, &planned) : AddInstances(event, &planned);
      if (!added) {
        return Wrong(planned.name, added.error().message, added.error().code);
      }
    }
    return {};
  }

  Result<void> AddInstances(const Event& event, PlannedData* planned) {
    for (const hir::Instance& instance : event.written->instances) {
      rt::CoordinatorNotes notes;
      const Result<std::string> text = ValueOf(instance.text, &notes);
      HPDL_TRY(text);
      if (notes.written_back) {
        AddDeferred(event, "${" + *text + "}", planned);
        continue;
      }
      for (std::size_t begin = 0; begin < text->size();) {
        const std::size_t next = std::min(text->find('#', begin), text->size());
        const Result<std::int64_t> time = rt::ReadTime(text->substr(begin, next - begin));
        HPDL_TRY(time);
        planned->uris.push_back(rt::UriOf(event.dataset, *time));
        begin = next + 1;
      }
    }
    return {};
  }

  Result<void> AddRange(const Event& event, PlannedData* planned) {
    const Result<rt::InstanceBound> first = BoundOf(event.written->instances.front());
    HPDL_TRY(first);
    const Result<rt::InstanceBound> last = BoundOf(event.written->instances.back());
    HPDL_TRY(last);
    HPDL_TRY(rt::CheckRange(*first, *last));
    const std::string ends = std::to_string(first->n) + "," + std::to_string(last->n);
    if (first->kind == rt::InstanceBound::Kind::kLatest) {
      AddDeferred(event, "${coord:latestRange(" + ends + ")}", planned);
      return {};
    }
    if (first->kind == rt::InstanceBound::Kind::kFuture) {
      AddDeferred(event, "${coord:futureRange(" + ends + "," + std::to_string(last->limit) + ")}",
                  planned);
      return {};
    }
    const Result<rt::Instances> instances = rt::RangeOf(event.dataset, job_.times, *first, *last);
    HPDL_TRY(instances);
    for (const std::int64_t instance : *instances) {
      planned->uris.push_back(rt::UriOf(event.dataset, instance));
    }
    return {};
  }

  static void AddDeferred(const Event& event, const std::string& call, PlannedData* planned) {
    planned->uris.push_back(call + " -> " + event.dataset.uri_template);
  }

  Result<rt::InstanceBound> BoundOf(const hir::Instance& instance) {
    const std::optional<rt::InstanceBound::Kind> kind =
        instance.function == nullptr ? std::nullopt : rt::KindOfInstance(instance.function->name);
    if (!kind) {
      return rt::Error{rt::ErrorClass::kError, "E1010", "an end of a range is no single instance"};
    }
    std::vector<std::string> arguments;
    for (const hir::ValueId id : instance.arguments) {
      Result<std::string> argument = ValueOf(id, nullptr);
      HPDL_TRY(argument);
      arguments.push_back(std::move(*argument));
    }
    return rt::BoundOfCall(*kind, arguments);
  }

  /// The value for the action that is made now.
  Result<std::string> ValueOf(hir::ValueId id, rt::CoordinatorNotes* notes) const {
    const hir::Value& value = coordinator_.values[id.index];
    if (!value.expr.valid()) {
      return value.text;
    }
    hpdl_eval eval;
    eval.run = &job_;
    eval.notes = notes;
    hpdl_value result;
    if (hir::Evaluate(coordinator_, value.expr, &eval, &result) != 0 ||
        hir::Convert(value.target, &eval, &result) != 0 ||
        hir::Convert(stdlib::Type::kString, &eval, &result) != 0) {
      return rt::Error{rt::ErrorClass::kError, "E1004", eval.error};
    }
    return std::string(result.as.s, result.size);
  }

  const hir::Coordinator& coordinator_;
  const std::string zone_;
  const std::int64_t throttle_;
  const rt::Schedule schedule_;
  const std::vector<Event> inputs_, outputs_;
  PlannedJob job_;
  // Of the call of Each() that is at work.
  Window window_;
  std::uint64_t given_ = 0;
  PlannedAction action_;
};

}  // namespace

Result<std::unique_ptr<Plan>> Plan::Of(const hir::Coordinator& coordinator, const Values& values) {
  const SubmittedTexts texts(coordinator, values);
  Result<rt::Schedule> schedule = texts.Schedule(coordinator);
  HPDL_TRY(schedule);
  Result<sema::KnownText> zone = texts.Of(coordinator.timezone, "timezone");
  HPDL_TRY(zone);
  const Result<std::int64_t> throttle = texts.Throttle(coordinator.throttle);
  HPDL_TRY(throttle);
  Result<std::vector<Event>> inputs = texts.Events(coordinator, coordinator.inputs);
  HPDL_TRY(inputs);
  Result<std::vector<Event>> outputs = texts.Events(coordinator, coordinator.outputs);
  HPDL_TRY(outputs);
  return std::unique_ptr<Plan>(std::make_unique<CoordinatorPlan>(
      coordinator, values, std::move(zone->text), *throttle, std::move(*schedule),
      std::move(*inputs), std::move(*outputs)));
}

}  // namespace hpdl::schedule
