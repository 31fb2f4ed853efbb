#include "runtime/server/celos/slot_directory.h"

#include <algorithm>

#include "runtime/celos/java_exception.h"
#include "runtime/server/celos/slot_file.h"
#include "runtime/store/crash_point.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::string_view kStates = "state", kMarks = "rerun", kPaused = "paused";
constexpr std::int64_t kDay = 86'400'000;  // ms

// `2013-12-02` and `19:00:00.000Z`.
struct SlotNames {
  explicit SlotNames(ScheduledTime time) : text(time.Text()), middle(text.find('T')) {}
  std::string_view day() const { return std::string_view(text).substr(0, middle); }
  std::string_view time() const { return std::string_view(text).substr(middle + 1); }
  std::string text;
  std::size_t middle;
};

ScheduledTime DayOf(ScheduledTime time) {
  const std::int64_t rest = time.ms % kDay;
  return {time.ms - (rest < 0 ? rest + kDay : rest)};
}

// A mark holds for kMarkDays.
bool IsOver(ScheduledTime marked, ScheduledTime now) {
  return marked.ms + kMarkDays * kDay < now.ms;
}

}  // namespace

Result<std::optional<SlotState>> SlotDirectory::Find(const SlotId& slot) {
  const SlotNames names(slot.time);
  const Result<std::optional<std::string>> text =
      files_.Read({kStates, slot.workflow, names.day(), names.time()});
  HPDL_TRY(text);
  if (!*text) {
    return std::optional<SlotState>();
  }
  Result<SlotState> state = ReadSlotFile(**text, slot.time);
  HPDL_TRY(state);
  return std::optional(std::move(*state));
}

Result<std::vector<SlotState>> SlotDirectory::Between(const std::string& workflow,
                                                      ScheduledTime start, ScheduledTime end) {
  std::vector<SlotState> states;
  for (ScheduledTime day = DayOf(start); day <= DayOf(end); day.ms += kDay) {
    HPDL_TRY(AddDay(workflow, std::string(SlotNames(day).day()), start, end, &states));
  }
  std::sort(states.begin(), states.end(),
            [](const SlotState& a, const SlotState& b) { return a.time < b.time; });
  return states;
}

Result<void> SlotDirectory::AddDay(const std::string& workflow, const std::string& day,
                                   ScheduledTime start, ScheduledTime end,
                                   std::vector<SlotState>* states) {
  ScheduledTime time;
  return files_.ReadAll(
      {kStates, workflow, day},
      [&](const std::string& name) -> Result<bool> {
        const Result<ScheduledTime> read = ScheduledTime::Parse(day + "T" + name);
        HPDL_TRY(read);
        time = *read;
        return time >= start && time < end;
      },
      [&](const std::string&, const Result<std::string>& text) -> Result<void> {
        HPDL_TRY(text);
        Result<SlotState> state = ReadSlotFile(*text, time);
        HPDL_TRY(state);
        states->push_back(std::move(*state));
        return {};
      });
}

Result<bool> SlotDirectory::IsPaused(const std::string& workflow) {
  return files_.Exists({kPaused, workflow});
}

Result<void> SlotDirectory::Put(const std::string& workflow, const SlotState& state) {
  const SlotNames names(state.time);
  HPDL_TRY(files_.Write({kStates, workflow, names.day(), names.time()}, SlotFileText(state)));
  CrashPoint::AfterServerStep();
  return {};
}

Result<std::vector<ScheduledTime>> SlotDirectory::TakeMarks(const std::string& workflow,
                                                            ScheduledTime now) {
  std::vector<ScheduledTime> times;
  const Result<std::optional<std::vector<std::string>>> days = files_.Names({kMarks, workflow});
  HPDL_TRY(days);
  if (*days) {
    for (const std::string& day : **days) {
      HPDL_TRY(TakeMarksOfDay(workflow, day, now, &times));
    }
  }
  std::sort(times.begin(), times.end());
  return times;
}

Result<void> SlotDirectory::TakeMarksOfDay(const std::string& workflow, const std::string& day,
                                           ScheduledTime now, std::vector<ScheduledTime>* times) {
  const auto take = [&](const std::string& name, const Result<std::string>& text) -> Result<void> {
    HPDL_TRY(text);
    const Result<ScheduledTime> marked = ReadMarkFile(*text);
    HPDL_TRY(marked);
    const Result<ScheduledTime> time = ScheduledTime::Parse(day + "T" + name);
    HPDL_TRY(time);
    times->push_back(*time);
    if (!IsOver(*marked, now)) {
      return {};
    }
    const DirectoryFiles::Parts parts = {kMarks, workflow, day, name};
    log_.Info("Expiring rerun file: ", files_.PathOf(parts));
    return files_.Remove(parts);
  };
  return files_.ReadAll({kMarks, workflow, day}, [](const std::string&) { return true; }, take);
}

Result<void> SlotDirectory::Mark(const SlotId& slot, ScheduledTime now) {
  const SlotNames names(slot.time);
  return files_.Write({kMarks, slot.workflow, names.day(), names.time()}, MarkFileText(now));
}

Result<void> SlotDirectory::SetPaused(const std::string& workflow, bool paused) {
  return paused ? files_.Write({kPaused, workflow}, "") : files_.Remove({kPaused, workflow});
}

}  // namespace hpdl::rt::celos
