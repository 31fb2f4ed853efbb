#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_JOB_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_JOB_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/coordinator_request.h"
#include "runtime/engines/coordinator/coordinator_settings.h"
#include "runtime/engines/coordinator/coordinator_sla.h"
#include "runtime/engines/coordinator/coordinator_world.h"
#include "runtime/engines/coordinator/program_texts.h"
#include "runtime/engines/coordinator/scheduled_job.h"
#include "runtime/rules/coordinator/action_data.h"
#include "runtime/rules/coordinator/action_states.h"
#include "runtime/rules/coordinator/action_view.h"
#include "runtime/rules/coordinator/data_check.h"
#include "runtime/rules/coordinator/definition.h"
#include "runtime/store/journal.h"

namespace hpdl::rt {

/// The property of a workflow job that holds the path of its application.
inline constexpr const char* kWorkflowPath = "oozie.wf.application.path";

/// Runs one coordinator: makes actions, checks their data, starts their workflows and records their
/// states. Each action's row holds an ActionWish: a start, kill or other operation that must still
/// be done. In calls of CoordinatorWorld, `number` is the number of the action.
class CoordinatorJob final : public ScheduledJob {
 public:
  /// Opens the coordinator that is job number 0 of the journal. Borrows all arguments except
  /// `settings`.
  static Result<std::unique_ptr<CoordinatorJob>> Open(const hpdl_coordinator& written,
                                                      CoordinatorSettings settings,
                                                      Journal& journal, CoordinatorWorld& world);

  Result<void> Beat() override;
  void Seen() override { beat_again_ = true; }
  void Started(std::int64_t number, const Result<std::string>& id) override;
  void Done(std::int64_t number, const Result<void>& done) override;
  Result<std::vector<std::int64_t>> Ask(const CoordinatorRequest& request) override;
  const JobRow& row() const override { return row_; }
  bool IsOver() const override { return IsFinished(state_) && IsIdle() && !HasWishes(); }
  bool IsHandedOver() const override { return handed_over_; }
  bool IsIdle() const override { return in_flight_ == 0 && !beat_again_; }
  std::optional<std::int64_t> NextBeatMs() const override;
  std::vector<Wait> Waits() const override;
  Result<void> Park(std::string note) override;
  void Unpark() override;

  CoordinatorState state() const { return state_; }
  CoordinatorSla& sla() { return *sla_; }
  /// CoordinatorJob calls this function before the commit when an action enters a state about which
  /// Oozie sends a notification.
  std::function<void(const CoordinatorActionRow&, std::string_view status)> on_notice;

 private:
  /// An action that has not ended, or whose row still has an ActionWish.
  struct Entry {
    CoordinatorActionRow row;
    /// The operation that has begun and has no result yet. The row may hold a new operation
    /// meanwhile, which begins after the result has come.
    std::optional<ActionWish> asked;
    bool killed = false;  ///< true if the kill is done; the workflow may not have ended yet
    std::int64_t next_look_ms = 0;
    std::int64_t look_pause_ms = 0;
    std::vector<std::string> watch;  ///< the paths that were missing in the last check of the
                                     ///< action's data
    /// The time at which the wait of the input logic ends, in seconds since 1970.
    std::optional<std::int64_t> until;
    bool changed = false;
  };
  using Entries = std::map<std::int64_t, Entry>;

  CoordinatorJob(const hpdl_coordinator& written, CoordinatorSettings settings, Journal& journal,
                 CoordinatorWorld& world);
  Result<void> Load();

  // Functions for the state of the job (coordinator_job.cpp).
  bool HasWishes() const;
  std::optional<std::int64_t> NextChangeMs() const;
  void Move(CoordinatorEvent event);
  void SetState(CoordinatorState state);
  void UpdateState();
  Result<void> UpdateSla();
  Result<void> Commit();
  Result<void> Grant();
  void Tell(const Entry& entry);

