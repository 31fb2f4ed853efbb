#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <unordered_set>

#include "compiler/sema/coordinator/submission.h"
#include "runtime/rules/coordinator/frequency.h"
#include "runtime/rules/coordinator/instance_call.h"
#include "runtime/rules/coordinator/instance_uri.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::sema {
namespace {

using Kind = rt::InstanceBound::Kind;

/// Returns the bound that an instance means: one end of a range, or a single instance such as
/// current(-1). Returns nullopt if the text is not known, or if it is no call of a function that
/// can be a bound. Returns an error if the arguments are wrong.
rt::Result<std::optional<rt::InstanceBound>> BoundOf(const Submission& s,
                                                     const hir::Instance& instance) {
  const KnownText text = s.BoundOf(instance);
  return text ? rt::ReadBound(text.text) : std::optional<rt::InstanceBound>();
}

/// True if there is a comma outside of parentheses and quotes.
bool HasComma(std::string_view text) {
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      quote = c == quote ? 0 : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == ')') {
      depth += c == '(' ? 1 : -1;
    } else if (c == ',' && depth == 0) {
      return true;
    }
  }
  return false;
}

/// Checks the instances of the first data-in or the first data-out. Oozie checks no other events.
void CheckFirst(const Submission& s, const hir::DataEvent& event) {
  for (const hir::Instance& instance : event.instances) {
    if (!instance.text.valid()) {
      continue;
    }
    const std::string& text = s.coordinator.values[instance.text.index].text;
    const bool empty = text.empty();
    if (empty || HasComma(text)) {
      s.reporter.Emit(DiagnosticKind::kBadInstance, empty ? event.range : instance.range,
                      empty ? "the text of an instance of this event is empty"
                            : "an instance element may name only one instance; write one "
                              "element for each instance");
    }
  }
}

const hir::Dataset* DatasetOf(const Submission& s, const hir::DataEvent& event) {
  const KnownText name = s.known.Of(event.dataset);
  const auto found = name ? s.lookups.datasets.find(name.text) : s.lookups.datasets.end();
  return found == s.lookups.datasets.end() ? nullptr : found->second;
}

void CheckDatasetName(const Submission& s, const hir::DataEvent& event) {
  const KnownText name = s.known.Of(event.dataset);
  const bool missing = name && s.RangeOf(event.dataset) == Range();
  if (!name || missing || DatasetOf(s, event) != nullptr || s.options.misses_files) {
    return;
  }
  NameHint hint = HintFor(s, s.RangeOf(event.dataset), name.text, s.lookups.dataset_names);
  s.reporter
      .Emit(DiagnosticKind::kUndefinedDataset, s.RangeOf(event.dataset),
            "there is no data set " + Quoted(name.text) + hint.text)
      .fix = std::move(hint.fix);
}

/// Returns the data set, or nullopt if its initial instance, frequency or timezone is not known.
/// Reports a data set that has no second instance.
std::optional<rt::Dataset> KnownDataset(const Submission& s, const hir::Dataset& dataset) {
  const KnownText initial = s.known.Of(dataset.initial_instance);
  const KnownText zone_name = s.known.Of(dataset.timezone);
  const KnownText frequency = s.known.Of(dataset.frequency);
  if (!initial || !zone_name || !frequency) {
    return std::nullopt;
  }
  const std::optional<rt::TimeZone>& zone = ZoneByName(s, zone_name.text);
  const rt::Result<std::int64_t> time = rt::ReadTime(initial.text);
  const std::optional<rt::Period> period = rt::PeriodOf(frequency.text, frequency.notes);
  if (!zone || !time || !period || period->count <= 0) {
    return std::nullopt;
  }
  rt::Dataset known;
  known.name = dataset.name;
  known.frequency = *period;
  known.initial_instance = *time;
  known.zone = *zone;
  const auto first = rt::CurrentInstance(known, {*time, *time, *zone}, 0);
  if (!first) {
    s.reporter.Emit(DiagnosticKind::kBadFrequency, s.RangeOf(dataset.frequency),
                    first.error().message);
    return std::nullopt;
  }
  return known;
}

