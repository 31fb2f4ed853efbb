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

// Returns the state in the text of a slot's file; nullopt if the file does not exist.
Result<std::optional<SlotState>> StateIn(const Result<std::optional<std::string>>& text,
                                         ScheduledTime time) {
  HPDL_TRY(text);
  if (!*text) {
    return std::optional<SlotState>();
  }
  Result<SlotState> state = ReadSlotFile(**text, time);
  HPDL_TRY(state);
  return std::optional(std::move(*state));
}

// Returns the error with the path that has it, unless its text names the path already.
Error WithPath(const std::string& path, Error error) {
  if (!error.message.starts_with(path)) {
    error.message = path + (error.message.empty() ? "" : ": ") + error.message;
  }
  return error;
}

}  // namespace

Result<std::optional<SlotState>> SlotDirectory::Find(const SlotId& slot) {
  const SlotNames names(slot.time);
  if (const auto day = days_.Known(slot.workflow, std::string(names.day()))) {
    const auto state = std::lower_bound((*day)->begin(), (*day)->end(), slot.time, IsBefore);
    return state != (*day)->end() && state->time == slot.time ? std::optional(*state)
                                                              : std::nullopt;
  }
  const DirectoryFiles::Parts file = {kStates, slot.workflow, names.day(), names.time()};
  Result<std::optional<SlotState>> state = StateIn(files_.Read(file), slot.time);
  return state ? state : WithPath(files_.PathOf(file), state.error());
}

Result<StoredStates> SlotDirectory::Between(const std::string& workflow, ScheduledTime start,
                                            ScheduledTime end) {
  StoredStates stored;
  if (struct stat info{}; !files_.Look({kStates, workflow}, &info)) {
    return stored;
  }
  for (ScheduledTime day = DayOf(start); day <= DayOf(end); day.ms += kDay) {
    const std::string name(SlotNames(day).day());
    const std::optional<SlotsOfDay> slots = days_.Read(workflow, name);
    if (!slots) {
      AddDay(workflow, day, start, end, &stored);
    } else if (*slots != nullptr) {
      const auto first = std::lower_bound((*slots)->begin(), (*slots)->end(), start, IsBefore);
      stored.states.insert(stored.states.end(), first,
                           std::lower_bound(first, (*slots)->end(), end, IsBefore));
    }
  }
  return stored;
}

void SlotDirectory::AddDay(const std::string& workflow, ScheduledTime day, ScheduledTime start,
                           ScheduledTime end, StoredStates* stored) {
  const SlotNames day_names(day);
  const std::string day_name(day_names.day());
  const DirectoryFiles::Parts parts = {kStates, workflow, day_name};
  const auto leave = [&](ScheduledTime from, ScheduledTime to, std::string_view name,
                         const Error& error) {
    const std::string path = files_.PathOf(parts) + (name.empty() ? "" : "/") + std::string(name);
    stored->unreadable.push_back({from, to, WithPath(path, error)});
  };
  const Result<Descriptor> folder = files_.Folder(parts);
  if (folder && folder->get() < 0) {
    return;
  }
  const Result<std::vector<std::string>> names =
      folder ? DirectoryFiles::NamesOf(*folder) : folder.error();
  if (!names) {
    return leave(day, {day.ms + kDay}, "", names.error());
  }
  std::map<ScheduledTime, SlotState> found;
  for (const std::string& name : *names) {
    const Result<ScheduledTime> time = ScheduledTime::Parse(day_name + "T" + name);
    if (!time) {
      leave(day, day, name, time.error());
      continue;
    }
    if (*time < start || *time >= end) {
      continue;
    }
    Result<std::optional<SlotState>> state = StateIn(files_.ReadOf(*folder, name, parts), *time);
    if (!state) {
      leave(*time, {time->ms + 1}, name, state.error());
    } else if (*state) {  // the file was not removed meanwhile
      found.insert_or_assign(*time, std::move(**state));
    }
  }
  for (auto& [time, state] : found) {
    stored->states.push_back(std::move(state));
  }
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
  return ReadMarks(workflow, now);
}

Result<std::vector<ScheduledTime>> SlotDirectory::Marks(const std::string& workflow) {
  return ReadMarks(workflow, std::nullopt);
}

std::vector<ScheduledTime> SlotDirectory::ReadMarks(const std::string& workflow,
                                                    std::optional<ScheduledTime> now) {
  std::vector<ScheduledTime> times;
  const Result<std::optional<std::vector<std::string>>> days = files_.Names({kMarks, workflow});
  if (!days) {
    TellUnread(workflow, {kMarks, workflow}, days.error());
    return times;
  }
  for (const std::string& day : *days ? **days : std::vector<std::string>()) {
    const Result<std::vector<ScheduledTime>> more = ReadMarksOfDay(workflow, day, now);
    if (more) {
      times.insert(times.end(), more->begin(), more->end());
    } else {
      TellUnread(workflow, {kMarks, workflow, day}, more.error());
    }
  }
  std::sort(times.begin(), times.end());
  return times;
}

Result<std::vector<ScheduledTime>> SlotDirectory::ReadMarksOfDay(const std::string& workflow,
                                                                 const std::string& day,
                                                                 std::optional<ScheduledTime> now) {
  const Result<Descriptor> folder = files_.Folder({kMarks, workflow, day});
  HPDL_TRY(folder);
  if (folder->get() < 0) {
    return JavaException(kNullPointer, "it is not a folder");
  }
  const Result<std::vector<std::string>> names = DirectoryFiles::NamesOf(*folder);
  HPDL_TRY(names);
  std::vector<ScheduledTime> times;
  for (const std::string& name : *names) {
    const DirectoryFiles::Parts file = {kMarks, workflow, day, name};
    const Result<std::optional<ScheduledTime>> time = ReadMark(*folder, file, now);
    if (!time) {
      TellUnread(workflow, file, time.error());
    } else if (*time) {
      times.push_back(**time);
    }
  }
  return times;
}

Result<std::optional<ScheduledTime>> SlotDirectory::ReadMark(const Descriptor& folder,
                                                             const DirectoryFiles::Parts& file,
                                                             std::optional<ScheduledTime> now) {
  const std::string day(file[2]), name(file[3]);
  const Result<std::optional<std::string>> text =
      files_.ReadOf(folder, name, {file[0], file[1], file[2]});
  HPDL_TRY(text);
  if (!*text) {
    return std::optional<ScheduledTime>();  // the file was removed meanwhile
  }
  const Result<ScheduledTime> marked = ReadMarkFile(**text);
  HPDL_TRY(marked);
  const Result<ScheduledTime> time = ScheduledTime::Parse(day + "T" + name);
  HPDL_TRY(time);
  if (now && IsOver(*marked, *now)) {
    log_.Info("Expiring rerun file: ", files_.PathOf(file));
    HPDL_TRY(files_.Remove(file));
  }
  return std::optional(*time);
}

void SlotDirectory::TellUnread(const std::string& workflow, const DirectoryFiles::Parts& parts,
                               const Error& error) {
  log_.Problem("Exception in workflow: ", workflow, ": ",
               WithPath(files_.PathOf(parts), error).message);
}

Result<void> SlotDirectory::Mark(const SlotId& slot, ScheduledTime now) {
  const SlotNames names(slot.time);
  return files_.Write({kMarks, slot.workflow, names.day(), names.time()}, MarkFileText(now));
}

Result<void> SlotDirectory::SetPaused(const std::string& workflow, bool paused) {
  return paused ? files_.Write({kPaused, workflow}, "") : files_.Remove({kPaused, workflow});
}

}  // namespace hpdl::rt::celos
