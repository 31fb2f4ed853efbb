#ifndef HPDL_RUNTIME_COORDINATOR_ENGINE_COORDINATOR_JOB_H_
#define HPDL_RUNTIME_COORDINATOR_ENGINE_COORDINATOR_JOB_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/coordinator/action_data.h"
#include "runtime/coordinator/action_states.h"
#include "runtime/coordinator/action_view.h"
#include "runtime/coordinator/data_check.h"
#include "runtime/coordinator/definition.h"
#include "runtime/coordinator_engine/coordinator_request.h"
#include "runtime/coordinator_engine/coordinator_settings.h"
#include "runtime/coordinator_engine/coordinator_world.h"
#include "runtime/coordinator_engine/program_texts.h"
#include "runtime/store/journal.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {

/// What a coordinator's engine tells of an action or, with number 0, of the job, once it is
/// durable.
struct CoordinatorNews {
  std::int64_t number = 0;
  std::int64_t nominal = 0;
  std::string state;
  std::string workflow_id;
  std::string error_code, error_message;
};

/// One coordinator over its journal: makes actions, looks at their data, starts their workflows and
/// follows them. What it wants of the world it has written down before it asks for it, as a wish in
/// the action's row, so that after a crash it asks again. It has no clock of its own (base/clock.h)
/// and waits for nothing: who runs it calls Beat() when something may be due. Not thread-safe.
class CoordinatorJob {
 public:
  /// Reads the job that is number 0 of the journal. All but `settings` are borrowed.
  static Result<std::unique_ptr<CoordinatorJob>> Open(const hpdl_coordinator& written,
                                                      CoordinatorSettings settings,
                                                      Journal& journal, CoordinatorWorld& world);

  /// Does what is due now. What it has changed is durable when it returns, and then the world is
  /// asked for what is wished. Errors are those of the journal.
  Result<void> Beat();
  /// Paths have been looked at: the next beat may say more.
  void Seen() { beat_again_ = true; }
  /// The answer to CoordinatorWorld::Start() and RunAgain(): the id of the workflow.
  void Started(std::int64_t number, const Result<std::string>& id);
  /// The answer to the others.
  void Done(std::int64_t number, const Result<void>& done);
  /// Does what is asked, in the next commit, which is Beat()'s. Gives the numbers of the actions
  /// that are meant. An error changes nothing; what Oozie swallows is none.
  Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request);

  CoordinatorState state() const { return state_; }
  const JobRow& row() const { return row_; }
  /// Whether there is nothing that the world has still to answer.
  bool IsIdle() const { return in_flight_ == 0 && !beat_again_; }
  /// When the next beat has something to do if nothing comes from outside; none: never.
  std::optional<std::int64_t> NextBeatMs() const;
  /// What it waits for while it is idle.
  std::vector<Wait> Waits() const;
  /// Whether something is left to do about workflows or outputs.
  bool HasWishes() const;
  /// Writes the note of the waits, durably; and has the next beat take it away.
  Result<void> Park(std::string note);
  void Unpark();
  /// Called for each change after its commit.
  std::function<void(const CoordinatorNews&)> on_news;
  /// Called for an action that has come to a state that Oozie tells others of, before the commit.
  std::function<void(const CoordinatorActionRow&, std::string_view status)> on_notice;

 private:
  /// An action that is not over, or has something left to do.
  struct Entry {
    CoordinatorActionRow row;
    bool in_flight = false;  ///< the world has been asked for its wish
    bool killed = false;     ///< it has killed the workflow, which may not be over yet
    std::int64_t next_look_ms = 0;
    std::int64_t look_pause_ms = 0;
    std::vector<std::string> watch;     ///< paths, as of the last look at its data
    std::optional<std::int64_t> until;  ///< seconds: the input logic waits so long
    bool changed = false;
  };
  using Entries = std::map<std::int64_t, Entry>;

  CoordinatorJob(const hpdl_coordinator& written, CoordinatorSettings settings, Journal& journal,
                 CoordinatorWorld& world);
  Result<void> Load();

  // The state of the job (coordinator_job.cpp).
  std::optional<std::int64_t> NextChangeMs() const;
  void Move(CoordinatorEvent event);
  void SetState(CoordinatorState state);
  void Judge();
  Result<void> Commit();
  Result<void> Grant();
  void Tell(const Entry& entry);

  // Actions.
  std::string ActionId(std::int64_t number) const;
  bool Move(Entry& entry, ActionEvent event);
  void Change(Entry& entry);
  void Fail(Entry& entry, ActionEvent event, const Error& error);
  void Notice(const Entry& entry, std::string_view status);
  Turn TurnOf(const CoordinatorActionRow& row) const;
  ActionCounts Counts() const;
  std::int64_t Count(ActionState state) const;
  Result<Entry*> Find(std::int64_t number);

  // Making actions (making.cpp).
  Result<bool> Materialise();
  Result<CoordinatorActionRow> Make(const Turn& turn) const;
  Result<void> SetData(CoordinatorActionRow* row) const;
  ActionView ViewOf(const CoordinatorActionRow& row) const;

  // Data and starts (input_check.cpp).
  bool CheckInputs();
  bool CheckInput(Entry& entry);
  void Complete(Entry& entry, const DataVerdict& verdict);
  Result<std::string> ConfigurationOf(const CoordinatorActionRow& row,
                                      const DataVerdict& verdict) const;
  bool IsTooLate(const Entry& entry) const;
  std::int64_t EndOfTime(const CoordinatorActionRow& row) const;
  bool ReadyStep();
  bool FollowWorkflows();

  // Requests (requests.cpp).
  using Numbers = Result<std::vector<std::int64_t>>;
  Numbers Suspend();
  Numbers Resume();
  void End(Entry& entry, ActionEvent event);
  Numbers Kill();
  Numbers KillActions(const CoordinatorRequest& request);
  Numbers Ignore(const CoordinatorRequest& request);
  Numbers Rerun(const CoordinatorRequest& request);
  Numbers ChangeValues(const CoordinatorRequest& request);
  Result<void> CheckStatusChange(const std::string& value) const;
  Result<void> MoveEnd(std::int64_t end);
  Result<void> MovePause(std::optional<std::int64_t> pause);
  Result<void> CheckTakingAway(std::int64_t time);
  Result<void> TakeAwayFrom(std::int64_t time);
  Result<std::vector<CoordinatorActionRow>> Meant(const CoordinatorRequest& request,
                                                  const std::vector<ActionState>& by_date) const;
  Result<void> PrepareRerun(CoordinatorActionRow row, const CoordinatorRequest& request);

  const hpdl_coordinator& written_;
  const CoordinatorSettings settings_;
  Journal& journal_;
  CoordinatorWorld& world_;
  std::unique_ptr<ProgramTexts> texts_;
  DefinedCoordinator defined_;
  JobRow row_;
  CoordinatorRow coordinator_;
  CoordinatorState state_ = CoordinatorState::kPrep;
  Entries entries_;
  std::map<ActionState, std::int64_t> counts_;  ///< of all actions
  std::int64_t now_ms_ = 0;                     ///< of the beat or the request
  std::size_t in_flight_ = 0;
  bool ready_step_due_ = false;
  bool beat_again_ = true;
  bool job_changed_ = false;
  std::vector<CoordinatorNews> news_;  ///< of the next commit
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_COORDINATOR_ENGINE_COORDINATOR_JOB_H_