/// Returns the data set of an event, or null if its initial instance, frequency or timezone is not
/// known.
const rt::Dataset* KnownDatasetOf(const Submission& s, const hir::DataEvent& event) {
  const hir::Dataset* dataset = DatasetOf(s, event);
  if (dataset == nullptr) {
    return nullptr;
  }
  const auto [known, added] = s.lookups.known_datasets.try_emplace(dataset);
  if (added) {
    known->second = KnownDataset(s, *dataset);
  }
  return known->second ? &*known->second : nullptr;
}

/// Returns the start of a range for an action. Returns nullopt if the start is given as a number of
/// instances and not as a time.
std::optional<std::int64_t> BeginOfRange(const rt::Dataset& dataset, const rt::ActionTimes& action,
                                         const rt::InstanceBound& start) {
  const auto end_of = [&](rt::Period::Begin end) {
    const rt::Result<std::int64_t> time = rt::EndOf(dataset, action, end, start.n);
    return time ? std::optional(*time) : std::nullopt;
  };
  switch (start.kind) {
    case Kind::kAbsolute:
      return start.time;
    case Kind::kEndOfDays:
      return end_of(rt::Period::Begin::kNextDay);
    case Kind::kEndOfWeeks:
      return end_of(rt::Period::Begin::kNextWeek);
    case Kind::kEndOfMonths:
      return end_of(rt::Period::Begin::kNextMonth);
    default:
      return std::nullopt;
  }
}

/// Returns the time of the instance that a bound means for an action. Returns nullopt if this time
/// is before the first instance of the data set. An error of this function means that the action
/// would fail.
rt::Result<std::optional<std::int64_t>> InstanceOf(const rt::Dataset& dataset,
                                                   const rt::ActionTimes& action,
                                                   const rt::InstanceBound& bound) {
  return bound.kind == Kind::kOffset ? rt::OffsetInstance(dataset, action, bound.n, bound.unit)
                                     : rt::CurrentInstance(dataset, action, bound.n);
}

/// Warns of mistakes that make the first action fail. The job is then FAILED before the action
/// exists.
class FirstActionCheck {
 public:
  FirstActionCheck(const Submission& s, const hir::DataEvent& event, const Schedule& schedule)
      : s_(s), event_(event) {
    if (schedule.first && schedule.zone) {
      first_ = {*schedule.first, *schedule.first, *schedule.zone};
      dataset_ = KnownDatasetOf(s, event);
    }
  }

  void Check() const {
    if (event_.is_range) {
      CheckRange();
      return;
    }
    for (const hir::Instance& instance : event_.instances) {
      if (const auto bound = ReportedBoundOf(instance)) {
        CheckInstance(instance, *bound);
      }
    }
  }

 private:
  /// Returns the result of BoundOf(), or nullopt after an error. Reports the error, and reports a
  /// text that cannot be evaluated or that is no bound of a range.
  std::optional<rt::InstanceBound> ReportedBoundOf(const hir::Instance& instance) const {
    const KnownText text = s_.BoundOf(instance);
    if (text.state == KnownText::State::kFails) {
      s_.reporter.Emit(DiagnosticKind::kElType, instance.range, text.text);
    }
    const rt::Result<std::optional<rt::InstanceBound>> bound = BoundOf(s_, instance);
    if (!bound) {
      Fail(instance, bound.error().message);
      return std::nullopt;
    }
    // A property may have an expression as its value, which the job evaluates later.
    const bool is_later = text.text.find("${") != std::string::npos;
    if (text && !*bound && event_.is_range && !is_later) {
      Fail(instance, rt::kNoBound);
    }
    return *bound;
  }

