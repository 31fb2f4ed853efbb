// Makes the actions of a coordinator.
#include <utility>

#include "runtime/engines/coordinator/coordinator_job.h"
#include "runtime/rules/coordinator/materialisation.h"

namespace hpdl::rt {

/// Makes the actions that are due. Returns true if actions were made.
Result<bool> CoordinatorJob::Materialise() {
  MaterialisationFacts facts;
  facts.state = state_;
  facts.order = defined_.execution;
  facts.throttle = coordinator_.throttle;
  facts.waiting = Count(ActionState::kWaiting);
  if (coordinator_.pause != 0) {
    facts.pause = coordinator_.pause;
  }
  if (coordinator_.next_number != 0) {
    facts.next = Turn{coordinator_.next_number, coordinator_.next_time, coordinator_.next_regular};
  }
  if (coordinator_.all_made) {
    return false;
  }
  const std::optional<MaterialisationPass> pass =
      rt::Materialise(defined_.schedule, facts, now_ms_ / 1000, settings_.materialisation);
  if (!pass) {
    return false;
  }
  std::vector<CoordinatorActionRow> rows;
  std::vector<SlaRow> agreements;
  for (const Turn& turn : pass->actions) {
    Result<CoordinatorActionRow> row = Make(turn);
    Result<std::optional<SlaRow>> agreed = row ? sla_->TermsOf(*row, ViewWithOutputs(*row), now_ms_)
                                               : Result<std::optional<SlaRow>>(row.error());
    if (!agreed) {  // the job fails, and these actions are not made
      row_.error_code = agreed.error().code;
      row_.error_message = agreed.error().message;
      Move(CoordinatorEvent::kFailed);
      return false;
    }
    rows.push_back(std::move(*row));
    if (*agreed) {
      agreements.push_back(std::move(**agreed));
    }
  }
  for (SlaRow& agreed : agreements) {
    HPDL_TRY(sla_->Put(std::move(agreed)));
  }
  for (CoordinatorActionRow& row : rows) {
    Entry& entry = entries_[row.number];
    entry.row = std::move(row);
    entry.next_look_ms = entry.row.nominal * 1000;
    entry.changed = true;
    ++counts_[ActionState::kWaiting];
    Notice(entry, "WAITING");
  }
  if (pass->next) {
    coordinator_.next_number = pass->next->number;
    coordinator_.next_time = pass->next->time;
    coordinator_.next_regular = pass->next->regular;
  }
  const bool first = state_ == CoordinatorState::kPrep;
  const bool changes = first || !pass->actions.empty() || pass->all_made;
  coordinator_.all_made = pass->all_made;
  if (first) {
    row_.started_ms = now_ms_;
  }
  Move(CoordinatorEvent::kMaterialised);
  job_changed_ = job_changed_ || changes;
  return !pass->actions.empty();
}

Result<CoordinatorActionRow> CoordinatorJob::Make(const Turn& turn) const {
  CoordinatorActionRow row;
  row.number = turn.number;
  row.nominal = turn.time;
  row.actual = now_ms_ / 60'000 * 60;
  row.created_ms = row.modified_ms = now_ms_;
  row.timeout = coordinator_.timeout;
  HPDL_TRY(SetData(&row));
  return row;
}

/// Sets the data of an action according to the present definition.
Result<void> CoordinatorJob::SetData(CoordinatorActionRow* row) const {
  if (defined_.inputs.empty() && defined_.outputs.empty()) {
    return {};
  }
  ActionView view = ViewOf(*row);
  const auto inputs = DataOf(defined_.inputs, *texts_, &view);
  HPDL_TRY(inputs);
  const auto outputs = DataOf(defined_.outputs, *texts_, &view);
  HPDL_TRY(outputs);
  MissingData missing = MissingOf(*inputs);
  missing.by_logic = !defined_.logic.empty();
  row->inputs = EncodeData(*inputs);
  row->outputs = EncodeData(*outputs);
  row->missing = missing.ToText();
  return {};
}

ActionView CoordinatorJob::ViewOf(const CoordinatorActionRow& row) const {
  ActionView view;
  view.times = {row.nominal, row.actual, defined_.schedule.zone};
  view.id = ActionId(row.number);
  return view;
}

ActionView CoordinatorJob::ViewWithOutputs(const CoordinatorActionRow& row) const {
  ActionView view = ViewOf(row);
  view.outputs = OutputUris(DecodeData(row.outputs).value_or(std::vector<EventData>()));
  return view;
}

}  // namespace hpdl::rt
