#include "runtime/server/protocols/celos/moved_directory.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/protocols/celos/directory_files.h"
#include "runtime/server/protocols/celos/jackson_json.h"
#include "runtime/server/protocols/celos/register_files.h"
#include "runtime/server/protocols/celos/slot_file.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::string_view kRerunFolder = "rerun", kPausedFolder = "paused",
                           kRegisterFolder = "register";
constexpr std::size_t kMostFiles = 20'000'000;

using Texts = std::vector<std::string>;

DirectoryFiles::Parts PartsOf(const Texts& texts) {
  return {texts.begin(), texts.end()};
}

Error MoveError(std::string message) {
  return JavaException(kIoException, std::move(message));
}

Error Elsewhere(const std::string& path, const Error& error) {
  return MoveError(path + ": " + error.message);
}

// Returns the names in a folder. A folder that does not exist has no names. Returns an error if
// something other than a folder is at the path.
Result<Texts> NamesBelow(const DirectoryFiles& files, const Texts& folder) {
  struct stat info{};
  if (!files.Look(PartsOf(folder), &info)) {
    return errno == ENOENT ? Result<Texts>(Texts())
                           : MoveError(files.PathOf(PartsOf(folder)) + ": " + std::strerror(errno));
  }
  const bool may_be_link = folder.size() == 1 && S_ISLNK(info.st_mode);
  if (!S_ISDIR(info.st_mode) && !may_be_link) {
    return MoveError(files.PathOf(PartsOf(folder)) + " is not a folder");
  }
  Result<std::optional<Texts>> names = files.Names(PartsOf(folder));
  HPDL_TRY(names);
  if (!*names) {
    return MoveError(files.PathOf(PartsOf(folder)) + " cannot be read");
  }
  return std::move(**names);
}

Result<std::string> TextBelow(const DirectoryFiles& files, const Texts& file) {
  Result<std::optional<std::string>> text = files.Read(PartsOf(file));
  HPDL_TRY(text);
  if (!*text) {
    return MoveError(files.PathOf(PartsOf(file)) + " cannot be read or has disappeared");
  }
  return std::move(**text);
}

// Returns the time of a slot from the names of its folder and file. The folder must name the day in
// full, since other forms may mean the same day.
Result<ScheduledTime> TimeOfNames(const std::string& day, const std::string& name) {
  const Result<ScheduledTime> time = ScheduledTime::Parse(day + "T" + name);
  HPDL_TRY(time);
  const std::string text = time->Text();
  if (text.substr(0, text.find('T')) != day) {
    return MoveError("its folder is not named after the day of the slot");
  }
  return time;
}

Result<void> CheckId(const std::string& id) {
  return id == "." || id == ".." || id.find_first_not_of(" \t\n\v\f\r") == std::string::npos
             ? MoveError("it is not a valid workflow ID")
             : Result<void>();
}

using ReadSlotText = Result<void> (*)(const std::string& workflow, const std::string& day,
                                      const std::string& name, std::string_view text,
                                      ReadDirectory* read);

class DirectoryReader {
 public:
  explicit DirectoryReader(const DirectoryFiles& files) : files_(files) {}

  Result<ReadDirectory> Read() {
    HPDL_TRY(NameOthers());
    HPDL_TRY(ReadSlots(kStateFolder, ReadStateFile));
    HPDL_TRY(ReadSlots(kRerunFolder, ReadMarkOf));
    HPDL_TRY(ReadPaused());
    HPDL_TRY(ReadRegisters());
    return std::move(read_);
  }

 private:
  Result<void> NameOthers() {
    const Result<std::optional<Texts>> names = files_.Names({});
    HPDL_TRY(names);
    for (const std::string& name : *names ? **names : Texts()) {
      if (name != kStateFolder && name != kRerunFolder && name != kPausedFolder &&
          name != kRegisterFolder) {
        read_.left.push_back(files_.PathOf({name}) + " does not belong to Celos");
      }
    }
    return {};
  }

  Result<void> Count() {
    return ++count_ > kMostFiles ? MoveError("the directory has too many files") : Result<void>();
  }

  Result<void> ReadSlots(std::string_view kind, ReadSlotText take) {
    const std::string top(kind);
    const Result<Texts> workflows = NamesBelow(files_, {top});
    HPDL_TRY(workflows);
    for (const std::string& workflow : *workflows) {
      if (const Result<void> good = CheckId(workflow); !good) {
        return Elsewhere(files_.PathOf({top, workflow}), good.error());
      }
      const Result<Texts> days = NamesBelow(files_, {top, workflow});
      HPDL_TRY(days);
      for (const std::string& day : *days) {
        HPDL_TRY(ReadDay({top, workflow, day}, take));
      }
    }
    return {};
  }

  Result<void> ReadDay(const Texts& folder, ReadSlotText take) {
    const Result<Texts> names = NamesBelow(files_, folder);
    HPDL_TRY(names);
    for (const std::string& name : *names) {
      HPDL_TRY(Count());
      const Texts file = {folder[0], folder[1], folder[2], name};
      const Result<std::string> text = TextBelow(files_, file);
      HPDL_TRY(text);
      if (const Result<void> taken = take(folder[1], folder[2], name, *text, &read_); !taken) {
        return Elsewhere(files_.PathOf(PartsOf(file)), taken.error());
      }
    }
    return {};
  }

  Result<void> ReadPaused() {
    const std::string top(kPausedFolder);
    const Result<Texts> names = NamesBelow(files_, {top});
    HPDL_TRY(names);
    for (const std::string& name : *names) {
      // The text is not used: the read only checks that the entry is a regular file.
      HPDL_TRY(TextBelow(files_, {top, name}));
      read_.slots.paused.push_back(name);
    }
    return {};
  }

