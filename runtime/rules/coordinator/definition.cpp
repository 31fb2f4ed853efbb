#include "runtime/rules/coordinator/definition.h"

#include <set>
#include <unordered_map>
#include <utility>
#include <variant>

#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/calendar/cron.h"
#include "runtime/ground/calendar/named_zone.h"
#include "runtime/rules/coordinator/frequency.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kLeastMinutes = 5;

Error Wrong(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

/// Returns Oozie's error for a value of the wrong kind.
Error InvalidValue(const std::string& what, const std::string& value, const std::string& why) {
  return Wrong("E1003",
               "Invalid coordinator application attributes, " + what + " [" + value + "] " + why);
}

bool HasCommaOutsideOfCalls(std::string_view text) {
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

class Definer {
 public:
  Definer(const hpdl_coordinator& written, const CoordinatorTexts& texts,
          const CoordinatorDefaults& defaults)
      : written_(written), texts_(texts), defaults_(defaults) {}

  Result<DefinedCoordinator> Define() {
    HPDL_TRY(SetFrequency());
    HPDL_TRY(SetText(written_.definition.name, &defined_.name));
    HPDL_TRY(SetTime(written_.start, "start", &defined_.schedule.start));
    HPDL_TRY(SetTime(written_.end, "end", &defined_.schedule.end));
    HPDL_TRY(SetText(written_.timezone, &defined_.timezone));
    HPDL_TRY(SetZone(defined_.timezone, "timezone", &defined_.schedule.zone));
    HPDL_TRY(SetControls());
    HPDL_TRY(SetDatasets());
    HPDL_TRY(SetEvents(written_.inputs, written_.input_count, "dataIn", &defined_.inputs));
    HPDL_TRY(SetEvents(written_.outputs, written_.output_count, "dataOut", &defined_.outputs));
    HPDL_TRY(SetLogic());
    HPDL_TRY(SetText(written_.app_path, &defined_.app_path));
    HPDL_TRY(CheckSchedule());
    HPDL_TRY(CheckFirst(defined_.inputs));
    HPDL_TRY(CheckFirst(defined_.outputs));
    return std::move(defined_);
  }

 private:
  Result<std::string> Text(std::uint32_t expression, CoordinatorNotes* notes = nullptr) const {
    return texts_.Of(expression, nullptr, notes);
  }
  Result<void> SetText(std::uint32_t expression, std::string* text) const {
    Result<std::string> value = Text(expression);
    HPDL_TRY(value);
    *text = std::move(*value);
    return {};
  }
  Result<void> SetTime(std::uint32_t expression, const char* what, std::int64_t* time) const {
    const Result<std::string> text = Text(expression);
    HPDL_TRY(text);
    const Result<std::int64_t> read = ReadTime(*text);
    if (!read) {
      return InvalidValue(what, *text, "is not a time such as 2024-01-31T08:00Z");
    }
    *time = *read;
    return {};
  }
  /// Sets a time zone to the zone with the given name. Looks up each name only once.
  Result<void> SetZone(const std::string& name, const char* what, TimeZone* zone) {
    auto known = zones_.find(name);
    if (known == zones_.end()) {
      Result<TimeZone> clocks = ClocksOf(name);
      if (!clocks) {
        return Wrong("E1003", std::string(what) + ": " + clocks.error().message);
      }
      known = zones_.emplace(name, std::move(*clocks)).first;
    }
    *zone = known->second;
    return {};
  }

  Result<void> SetFrequency() {
    CoordinatorNotes notes;
    Result<std::string> text = Text(written_.frequency, &notes);
    HPDL_TRY(text);
    defined_.frequency = *text;
    if (const std::optional<Period> period = PeriodOf(*text, notes)) {
      defined_.schedule.frequency = *period;
      defined_.frequency = std::to_string(period->count);
      defined_.time_unit = WordOf(period->unit);
      return {};
    }
    auto cron = Cron::OfOozie(*text);
    if (const auto* problem = std::get_if<CronProblem>(&cron)) {
      return InvalidValue("frequency", *text, "is not a cron expression: " + problem->text);
    }
    defined_.schedule.frequency = std::get<Cron>(std::move(cron));
    defined_.time_unit = "CRON";
    return {};
  }

  Result<std::int64_t> Number(std::uint32_t expression, const char* what,
                              std::int64_t by_default) const {
    if (expression == HPDL_NONE) {
      return by_default;
    }
    const Result<std::string> text = Text(expression);
    HPDL_TRY(text);
    const std::optional<std::int32_t> number = WholeNumber(*text);
    return number ? Result<std::int64_t>(*number)
                  : InvalidValue(what, *text, "is not a whole number");
  }

  Result<void> SetControls() {
    HPDL_TRY(SetTimeout());
    const Result<std::int64_t> concurrency =
        Number(written_.concurrency, "concurrency", defaults_.concurrency);
    HPDL_TRY(concurrency);
    defined_.concurrency = *concurrency;
    const Result<std::int64_t> throttle = Number(written_.throttle, "throttle", defaults_.throttle);
    HPDL_TRY(throttle);
    const bool fits = *throttle >= 1 && *throttle <= defaults_.most_throttle;
    defined_.throttle = fits ? *throttle : defaults_.most_throttle;
    if (written_.execution == HPDL_NONE) {
      return {};
    }
    const Result<std::string> word = Text(written_.execution);
    HPDL_TRY(word);
    const std::optional<ExecutionOrder> order = ReadExecutionOrder(*word);
    if (!order) {
      return InvalidValue("execution", *word, "is not FIFO, LIFO, LAST_ONLY or NONE");
    }
    defined_.execution = *order;
    return {};
  }

  Result<void> SetTimeout() {
    defined_.timeout = defaults_.timeout;
    if (written_.timeout != HPDL_NONE) {
      CoordinatorNotes notes;
      const Result<std::string> text = Text(written_.timeout, &notes);
      HPDL_TRY(text);
      const std::optional<std::int64_t> minutes = MinutesOf(*text, notes);
      if (!minutes) {
        return InvalidValue("timeout", *text, "is not a whole number of minutes");
      }
      defined_.timeout = *minutes;
    }
    if (defined_.timeout < 0 || defined_.timeout > defaults_.most_timeout) {
      defined_.timeout = defaults_.most_timeout;
    }
    return {};
  }

  Result<void> SetDatasets() {
    for (std::uint32_t i = 0; i < written_.dataset_count; ++i) {
      HPDL_TRY(AddDataset(written_.datasets[i]));
    }
    return {};
  }

  Result<void> AddDataset(const hpdl_dataset& written) {
    Dataset dataset;
    dataset.name = ToView(written.name);
    CoordinatorNotes notes;
    const Result<std::string> frequency = Text(written.frequency, &notes);
    HPDL_TRY(frequency);
    const std::optional<Period> period = PeriodOf(*frequency, notes);
    if (!period || period->count <= 0) {
      return InvalidValue("frequency of dataset " + dataset.name, *frequency,
                          "is not a number above 0");
    }
    dataset.frequency = *period;
    HPDL_TRY(SetTime(written.initial_instance, "initial-instance", &dataset.initial_instance));
    if (dataset.initial_instance < 0) {
      return Wrong("E1021", "Coord Action Input Check Error: Dataset initial-instance " +
                                WriteTime(dataset.initial_instance) +
                                " is before 1970-01-01T00:00Z");
    }
    std::string zone;
    HPDL_TRY(SetText(written.timezone, &zone));
    HPDL_TRY(SetZone(zone, "timezone", &dataset.zone));
    HPDL_TRY(SetText(written.uri_template, &dataset.uri_template));
    if (LowerCase(Trimmed(dataset.uri_template)).starts_with("hcat:")) {
      return Wrong("E0904", "Scheme [hcat] not supported in uri [" + dataset.uri_template +
                                "]: hpdl has no HCatalog client");
    }
    if (written.done_flag != HPDL_NONE) {
      HPDL_TRY(SetText(written.done_flag, &dataset.done_flag));
    }
    numbers_.emplace(dataset.name, datasets_.size());
    datasets_.push_back(std::move(dataset));
    return {};
  }

  Result<void> SetEvents(const hpdl_event* events, std::uint32_t count, const char* what,
                         std::vector<DefinedEvent>* defined) const {
    std::set<std::string_view> names;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string_view name = ToView(events[i].name);
      if (!names.insert(name).second) {
        return Wrong("E0803",
                     "IO error, Duplicate " + std::string(what) + " name " + std::string(name));
      }
      const Result<std::string> dataset = Text(events[i].dataset);
      HPDL_TRY(dataset);
      const auto found = numbers_.find(*dataset);
      if (found == numbers_.end()) {
        return Wrong("E0803", "IO error, undefined dataset: " + *dataset);
      }
      defined->push_back({&events[i], datasets_[found->second]});
    }
    return {};
  }

  Result<std::optional<std::int64_t>> OptionalNumber(std::uint32_t expression,
                                                     const char* what) const {
    if (expression == HPDL_NONE) {
      return std::optional<std::int64_t>();
    }
    const Result<std::int64_t> number = Number(expression, what, 0);
    HPDL_TRY(number);
    return std::optional(*number);
  }

  Result<void> SetLogic() {
    for (std::size_t i = 0; written_.logic_count > 0 && i < defined_.inputs.size(); ++i) {
      inputs_.emplace(ToView(defined_.inputs[i].written->name), i);
    }
    for (std::uint32_t i = 0; i < written_.logic_count; ++i) {
      const hpdl_logic& written = written_.logic[i];
      DefinedLogic logic;
      logic.kind = written.kind;
      logic.end = written.end;
      const auto min = OptionalNumber(written.min, "min");
      HPDL_TRY(min);
      logic.min = *min;
      const auto wait = OptionalNumber(written.wait, "wait");
      HPDL_TRY(wait);
      logic.wait = *wait;
      if (written.name != HPDL_NONE) {
        HPDL_TRY(SetText(written.name, &logic.name));
      }
      if (logic.kind == HPDL_LOGIC_DATA_IN) {
        HPDL_TRY(SetText(written.dataset, &logic.dataset));
        const auto found = inputs_.find(logic.dataset);
        if (found != inputs_.end()) {
          logic.input = found->second;
        }
      }
      defined_.logic.push_back(std::move(logic));
    }
    return {};
  }

  Result<void> CheckSchedule() const {
    const Schedule& schedule = defined_.schedule;
    if (schedule.start >= schedule.end) {
      return Wrong("E1003",
                   "Invalid coordinator application attributes, Coordinator Start Time "
                   "must be earlier than End Time.");
    }
    if (const auto* period = std::get_if<Period>(&schedule.frequency)) {
      const bool minutes = period->unit == Period::Unit::kMinutes;
      if (period->count <= 0 ||
          (minutes && defaults_.check_frequency && period->count < kLeastMinutes)) {
        return Wrong("E1003",
                     "Invalid coordinator application attributes, Coordinator job with "
                     "frequency [" +
                         defined_.frequency +
                         "] minutes is faster than allowed maximum of 5 minutes");
      }
      return {};
    }
    const std::optional<Turn> first = FirstTurn(schedule);
    if (!first || first->regular >= schedule.end) {
      return Wrong("E1003",
                   "Invalid coordinator application attributes, Invalid coordinator cron "
                   "frequency: it never fires between start and end");
    }
    return {};
  }

  /// Checks the instances of the first data-in or of the first data-out. Like Oozie, checks no
  /// other events.
  Result<void> CheckFirst(const std::vector<DefinedEvent>& events) const {
    if (events.empty()) {
      return {};
    }
    const hpdl_event& event = *events.front().written;
    for (std::uint32_t i = 0; i < event.instance_count; ++i) {
      const std::string_view text = ToView(written_.definition.exprs[event.instances[i]].text);
      if (text.empty() || HasCommaOutsideOfCalls(text)) {
        return Wrong("E1021", "Coord Action Input Check Error: the text of an <instance> of '" +
                                  std::string(ToView(event.name)) +
                                  (text.empty() ? "' is empty" : "' has a comma"));
      }
    }
    return {};
  }

  const hpdl_coordinator& written_;
  const CoordinatorTexts& texts_;
  const CoordinatorDefaults& defaults_;
  DefinedCoordinator defined_;
  std::vector<Dataset> datasets_;
  /// The index of each data set by its name. If two data sets have the same name, the first is
  /// used.
  std::unordered_map<std::string, std::size_t> numbers_;
  /// The index of each input by its name. If two inputs have the same name, the first is used.
  std::unordered_map<std::string_view, std::size_t> inputs_;
  std::unordered_map<std::string, TimeZone> zones_;
};

}  // namespace

std::string_view WordOf(Period::Unit unit) {
  constexpr std::string_view kWords[] = {"MINUTE", "DAY", "WEEK", "MONTH"};
  return kWords[static_cast<std::size_t>(unit)];
}

Result<DefinedCoordinator> Define(const hpdl_coordinator& written, const CoordinatorTexts& texts,
                                  const CoordinatorDefaults& defaults) {
  return Definer(written, texts, defaults).Define();
}

}  // namespace hpdl::rt
