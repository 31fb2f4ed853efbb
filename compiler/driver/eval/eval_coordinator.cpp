#include "compiler/driver/eval/eval_coordinator.h"

#include <utility>

#include "runtime/ground/calendar/named_zone.h"
#include "runtime/rules/coordinator/frequency.h"
#include "runtime/rules/coordinator/instance_uri.h"

namespace hpdl::driver {
namespace {

struct UnitWord {
  std::string_view word;
  rt::Period::Unit unit;
  std::int64_t factor;
};
constexpr UnitWord kUnitWords[] = {
    {"MINUTE", rt::Period::Unit::kMinutes, 1}, {"HOUR", rt::Period::Unit::kMinutes, 60},
    {"DAY", rt::Period::Unit::kDays, 1},       {"WEEK", rt::Period::Unit::kWeeks, 1},
    {"MONTH", rt::Period::Unit::kMonths, 1},   {"YEAR", rt::Period::Unit::kMonths, 12},
};

struct EndWord {
  std::string_view word;
  rt::Period::Begin begin;
};
constexpr EndWord kEndWords[] = {
    {"NONE", rt::Period::Begin::kAsItIs},
    {"END_OF_DAY", rt::Period::Begin::kNextDay},
    {"END_OF_WEEK", rt::Period::Begin::kNextWeek},
    {"END_OF_MONTH", rt::Period::Begin::kNextMonth},
};

/// Returns the row whose word is `word`, or null if there is no such row.
template <class Row, std::size_t size>
const Row* FindRow(const Row (&rows)[size], std::string_view word) {
  const Row* found = std::find_if(rows, rows + size, [&](const Row& r) { return r.word == word; });
  return found == rows + size ? nullptr : found;
}

}  // namespace

const rt::EventUris* EvalCoordinator::DataIn(std::string_view name) const {
  const auto found = data_in_.find(name);
  return found == data_in_.end() ? nullptr : &found->second;
}

const rt::EventUris* EvalCoordinator::DataOut(std::string_view name) const {
  const auto found = data_out_.find(name);
  return found == data_out_.end() ? nullptr : &found->second;
}

rt::Result<bool> EvalCoordinator::HasData(std::int64_t instance) const {
  application::RemoteFileView files;
  const rt::Result<std::string> path = rt::DonePathOf(*dataset_, instance);
  HPDL_TRY(path);
  const rt::Result<rt::FileInfo> info = files.Stat(*path);
  if (!info) {
    rt::Error error = info.error();
    error.message = "cannot check " + *path + ": " + error.message;
    return error;
  }
  return info->exists;
}

bool CoordinatorReader::Read(const json& root) {
  return ReadAction(root) && ReadDataset(root) && ReadEvents(root, "dataIn", &out_.data_in_) &&
         ReadEvents(root, "dataOut", &out_.data_out_);
}

bool CoordinatorReader::ReadAction(const json& root) {
  const auto found = root.find("action");
  if (found == root.end() || found->is_null()) {
    return true;
  }
  if (!IsObject(*found, "\"action\"")) {
    return false;
  }
  Knows(*found, "\"action\"", {"nominalTime", "actualTime", "timezone", "id", "name"});
  std::optional<std::int64_t> nominal;
  std::optional<std::int64_t> actual;
  rt::ActionTimes times;
  if (!Time(*found, "nominalTime", &nominal) || !Time(*found, "actualTime", &actual) ||
      !Zone(*found, &times.zone) || !Text(*found, "id", &out_.action_id_) ||
      !Text(*found, "name", &name)) {
    return false;
  }
  if (nominal || actual) {
    times.nominal = nominal ? *nominal : *actual;
    times.actual = actual ? *actual : *nominal;
    out_.times_ = std::move(times);
  }
  return true;
}

bool CoordinatorReader::ReadDataset(const json& root) {
  const auto found = root.find("dataset");
  if (found == root.end() || found->is_null()) {
    return true;
  }
  if (!IsObject(*found, "\"dataset\"")) {
    return false;
  }
  Knows(*found, "\"dataset\"",
        {"name", "frequency", "unit", "endOf", "initialInstance", "timezone", "uriTemplate",
         "doneFlag"});
  rt::Dataset dataset;
  std::optional<std::int64_t> initial;
  if (!Text(*found, "name", &dataset.name) || !Frequency(*found, &dataset.frequency) ||
      !Time(*found, "initialInstance", &initial) || !Zone(*found, &dataset.zone) ||
      !Text(*found, "uriTemplate", &dataset.uri_template) ||
      !Text(*found, "doneFlag", &dataset.done_flag)) {
    return false;
  }
  if (!initial) {
    return Fail("\"dataset\" has no \"initialInstance\"");
  }
  dataset.initial_instance = *initial;
  out_.dataset_ = std::move(dataset);
  return true;
}

bool CoordinatorReader::ReadEvents(const json& root, const char* key,
                                   EvalCoordinator::Events* out) {
  const std::string quoted = "\"" + std::string(key) + "\"";
  const auto found = root.find(key);
  if (found == root.end() || found->is_null()) {
    return true;
  }
  if (!IsObject(*found, quoted)) {
    return false;
  }
  for (const auto& [event, uris] : found->items()) {
    rt::EventUris& known = (*out)[event];
    known.unresolved = uris.is_null();
    if (!uris.is_array() && !uris.is_null()) {
      return Fail("the URIs of \"" + event + "\" in " + quoted + " must be an array");
    }
    for (const json& uri : uris) {
      std::string text;
      if (!ToText(uri, event, &text)) {
        return false;
      }
      known.text += (known.text.empty() ? "" : ",") + text;
    }
  }
  return true;
}

bool CoordinatorReader::Time(const json& object, const char* key,
                             std::optional<std::int64_t>* out) {
  std::string text;
  if (!Text(object, key, &text)) {
    return false;
  }
  if (text.empty()) {
    return true;
  }
  const rt::Result<std::int64_t> time = rt::ReadTime(text);
  if (!time) {
    return Fail("\"" + std::string(key) + "\": " + time.error().message);
  }
  *out = *time;
  return true;
}

bool CoordinatorReader::Zone(const json& object, rt::TimeZone* out) {
  std::string id;
  if (!Text(object, "timezone", &id)) {
    return false;
  }
  if (id.empty()) {
    return true;
  }
  rt::Result<rt::TimeZone> clocks = rt::ClocksOf(id);
  if (!clocks) {
    return Fail("\"timezone\": " + clocks.error().message);
  }
  *out = std::move(*clocks);
  return true;
}

bool CoordinatorReader::Frequency(const json& object, rt::Period* out) {
  std::string unit = "MINUTE";
  std::string end = "NONE";
  std::string count = "1";
  if (!Text(object, "unit", &unit) || !Text(object, "endOf", &end) ||
      !Text(object, "frequency", &count)) {
    return false;
  }
  const UnitWord* known_unit = FindRow(kUnitWords, unit);
  if (known_unit == nullptr) {
    return Fail("\"unit\" is \"" + unit + "\", expected MINUTE, HOUR, DAY, WEEK, MONTH or YEAR");
  }
  const EndWord* known_end = FindRow(kEndWords, end);
  // Like Oozie, also accepts a unit of time as "endOf". The unit has no effect.
  if (known_end == nullptr && FindRow(kUnitWords, end) == nullptr) {
    return Fail("\"endOf\" is \"" + end +
                "\", expected NONE, END_OF_DAY, END_OF_WEEK or END_OF_MONTH");
  }
  const std::optional<rt::Period> number = rt::PeriodOf(count, {});
  if (!number || number->count < 1) {
    return Fail("\"frequency\" is \"" + count + "\", expected a whole number above 0");
  }
  *out = {known_unit->unit, known_end == nullptr ? rt::Period::Begin::kAsItIs : known_end->begin,
          number->count * known_unit->factor};
  return true;
}

}  // namespace hpdl::driver