  Result<void> ReadRegisters() {
    const std::string top(kRegisterFolder);
    const Result<Texts> buckets = NamesBelow(files_, {top});
    HPDL_TRY(buckets);
    for (const std::string& bucket : *buckets) {
      const Result<Texts> keys = NamesBelow(files_, {top, bucket});
      HPDL_TRY(keys);
      for (const std::string& key : *keys) {
        HPDL_TRY(Count());
        const Texts file = {top, bucket, key};
        const Result<std::string> text = TextBelow(files_, file);
        HPDL_TRY(text);
        if (const Result<void> taken = ReadRegisterOf(bucket, key, *text, &read_); !taken) {
          return Elsewhere(files_.PathOf(PartsOf(file)), taken.error());
        }
      }
    }
    return {};
  }

  const DirectoryFiles& files_;
  ReadDirectory read_;
  std::size_t count_ = 0;
};

DirectoryFiles::NewText SlotText(std::string_view kind, const SlotId& slot, std::string text) {
  const std::string time = slot.time.Text();
  const std::size_t middle = time.find('T');
  return {{std::string(kind), slot.workflow, time.substr(0, middle), time.substr(middle + 1)},
          std::move(text)};
}

std::vector<DirectoryFiles::NewText> TextsOf(const StoredSlots& slots) {
  std::vector<DirectoryFiles::NewText> all;
  for (const auto& [slot, state] : slots.states) {
    all.push_back(SlotText(kStateFolder, slot, SlotFileText(state)));
  }
  for (const auto& [slot, marked] : slots.marks) {
    all.push_back(SlotText(kRerunFolder, slot, MarkFileText(marked)));
  }
  for (const std::string& workflow : slots.paused) {
    all.push_back({{std::string(kPausedFolder), workflow}, ""});
  }
  for (const auto& [name, value] : slots.registers) {
    all.push_back({{std::string(kRegisterFolder), name.first, name.second}, value});
  }
  return all;
}

}  // namespace

Result<void> ReadStateFile(const std::string& workflow, const std::string& day,
                           const std::string& name, std::string_view text, ReadDirectory* read) {
  const Result<ScheduledTime> time = TimeOfNames(day, name);
  HPDL_TRY(time);
  Result<SlotState> state = ReadSlotFile(text, *time);
  HPDL_TRY(state);
  const SlotId slot{workflow, *time};
  if (!time->IsWholeSecond()) {
    read->left.push_back("the slot " + slot.Text() +
                         " cannot belong to a schedule, because its time is not a whole second");
    return {};
  }
  return read->slots.states.emplace(slot, std::move(*state)).second
             ? Result<void>()
             : MoveError("another file has the same slot");
}

Result<void> ReadMarkOf(const std::string& workflow, const std::string& day,
                        const std::string& name, std::string_view text, ReadDirectory* read) {
  const Result<ScheduledTime> time = TimeOfNames(day, name);
  HPDL_TRY(time);
  const Result<ScheduledTime> marked = ReadMarkFile(text);
  HPDL_TRY(marked);
  const SlotId slot{workflow, *time};
  if (!time->IsWholeSecond()) {
    read->left.push_back(
        "the rerun mark of the slot " + slot.Text() +
        " cannot belong to a schedule, because the slot's time is not a whole second");
    return {};
  }
  read->slots.marks[slot] = *marked;
  return {};
}

Result<void> ReadRegisterOf(const std::string& bucket, const std::string& key,
                            std::string_view text, ReadDirectory* read) {
  HPDL_TRY(CheckRegisterName(bucket));
  HPDL_TRY(CheckRegisterName(key));
  const Result<JsonValue> value = JsonValue::Parse(text, "the register");
  HPDL_TRY(value);
  read->slots.registers[{bucket, key}] = value->Compact();
  return {};
}

Result<ReadDirectory> ReadCelosDirectory(const std::string& path) {
  const Result<DirectoryFiles> files = DirectoryFiles::Open(path);
  HPDL_TRY(files);
  return DirectoryReader(*files).Read();
}

Result<void> CheckNewCelosDirectory(const std::string& path) {
  std::error_code error;
  const std::filesystem::path given(path);
  if (std::filesystem::symlink_status(given, error).type() !=
          std::filesystem::file_type::not_found &&
      (!std::filesystem::is_directory(std::filesystem::symlink_status(given, error)) ||
       !std::filesystem::is_empty(given, error) || error)) {
    return MoveError(path + " exists and is not an empty folder");
  }
  return {};
}

Result<void> WriteCelosDirectory(const std::string& path, const StoredSlots& slots) {
  HPDL_TRY(CheckNewCelosDirectory(path));
  std::error_code error;
  const std::filesystem::path given(path);
  const std::string parent = given.has_parent_path() ? given.parent_path().string() : ".";
  std::string fresh = parent + "/" + std::string(kUnfinishedPrefix) + "XXXXXX";
  if (mkdtemp(fresh.data()) == nullptr) {
    return MoveError(fresh + ": " + std::strerror(errno));
  }
  const auto write = [&]() -> Result<void> {
    const Result<DirectoryFiles> files = DirectoryFiles::Open(fresh);
    HPDL_TRY(files);
    HPDL_TRY(files->WriteAll(TextsOf(slots)));
    constexpr mode_t kFolderMode = 0755;
    if (chmod(fresh.c_str(), kFolderMode) != 0 || std::rename(fresh.c_str(), path.c_str()) != 0 ||
        !SyncDirectory(parent)) {
      return MoveError(path + ": " + std::strerror(errno));
    }
    return {};
  };
  Result<void> written = write();
  if (!written) {
    std::filesystem::remove_all(fresh, error);
  }
  return written;
}

}  // namespace hpdl::rt::celos
