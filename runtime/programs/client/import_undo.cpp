#include "runtime/programs/client/import_failure.h"
#include "runtime/programs/client/import_run.h"

namespace hpdl::client {
namespace {

using What = ImportOutcome::What;
using Stage = ImportStage;

}  // namespace

ImportOutcome Importer::Undo(const std::string& id) {
  ImportOutcome outcome{.id = id};
  const Done done = UndoInto(&outcome);
  outcome.what = done ? What::kUndone : What::kFailed;
  if (!done) {
    outcome.error = done.error();
  }
  return outcome;
}

/// Stops the new job before any of its actions begins. Refuses this if an action has begun.
Result<void> Importer::StopHere(ImportRecord* record) {
  const Result<SeenCoordinator> ours = LookAtJob(here_, record->job);
  HPDL_TRY(ours);
  const Result<bool> begun = HasBegun(here_, record->job);
  HPDL_TRY(begun);
  const Error too_late =
      Refused("actions of " + record->job +
              " have begun at the new server, and an undo would run them again at the old server");
  if (*begun) {
    return too_late;
  }
  const Stage before = record->stage == Stage::kUndoing ? Stage::kDone : record->stage;
  const std::string pause = record->pause.empty() ? TimeText(ours->next) : record->pause;
  HPDL_TRY(Record(Stage::kUndoing, record));
  if (!IsLive(ours->status)) {
    return {};
  }
  if (const Done paused = ChangeTo(here_, record->job, "pausetime=" + pause); !paused) {
    if (!HasMoved(paused.error())) {
      return paused;
    }
    HPDL_TRY(Record(before, record));
    return too_late;
  }
  return CommandTo(here_, record->job, "kill");
}

Result<void> Importer::UndoInto(ImportOutcome* outcome) {
  Result<std::optional<ImportRecord>> known = records_->Read(outcome->id);
  HPDL_TRY(known);
  if (!*known || (*known)->stage == Stage::kUndone) {
    return Refused("no import of " + outcome->id + " is recorded on this machine");
  }
  ImportRecord record = std::move(**known);
  if (record.stage == Stage::kMaking) {
    const Result<SeenCoordinator> seen = LookAtActions(there_, record.id);
    HPDL_TRY(seen);
    HPDL_TRY(Make(*seen, &record));
  }
  if (record.stage == Stage::kWithdrawing) {
    return Withdraw(&record);
  }
  outcome->job = record.job;
  outcome->pause_before = record.pause_before;
  HPDL_TRY(StopHere(&record));
  if (!record.pause.empty()) {
    HPDL_TRY(ChangeTo(there_, record.id, "pausetime=" + record.pause_before));
  }
  return Record(Stage::kUndone, &record);
}

}  // namespace hpdl::client