  void CheckInstance(const hir::Instance& instance, const rt::InstanceBound& bound) const {
    for (const std::int64_t number : {bound.n, bound.limit}) {
      if (number < std::numeric_limits<std::int32_t>::min() ||
          number > std::numeric_limits<std::int32_t>::max()) {
        Fail(instance, std::to_string(number) + " does not fit in 32 bits");
        return;
      }
    }
    if (bound.kind == Kind::kLatest || bound.kind == Kind::kFuture) {
      return;  // FirstInstanceCheck checks these
    }
    if (bound.kind != Kind::kCurrent && bound.kind != Kind::kOffset) {
      const std::string call = s_.BoundOf(instance).text;
      Fail(instance,
           Message::Words(call.substr(0, call.find('('))) + " can only be the start of a range");
      return;
    }
    if (dataset_ == nullptr) {
      return;
    }
    if (const auto found = InstanceOf(*dataset_, first_, bound); !found) {
      Fail(instance, found.error().message);
    }
  }

  void CheckRange() const {
    const hir::Instance& instance = event_.instances[0];
    const auto start = ReportedBoundOf(instance);
    const auto end = ReportedBoundOf(event_.instances[1]);
    if (!start || !end) {
      return;
    }
    if (const rt::Result<void> range = rt::CheckRange(*start, *end); !range) {
      Fail(instance, range.error().message);
      return;
    }
    if (dataset_ == nullptr) {
      return;
    }
    const std::optional<std::int64_t> begin = BeginOfRange(*dataset_, first_, *start);
    if (begin && !IsRangeFrom(*begin, end->n)) {
      return;
    }
    if (const rt::Result<void> range = rt::CheckRangeOf(*dataset_, first_, *start, *end); !range) {
      Fail(instance, range.error().message);
    }
  }

  /// True if the range may begin at `begin` and end with current(newest). Warns before it returns
  /// false. If the first action is before the first instance of the data set, returns true without
  /// a check.
  bool IsRangeFrom(std::int64_t begin, std::int64_t newest) const {
    const auto current = rt::CurrentInstance(*dataset_, first_, 0);
    if (!current || !*current) {
      return true;
    }
    const hir::Instance& instance = event_.instances[0];
    // The nominal time in this call is `begin`, so the call searches for only one instance.
    const auto there = rt::CurrentInstance(*dataset_, {begin, begin, first_.zone}, 0);
    const auto last = rt::CurrentInstance(*dataset_, first_, newest);
    if (there && *there != begin) {
      Fail(instance, "the range starts at " + rt::WriteTime(begin) + ", where " +
                         Quoted(dataset_->name) + " has no instance");
      return false;
    }
    if (last && *last && **last < begin) {
      Fail(instance, "the range of the first action starts at " + rt::WriteTime(begin) +
                         ", after its end at " + rt::WriteTime(**last));
      return false;
    }
    return true;
  }

  void Fail(const hir::Instance& instance, Message why) const {
    if (instance.waits && !event_.is_range) {
      // The action exists, but the search for its data fails each time.
      s_.reporter.Emit(DiagnosticKind::kDataNeverThere, instance.range, std::move(why));
      return;
    }
    s_.reporter.Emit(DiagnosticKind::kBadRange, instance.range,
                     std::move(why) + "; the job fails when it makes its first action");
  }

  const Submission& s_;
  const hir::DataEvent& event_;
  rt::ActionTimes first_;
  const rt::Dataset* dataset_ = nullptr;  ///< null if the data set or the first action is not known
};

void CheckNamesOf(const Submission& s, const std::vector<hir::DataEvent>& events,
                  std::string_view what) {
  std::map<std::string_view, Range> names;
  for (const hir::DataEvent& event : events) {
    const auto [first, added] = names.emplace(event.name, event.range);
    if (!added && !event.name.empty()) {
      s.reporter
          .Emit(DiagnosticKind::kDuplicateEvent, event.range,
                "two " + Message::Words(what) + " have the name " + Quoted(event.name))
          .notes.push_back(s.reporter.Note(first->second, "the first event is here"));
    }
  }
}

