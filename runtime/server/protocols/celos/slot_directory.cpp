#include "runtime/server/protocols/celos/slot_directory.h"

#include <algorithm>

#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/protocols/celos/slot_file.h"
#include "runtime/store/crash_point.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::string_view kStates = "state", kMarks = "rerun", kPaused = "paused";
constexpr std::int64_t kDay = 86'400'000;  // one day, in milliseconds

// The names of the folder and the file of a slot: `2013-12-02` and `19:00:00.000Z`.
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

bool IsBefore(const SlotState& state, ScheduledTime time) {
  return state.time < time;
}

// True if the rerun mark of a slot is older than kMarkDays.
bool IsOver(ScheduledTime marked, ScheduledTime now) {
  return marked.ms + kMarkDays * kDay < now.ms;
}

}  // namespace

Result<std::optional<SlotState>> SlotDirectory::Find(const SlotId& slot) {
  const SlotNames names(slot.time);
  if (const auto day = days_.Known(slot.workflow, std::string(names.day()))) {
    const auto state = std::lower_bound((*day)->begin(), (*day)->end(), slot.time, IsBefore);
    return state != (*day)->end() && state->time == slot.time ? std::optional(*state)
                                                              : std::nullopt;
  }
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
  if (struct stat info{}; !files_.Look({kStates, workflow}, &info)) {
    return states;
  }
  for (ScheduledTime day = DayOf(start); day <= DayOf(end); day.ms += kDay) {
    const std::string name(SlotNames(day).day());
    const std::optional<SlotsOfDay> slots = days_.Read(workflow, name);
    if (!slots) {
      HPDL_TRY(AddDay(workflow, name, start, end, &states));
    } else if (*slots != nullptr) {
      const auto first = std::lower_bound((*slots)->begin(), (*slots)->end(), start, IsBefore);
      states.insert(states.end(), first, std::lower_bound(first, (*slots)->end(), end, IsBefore));
    }
  }
  return states;
}

Result<void> SlotDirectory::AddDay(const std::string& workflow, const std::string& day,
                                   ScheduledTime start, ScheduledTime end,
                                   std::vector<SlotState>* states) {
  const DirectoryFiles::Parts parts = {kStates, workflow, day};
  const Result<Descriptor> folder = files_.Folder(parts);
  HPDL_TRY(folder);
  if (folder->get() < 0) {
    return {};
  }
  const Result<std::vector<std::string>> names = DirectoryFiles::NamesOf(*folder);
  HPDL_TRY(names);
  std::map<ScheduledTime, SlotState> found;
  for (const std::string& name : *names) {
    const Result<ScheduledTime> time = ScheduledTime::Parse(day + "T" + name);
    HPDL_TRY(time);
    if (*time < start || *time >= end) {
      continue;
    }
    const Result<std::optional<std::string>> text = files_.ReadOf(*folder, name, parts);
    HPDL_TRY(text);
    if (*text) {  // the file was not removed meanwhile
      Result<SlotState> state = ReadSlotFile(**text, *time);
      HPDL_TRY(state);
      found.insert_or_assign(*time, std::move(*state));
    }
  }
  for (auto& [time, state] : found) {
    states->push_back(std::move(state));
  }
  return {};
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

Result<void> SlotDirectory::PutAll(const std::map<SlotId, SlotState>& states) {
  if (states.empty()) {
    return {};
  }
  std::vector<DirectoryFiles::NewText> files;
  for (const auto& [slot, state] : states) {
    const SlotNames names(slot.time);
    files.push_back(
        {{std::string(kStates), slot.workflow, std::string(names.day()), std::string(names.time())},
         SlotFileText(state)});
  }
  HPDL_TRY(files_.WriteAll(files));
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
  const DirectoryFiles::Parts parts = {kMarks, workflow, day};
  const Result<Descriptor> folder = files_.Folder(parts);
  HPDL_TRY(folder);
  if (folder->get() < 0) {
    return JavaException(kNullPointer, files_.PathOf(parts) + " is not a folder");
  }
  const Result<std::vector<std::string>> names = DirectoryFiles::NamesOf(*folder);
  HPDL_TRY(names);
  for (const std::string& name : *names) {
    const Result<std::optional<std::string>> text = files_.ReadOf(*folder, name, parts);
    HPDL_TRY(text);
    if (!*text) {
      continue;  // the file was removed meanwhile
    }
    const Result<ScheduledTime> marked = ReadMarkFile(**text);
    HPDL_TRY(marked);
    const Result<ScheduledTime> time = ScheduledTime::Parse(day + "T" + name);
    HPDL_TRY(time);
    times->push_back(*time);
    if (IsOver(*marked, now)) {
      const DirectoryFiles::Parts file = {kMarks, workflow, day, name};
      log_.Info("Expiring rerun file: ", files_.PathOf(file));
      HPDL_TRY(files_.Remove(file));
    }
  }
  return {};
}

Result<void> SlotDirectory::Mark(const SlotId& slot, ScheduledTime now) {
  const SlotNames names(slot.time);
  return files_.Write({kMarks, slot.workflow, names.day(), names.time()}, MarkFileText(now));
}

Result<void> SlotDirectory::SetPaused(const std::string& workflow, bool paused) {
  return paused ? files_.Write({kPaused, workflow}, "") : files_.Remove({kPaused, workflow});
}

}  // namespace hpdl::rt::celos
