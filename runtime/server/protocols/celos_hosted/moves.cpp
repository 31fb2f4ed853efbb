#include "runtime/server/protocols/celos_hosted/moves.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/ground/base/local_files.h"
#include "runtime/server/jobs/serving_lock.h"
#include "runtime/server/protocols/celos/celos_place.h"
#include "runtime/server/protocols/celos/intent_files.h"
#include "runtime/server/protocols/celos/moved_directory.h"
#include "runtime/store/celos_slots/slot_database.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt::celos {
namespace {

// A state directory that is open for a move and locked against other processes.
struct OpenState {
  std::unique_ptr<StateDirectory> directory;
  LockedFile serving;
  std::unique_ptr<SlotDatabase> slots;
};

Result<OpenState> OpenAlone(const std::string& state) {
  Result<std::unique_ptr<StateDirectory>> directory = StateDirectory::Open(state, true);
  HPDL_TRY(directory);
  Result<LockedFile> serving = TakeServing(state);
  HPDL_TRY(serving);
  if (const int error = MakeDirectories(state + "/celos"); error != 0) {
    return Error{ErrorClass::kError, "", state + "/celos: " + std::strerror(error)};
  }
  Result<std::unique_ptr<SlotDatabase>> slots = SlotDatabase::Open(HostedDatabase(state));
  HPDL_TRY(slots);
  return OpenState{std::move(*directory), std::move(*serving), std::move(*slots)};
}

std::string Numbers(const StoredSlots& all) {
  return std::to_string(all.states.size()) + " slots, " + std::to_string(all.marks.size()) +
         " rerun marks, " + std::to_string(all.paused.size()) + " paused workflows, " +
         std::to_string(all.registers.size()) + " registers, " +
         std::to_string(all.submissions.size()) + " submissions that have not ended";
}

bool IsThere(const std::string& folder) {
  struct stat info{};
  return stat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

Result<void> ForgetIntents(IntentFiles* files) {
  for (const Submission& submission : files->All()) {
    HPDL_TRY(files->Remove(submission.slot));
  }
  return {};
}

// Writes `all` as intent files. If a write fails, removes every intent file. Some intents of `all`
// may already be in `files`, left by an interrupted export. Any other intent in `files` is an
// error, because a celos-server wrote it.
Result<void> PutIntents(const std::vector<Submission>& all, IntentFiles* files) {
  for (const Submission& there : files->All()) {
    const bool ours = std::any_of(all.begin(), all.end(), [&](const Submission& submission) {
      return submission.slot == there.slot && submission.key == there.key;
    });
    if (!ours) {
      return Error{ErrorClass::kError, "",
                   "a celos-server that served this directory has not ended its submission of " +
                       there.slot.Text()};
    }
  }
  for (const Submission& submission : all) {
    if (const Result<void> put = files->Put(submission); !put) {
      (void)ForgetIntents(files);
      return put;
    }
  }
  return {};
}

// Returns the real path of a folder that does not exist yet; `path` itself if its parent cannot be
// resolved.
std::string RealPathOfNew(const std::string& path) {
  const std::filesystem::path given = std::filesystem::path(path + "/").parent_path();
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::canonical(
      given.has_parent_path() ? given.parent_path() : std::filesystem::path("."), error);
  return error ? path : (parent / given.filename()).string();
}

}  // namespace

std::string HostedDatabase(const std::string& state) {
  return state + "/celos/slots.db";
}

Result<std::string> ImportCelos(const std::string& state, const std::string& db) {
  Result<OpenState> here = OpenAlone(state);
  HPDL_TRY(here);
  const std::string place = CelosPlace(state, db);
  std::optional<LockedFile> serving;
  std::optional<IntentFiles> intents;
  if (IsThere(place)) {
    Result<LockedFile> taken = TakeServing(place);
    if (!taken) {
      return Error{ErrorClass::kError, "", "a celos-server is serving " + db};
    }
    serving.emplace(std::move(*taken));
    Result<IntentFiles> opened = IntentFiles::Open(IntentsOf(place));
    HPDL_TRY(opened);
    intents.emplace(std::move(*opened));
  }
  Result<ReadDirectory> read = ReadCelosDirectory(db);
  HPDL_TRY(read);
  if (intents) {
    read->slots.submissions = intents->All();
  }
  HPDL_TRY(here->slots->Add(read->slots));
  if (intents) {
    HPDL_TRY(ForgetIntents(&*intents));
  }
  std::string told = "imported from " + db + ": " + Numbers(read->slots) + "\n";
  if (!intents) {
    told += "no celos-server has served " + db +
            " with this state directory; if a celos-server has another state directory (--state), "
            "the submissions in that directory that have not ended were not imported\n";
  }
  for (const std::string& left : read->left) {
    told += "not imported: " + left + "\n";
  }
  return told;
}

Result<std::string> ExportCelos(const std::string& state, const std::string& db) {
  Result<OpenState> here = OpenAlone(state);
  HPDL_TRY(here);
  const Result<StoredSlots> all = here->slots->Read();
  HPDL_TRY(all);
  const std::string path = RealPathOfNew(db);
  HPDL_TRY(CheckNewCelosDirectory(path));
  const Result<std::string> place = MakeCelosPlace(state, path);
  HPDL_TRY(place);
  const Result<LockedFile> serving = TakeServing(*place);
  HPDL_TRY(serving);
  Result<IntentFiles> intents = IntentFiles::Open(IntentsOf(*place));
  HPDL_TRY(intents);
  HPDL_TRY(PutIntents(all->submissions, &*intents));
  if (const Result<void> written = WriteCelosDirectory(path, *all); !written) {
    (void)ForgetIntents(&*intents);
    return written.error();
  }
  std::string told = "written to " + db + ": " + Numbers(*all) + "\n";
  if (!all->submissions.empty()) {
    told +=
        "start celos-server with this state directory to end these submissions; Celos does not "
        "know them\n";
  }
  return told;
}

}  // namespace hpdl::rt::celos