/// Reports instances that no action gets, and instances for which an action waits forever. Only the
/// last action is checked, because an instance that the last action cannot get is missing for all
/// earlier actions, too. coord:latest counts from the time when the last action is made. This time
/// is the action's nominal time, or the current time if the nominal time is past.
class FirstInstanceCheck {
 public:
  FirstInstanceCheck(const Submission& s, const rt::Dataset& dataset, const Schedule& schedule)
      : s_(s),
        dataset_(dataset),
        end_(*schedule.end),
        now_(s.options.now.value_or(end_)),
        last_{end_ - kMinute, std::max(end_ - kMinute, now_), *schedule.zone} {}

  void Check(const hir::DataEvent& event) const {
    // For coord:current, coord:offset and coord:future, the newer end of a range is checked: if no
    // action gets the newer end, no action gets any instance of the range. For coord:latest the
    // older end is checked, because the older end needs the most existing instances.
    for (std::size_t i = 0; i < event.instances.size(); ++i) {
      const hir::Instance& instance = event.instances[i];
      const auto bound = KnownBoundOf(s_, instance);
      const bool newer = !event.is_range || i == 1, older = !event.is_range || i == 0;
      if (!bound) {
        continue;
      }
      if (bound->kind == Kind::kCurrent || bound->kind == Kind::kOffset) {
        if (newer) {
          CheckGiven(event, instance, *bound);
        }
      } else if (bound->kind == Kind::kLatest) {
        if (older) {
          CheckLatest(instance, *bound);
        }
      } else if (bound->kind == Kind::kFuture) {
        if (newer) {
          CheckFuture(instance, *bound);
        }
      }
    }
  }

 private:
  static constexpr std::int64_t kMinute = 60;

  void CheckGiven(const hir::DataEvent& event, const hir::Instance& instance,
                  const rt::InstanceBound& bound) const {
    // An error is ignored here. FirstActionCheck has already reported an error of the first action,
    // and an error at the end of the calendar does not matter.
    const auto found = InstanceOf(dataset_, last_, bound);
    if (found && !*found) {
      s_.reporter.Emit(DiagnosticKind::kInstanceBeforeInitial, instance.range,
                       (event.is_range ? "no action has an instance of this range: "
                                       : "no action has this instance: ") +
                           BeforeFirst());
    }
  }

  void CheckLatest(const hir::Instance& instance, const rt::InstanceBound& bound) const {
    if (bound.n > 0) {
      Never(instance,
            "the argument of coord:latest must be 0 or less, found " + std::to_string(bound.n));
      return;
    }
    const std::uint64_t wanted = 1 - static_cast<std::uint64_t>(bound.n);
    if (wanted > std::uint64_t{rt::kMostInstances}) {
      Never(instance, LooksAt("coord:latest"));
      return;
    }
    const rt::ActionTimes made{last_.actual, last_.actual, last_.zone};
    const auto found = rt::CurrentInstance(dataset_, made, bound.n);
    if (found && !*found) {
      Never(instance,
            Quoted(dataset_.name) + " begins at " + rt::WriteTime(dataset_.initial_instance) +
                " and has " +
                (wanted == 1 ? "no instance"
                             : "fewer than " + std::to_string(wanted) + " instances") +
                (now_ > end_ ? Message(" up to now") : " up to the end at " + rt::WriteTime(end_)));
    }
  }

  void CheckFuture(const hir::Instance& instance, const rt::InstanceBound& bound) const {
    if (bound.n < 0) {
      Never(instance, "the first argument of coord:future must be 0 or more, found " +
                          std::to_string(bound.n));
    } else if (bound.limit < bound.n) {
      Never(instance, "coord:future skips " + std::to_string(bound.n) +
                          " instances but looks at only " + std::to_string(bound.limit + 1));
    } else if (bound.n >= rt::kMostInstances) {
      Never(instance, LooksAt("coord:future"));
    } else if (const auto found = rt::CurrentInstance(dataset_, last_, 0); found && !*found) {
      Never(instance, "no action has an instance to count from: " + BeforeFirst());
    }
  }

  void Never(const hir::Instance& instance, Message why) const {
    s_.reporter.Emit(DiagnosticKind::kDataNeverThere, instance.range, std::move(why));
  }

