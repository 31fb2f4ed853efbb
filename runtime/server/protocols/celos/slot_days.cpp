#include "runtime/server/protocols/celos/slot_days.h"

#include <linux/magic.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cstdint>
#include <optional>

#include "runtime/server/protocols/celos/slot_file.h"

namespace hpdl::rt::celos {
namespace {

// The maximum number of cached days, counted over all workflows. A day takes some kB. The maximum
// is enough for one year of each of 250 workflows.
constexpr std::size_t kMostDays = 100'000;
constexpr std::uint32_t kChanges = IN_CREATE | IN_MODIFY | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO |
                                   IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

// True if a folder is on a file system that only this machine uses. For other file systems the
// kernel does not report changes that other machines make.
bool IsOfThisMachine(int folder) {
  constexpr std::uint64_t kXfs = 0x58465342, kZfs = 0x2fc12fc1;
  struct statfs info{};
  if (fstatfs(folder, &info) != 0) {
    return false;
  }
  const auto type = static_cast<std::uint64_t>(info.f_type);
  return type == EXT4_SUPER_MAGIC || type == kXfs || type == BTRFS_SUPER_MAGIC ||
         type == TMPFS_MAGIC || type == F2FS_SUPER_MAGIC || type == kZfs ||
         type == OVERLAYFS_SUPER_MAGIC;
}

// Returns the time of a slot from the names of its folder and file. Returns nullopt if this server
// would write the file's name in another form.
std::optional<ScheduledTime> TimeNamed(const std::string& day, const std::string& name) {
  const Result<ScheduledTime> time = ScheduledTime::Parse(day + "T" + name);
  return time && time->Text() == day + "T" + name ? std::optional(*time) : std::nullopt;
}

}  // namespace

SlotDays::SlotDays(const DirectoryFiles& files) : files_(files) {
  const Result<Descriptor> root = files_.Folder({});
  if (root && root->get() >= 0 && IsOfThisMachine(root->get())) {
    events_ = Descriptor(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  }
}

void SlotDays::Forget(const Key& key) {
  const auto day = days_.find(key);
  if (day == days_.end()) {
    return;
  }
  if (watched_.erase(day->second.watch) > 0) {
    inotify_rm_watch(events_.get(), day->second.watch);
  }
  days_.erase(day);
}

void SlotDays::ForgetAll() {
  for (const auto& [watch, key] : watched_) {
    inotify_rm_watch(events_.get(), watch);
  }
  watched_.clear();
  days_.clear();
}

// Takes all waiting events of the kernel. The kernel queues the event of a change before the
// changing system call returns. So all changes that were made before this call are seen.
void SlotDays::TakeEvents() {
  alignas(inotify_event) char buffer[16 << 10];
  for (;;) {
    const ssize_t size = read(events_.get(), buffer, sizeof buffer);
    if (size <= 0) {
      return;
    }
    for (ssize_t at = 0; at < size;) {
      const auto* const event = reinterpret_cast<const inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      if ((event->mask & IN_Q_OVERFLOW) != 0) {
        ForgetAll();
        continue;
      }
      const auto watched = watched_.find(event->wd);
      if (watched == watched_.end()) {
        continue;
      }
      const Key key = watched->second;
      if (event->len > 0) {
        days_[key].changed.insert(event->name);
      } else {
        Forget(key);  // the folder itself has changed
      }
    }
  }
}

std::optional<SlotsOfDay> SlotDays::Known(const std::string& workflow, const std::string& day) {
  if (events_.get() < 0) {
    return std::nullopt;
  }
  const std::lock_guard lock(mutex_);
  TakeEvents();
  return KnownLocked({workflow, day});
}

std::optional<SlotsOfDay> SlotDays::KnownLocked(const Key& key) {
  const auto found = days_.find(key);
  if (found == days_.end()) {
    return std::nullopt;
  }
  Day& day = found->second;
  struct stat info{};
  const DirectoryFiles::Parts parts = {kStateFolder, key.first, key.second};
  const bool same =
      files_.Look(parts, &info) && info.st_dev == day.device && info.st_ino == day.inode;
  if (same && day.changed.empty()) {
    return day.slots;
  }
  if (same) {
    const Result<Descriptor> folder = files_.Folder(parts);
    if (folder && folder->get() >= 0 && Renew(key, *folder, &day)) {
      return day.slots;
    }
  }
  Forget(key);
  return std::nullopt;
}

bool SlotDays::Renew(const Key& key, const Descriptor& folder, Day* day) {
  std::map<ScheduledTime, SlotState> slots;
  for (const SlotState& state : *day->slots) {
    slots.emplace(state.time, state);
  }
  for (const std::string& name : day->changed) {
    const std::optional<ScheduledTime> time = TimeNamed(key.second, name);
    const Result<std::optional<std::string>> text =
        files_.ReadOf(folder, name, {kStateFolder, key.first, key.second});
    if (!time || !text) {
      return false;
    }
    slots.erase(*time);
    if (*text) {
      Result<SlotState> state = ReadSlotFile(**text, *time);
      if (!state) {
        return false;
      }
      slots.emplace(*time, std::move(*state));
    }
  }
  day->changed.clear();
  auto renewed = std::make_shared<std::vector<SlotState>>();
  for (auto& [time, state] : slots) {
    renewed->push_back(std::move(state));
  }
  day->slots = std::move(renewed);
  return true;
}

std::optional<SlotsOfDay> SlotDays::Read(const std::string& workflow, const std::string& day) {
  if (events_.get() < 0) {
    return std::nullopt;
  }
  const Key key{workflow, day};
  const std::lock_guard lock(mutex_);
  TakeEvents();
  if (std::optional<SlotsOfDay> known = KnownLocked(key)) {
    return known;
  }
  const Result<Descriptor> folder = files_.Folder({kStateFolder, workflow, day});
  if (!folder) {
    return std::nullopt;
  }
  return folder->get() < 0 ? SlotsOfDay() : Load(key, *folder);
}

std::optional<SlotsOfDay> SlotDays::Load(const Key& key, const Descriptor& folder) {
  // The watch begins before the folder is read, so no change is missed.
  const std::string path = "/proc/self/fd/" + std::to_string(folder.get());
  const int watch = inotify_add_watch(events_.get(), path.c_str(), kChanges);
  if (watch < 0 || watched_.contains(watch)) {
    // The kernel has no free inotify watch, or the folder is already watched for another day.
    return std::nullopt;
  }
  struct stat info{};
  Day day;
  day.slots = std::make_shared<std::vector<SlotState>>();
  const Result<std::vector<std::string>> names = DirectoryFiles::NamesOf(folder);
  if (names) {
    day.changed.insert(names->begin(), names->end());
  }
  if (!names || fstat(folder.get(), &info) != 0 || !Renew(key, folder, &day)) {
    inotify_rm_watch(events_.get(), watch);
    return std::nullopt;
  }
  if (days_.size() >= kMostDays) {
    ForgetAll();
  }
  day.device = info.st_dev;
  day.inode = info.st_ino;
  day.watch = watch;
  watched_[watch] = key;
  SlotsOfDay slots = day.slots;
  days_[key] = std::move(day);
  return slots;
}

}  // namespace hpdl::rt::celos