  // Functions for actions.
  std::string ActionId(std::int64_t number) const;
  bool Move(Entry& entry, ActionEvent event);
  void Change(Entry& entry);
  void Fail(Entry& entry, ActionEvent event, const Error& error);
  void Notice(const Entry& entry, std::string_view status);
  Turn TurnOf(const CoordinatorActionRow& row) const;
  ActionCounts Counts() const;
  std::int64_t Count(ActionState state) const;
  bool HasRoom() const;
  Result<Entry*> Find(std::int64_t number);

  // Functions that make actions (making.cpp).
  Result<bool> Materialise();
  Result<CoordinatorActionRow> Make(const Turn& turn) const;
  Result<void> SetData(CoordinatorActionRow* row) const;
  ActionView ViewOf(const CoordinatorActionRow& row) const;
  ActionView ViewWithOutputs(const CoordinatorActionRow& row) const;

  // Functions that check data and start workflows (input_check.cpp).
  bool CheckInputs();
  bool CheckInput(Entry& entry);
  void SetError(Entry& entry, const Error& error);
  bool LookAgain(Entry& entry);
  void Complete(Entry& entry, const DataVerdict& verdict);
  using Uris = std::map<std::string, EventUris, std::less<>>;
  Result<std::string> ConfigurationOf(const CoordinatorActionRow& row, Uris inputs) const;
  Result<std::string> Foreseen(const CoordinatorActionRow& row) const;
  bool IsTooLate(const Entry& entry) const;
  std::int64_t EndOfTime(const CoordinatorActionRow& row) const;
  bool ReadyStep();
  bool FollowWorkflows();

  // Functions for requests (requests.cpp).
  using Numbers = Result<std::vector<std::int64_t>>;
  Numbers Suspend();
  Numbers Resume();
  void End(Entry& entry, ActionEvent event);
  Numbers Kill();
  Numbers KillActions(const CoordinatorRequest& request);
  Numbers Ignore(const CoordinatorRequest& request);
  Numbers Rerun(const CoordinatorRequest& request);
  Numbers ChangeValues(const CoordinatorRequest& request);
  Numbers Update(const CoordinatorRequest& request);
  Numbers CommandSla(const CoordinatorRequest& request);
  Result<void> CheckStatusChange(const std::string& value) const;
  Result<void> MoveEnd(std::int64_t end);
  Result<void> MovePause(std::optional<std::int64_t> pause);
  Result<void> CheckTakingAway(std::int64_t time);
  Result<void> TakeAwayFrom(std::int64_t time);
  Result<std::vector<CoordinatorActionRow>> Meant(const CoordinatorRequest& request,
                                                  const std::vector<ActionState>& by_date) const;
  /// An action that a rerun request selects, with its new values.
  struct Again {
    CoordinatorActionRow row;
    std::optional<SlaRow> terms;  ///< no value if the action keeps the terms of its SLA agreement
  };
  Result<Again> ForRerun(CoordinatorActionRow row, const CoordinatorRequest& request) const;
  Result<void> SetProperties(CoordinatorActionRow* row, const CoordinatorRequest& request) const;
  Result<void> PrepareRerun(Again again, const CoordinatorRequest& request);

  const hpdl_coordinator& written_;
  const CoordinatorSettings settings_;
  Journal& journal_;
  CoordinatorWorld& world_;
  std::unique_ptr<ProgramTexts> texts_;
  std::unique_ptr<CoordinatorSla> sla_;
  DefinedCoordinator defined_;
  JobRow row_;
  CoordinatorRow coordinator_;
  CoordinatorState state_ = CoordinatorState::kPrep;
  Entries entries_;
  std::map<ActionState, std::int64_t> counts_;  ///< the number of actions in each state
  /// UTC milliseconds at the start of the current call of Beat(), Ask(), Started() or Done().
  std::int64_t now_ms_ = 0;
  std::size_t in_flight_ = 0;
  bool ready_step_due_ = false;
  bool beat_again_ = true;
  bool job_changed_ = false;
  bool handed_over_ = false;
  std::vector<ScheduleNews> news_;  ///< the changes to report after the next commit
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_JOB_H_