  static Message LooksAt(std::string_view function) {
    return Message::Words(function) + " looks at " + std::to_string(rt::kMostInstances) +
           " instances at most";
  }

  Message BeforeFirst() const {
    return Message("until the coordinator ends at ") + rt::WriteTime(end_) +
           ", this instance is always before the first instance of " + Quoted(dataset_.name) +
           " at " + rt::WriteTime(dataset_.initial_instance);
  }

  const Submission& s_;
  const rt::Dataset& dataset_;
  const std::int64_t end_, now_;
  const rt::ActionTimes last_;
};

void CheckBegin(const Submission& s, const hir::DataEvent& event, const Schedule& schedule) {
  if (!schedule.end || !schedule.zone) {
    return;
  }
  if (const rt::Dataset* dataset = KnownDatasetOf(s, event)) {
    FirstInstanceCheck(s, *dataset, schedule).Check(event);
  }
}

/// True if the URIs of a data set have no slash. A data set with a template such as
/// ${YEAR}-${MONTH} often only writes a time, and nothing is stored at its URIs.
bool NamesNoFolder(const Submission& s, const hir::Dataset& dataset) {
  const KnownText uri = s.known.Of(dataset.uri_template);
  return uri && uri.text.find('/') == std::string::npos;
}

/// Checks the instances of outputs. An output must not be an instance of coord:latest or
/// coord:future, because these functions only find existing data. Two outputs must not have the
/// same URI.
void CheckOutputs(const Submission& s) {
  std::map<std::pair<std::string_view, std::string_view>, Range> written;
  for (const hir::DataEvent& event : s.coordinator.outputs) {
    for (const hir::Instance& instance : event.instances) {
      const auto bound = KnownBoundOf(s, instance);
      if (bound && (bound->kind == Kind::kLatest || bound->kind == Kind::kFuture)) {
        s.reporter.Emit(
            DiagnosticKind::kLatestOutput, instance.range,
            "an output whose instance is " +
                Message::Words(bound->kind == Kind::kLatest ? "coord:latest" : "coord:future") +
                " has no URI, so coord:dataOut gives an empty text");
      }
      const hir::Dataset* dataset = DatasetOf(s, event);
      if (dataset == nullptr || !dataset->uri_template.valid() || !instance.text.valid() ||
          NamesNoFolder(s, *dataset)) {
        continue;
      }
      const auto [first, added] =
          written.try_emplace({s.coordinator.values[dataset->uri_template.index].text,
                               s.coordinator.values[instance.text.index].text},
                              event.range);
      if (!added) {
        s.reporter.Emit(DiagnosticKind::kSharedOutput, event.range, "two outputs have the same URI")
            .notes.push_back(s.reporter.Note(first->second, "the other output is here"));
      }
    }
  }
}

/// Reports a URI template that fails for every instance. Oozie evaluates the template once more
/// when it makes an action. If values of properties contain references, the template is not
/// checked, because these properties may get a value later.
void CheckUri(const Submission& s, const hir::Dataset& dataset) {
  const KnownText uri = s.known.Of(dataset.uri_template);
  const auto has_reference = [](const auto& property) {
    return property.second.find("${") != std::string::npos;
  };
  if (!uri || std::any_of(s.options.values.begin(), s.options.values.end(), has_reference)) {
    return;
  }
  rt::Dataset known;
  known.name = dataset.name;
  known.uri_template = uri.text;
  // Each part of these two times differs: 2001-02-03T04:05Z and 2022-11-22T13:44Z.
  constexpr std::int64_t kTimes[] = {981'173'100, 1'669'124'640};
  const rt::Result<std::string> first = rt::UriOf(known, kTimes[0]);
  if (!first && !rt::UriOf(known, kTimes[1])) {
    s.reporter.Emit(
        DiagnosticKind::kFailsIfReached, s.RangeOf(dataset.uri_template),
        first.error().message +
            "; the job fails when it makes an action that has an instance of this data set");
  }
}

void CheckUse(const Submission& s) {
  std::unordered_set<std::string> used;
  for (const auto* events : {&s.coordinator.inputs, &s.coordinator.outputs}) {
    for (const hir::DataEvent& event : *events) {
      const KnownText name = s.known.Of(event.dataset);
      if (!name) {
        return;
      }
      used.insert(name.text);
    }
  }
  for (const hir::Dataset& dataset : s.coordinator.datasets) {
    if (used.contains(dataset.name)) {
      CheckUri(s, dataset);
    } else if (!dataset.included) {
      s.reporter.Emit(DiagnosticKind::kUnusedDataset, dataset.range,
                      "no event uses data set " + Quoted(dataset.name));
    }
  }
}

}  // namespace

std::optional<rt::InstanceBound> KnownBoundOf(const Submission& s, const hir::Instance& instance) {
  const rt::Result<std::optional<rt::InstanceBound>> bound = BoundOf(s, instance);
  return bound ? *bound : std::nullopt;
}

void CheckDatasets(const Submission& s) {
  for (const hir::Dataset& dataset : s.coordinator.datasets) {
    DatasetPeriodOf(s, dataset.frequency);
    ZoneOf(s, dataset.timezone);
    const std::optional<std::int64_t> first =
        TimeOf(s, dataset.initial_instance, "initial-instance");
    if (first && *first < 0) {
      s.reporter.Emit(
          DiagnosticKind::kBadInitialInstance, s.RangeOf(dataset.initial_instance),
          "the first instance, " + rt::WriteTime(*first) + ", is before 1970-01-01T00:00Z");
    }
  }
  CheckUse(s);
}

void CheckEvents(const Submission& s, const Schedule& schedule) {
  CheckNamesOf(s, s.coordinator.inputs, "data-in");
  CheckNamesOf(s, s.coordinator.outputs, "data-out");
  for (const auto* events : {&s.coordinator.inputs, &s.coordinator.outputs}) {
    for (const hir::DataEvent& event : *events) {
      CheckDatasetName(s, event);
      FirstActionCheck(s, event, schedule).Check();
    }
    if (!events->empty()) {
      CheckFirst(s, events->front());
    }
  }
  for (const hir::DataEvent& event : s.coordinator.inputs) {
    CheckBegin(s, event, schedule);
  }
  CheckOutputs(s);
}

void CheckEventNames(const Submission& s, std::span<const Call> calls) {
  std::vector<std::string_view> inputs = s.lookups.input_names;
  std::vector<KnownText> of_logic;
  bool unknown = false;
  for (const hir::Logic& logic : s.coordinator.logic) {
    if (logic.name.valid()) {
      of_logic.push_back(s.known.Of(logic.name));
      unknown = unknown || !of_logic.back();
    }
  }
  for (const KnownText& name : of_logic) {
    inputs.push_back(name.text);
  }
  const std::vector<std::string_view>& outputs = s.lookups.output_names;
  const std::unordered_set<std::string_view> is_input(inputs.begin(), inputs.end());
  const std::unordered_set<std::string_view> is_output(outputs.begin(), outputs.end());
  for (const Call& call : calls) {
    for (const Call::Literal& literal : call.literals) {
      const stdlib::ArgumentRole role = call.function->arguments[literal.argument].role;
      const bool input = role == stdlib::ArgumentRole::kInputEvent;
      if (!input && role != stdlib::ArgumentRole::kOutputEvent) {
        continue;
      }
      if ((input && unknown) || (input ? is_input : is_output).contains(literal.text)) {
        continue;
      }
      NameHint hint = HintFor(s, literal.range, literal.text, input ? inputs : outputs);
      s.reporter
          .Emit(DiagnosticKind::kUndefinedEvent, literal.range,
                Message::Words(call.function->name) + ": no " + (input ? "data-in" : "data-out") +
                    " has the name " + Quoted(literal.text) + hint.text)
          .fix = std::move(hint.fix);
    }
  }
}

}  // namespace hpdl::sema
