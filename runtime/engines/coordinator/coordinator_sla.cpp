#include "runtime/engines/coordinator/coordinator_sla.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "runtime/engines/coordinator/job_properties.h"
#include "runtime/engines/sla_judge/sla_rows.h"
#include "runtime/ground/base/text_parts.h"

namespace hpdl::rt {
namespace {

constexpr const char* kDisabled = "oozie.sla.disable.alerts";
constexpr const char* kEnabled = "oozie.sla.enable.alerts";
constexpr const char* kDisabledCoordinators = "oozie.sla.disable.alerts.coord";
constexpr const char* kOlderThan = "oozie.sla.disable.alerts.older.than";

}  // namespace

CoordinatorSla::CoordinatorSla(const hpdl_coordinator& written, const ProgramTexts& texts,
                               SlaSettings settings, Journal& journal, CoordinatorWorld& world)
    : written_(written),
      texts_(texts),
      settings_(std::move(settings)),
      journal_(journal),
      world_(world) {}

Result<void> CoordinatorSla::Load() {
  Result<std::vector<SlaRow>> rows =
      journal_.coordinator().Slas(0, std::numeric_limits<std::int64_t>::max(), true);
  HPDL_TRY(rows);
  for (SlaRow& row : *rows) {
    const std::int64_t number = row.number;
    open_[number] = std::move(row);
  }
  return {};
}

// ---- terms

Result<SlaTexts> CoordinatorSla::TextsOf(const ActionView& view) const {
  SlaTexts texts;
  for (std::uint32_t i = 0; i < written_.sla_arg_count; ++i) {
    const hpdl_arg& arg = written_.sla_args[i];
    Result<std::string> text = texts_.Of(arg.expr, &view, nullptr);
    HPDL_TRY(text);
    SetField(arg.field, std::move(*text), &texts);
  }
  return texts;
}

std::string CoordinatorSla::Property(const std::string& name) const {
  if (const auto changed = changed_.find(name); changed != changed_.end()) {
    return changed->second;
  }
  return std::string(PropertyOf(texts_.properties(), name));
}

Result<void> CoordinatorSla::SetProperty(const std::string& name, const std::string& value) {
  Result<Properties> properties = journal_.JobProperties(0, 0);
  HPDL_TRY(properties);
  changed_[name] = value;
  for (const auto& [changed, now] : changed_) {
    (*properties)[changed] = now;
  }
  return journal_.PutProperties(0, 0, *properties);
}

Result<bool> CoordinatorSla::HasAlerts(const CoordinatorActionRow& action,
                                       std::int64_t now_ms) const {
  SlaAlertRules rules;
  rules.disabled = Property(kDisabled);
  rules.enabled = Property(kEnabled);
  rules.coordinators = Property(kDisabledCoordinators);
  rules.older_than_hours = ParseNumber(Property(kOlderThan)).value_or(settings_.older_than_hours);
  const SlaAlertSubject subject{action.number, action.nominal * 1000, texts_.identity.id,
                                texts_.identity.name};
  return rt::HasAlerts(rules, subject, now_ms);
}

Result<std::optional<SlaRow>> CoordinatorSla::TermsOf(const CoordinatorActionRow& action,
                                                      const ActionView& view,
                                                      std::int64_t now_ms) const {
  if (empty()) {
    return std::optional<SlaRow>();
  }
  const Result<SlaTexts> texts = TextsOf(view);
  HPDL_TRY(texts);
  Result<SlaTerms> terms = ReadSlaTerms(*texts);
  HPDL_TRY(terms);
  if (const std::string change = Property(kSlaChangeProperty); !change.empty()) {
    HPDL_TRY(ChangeSlaTerms(change, &*terms));
  }
  const Result<bool> alerts = HasAlerts(action, now_ms);
  HPDL_TRY(alerts);
  SlaRow row;
  row.number = action.number;
  row.id = view.id;
  row.parent_id = texts_.identity.id;
  row.subject = SlaSubject::kCoordinatorAction;
  row.app_name = texts_.identity.name;
  row.job_status = WordOf(action.state);
  row.created_ms = row.modified_ms = now_ms;
  SetTerms(*terms, &row);
  row.alerts = *alerts;
  return std::optional(std::move(row));
}

Result<void> CoordinatorSla::Put(SlaRow row) {
  HPDL_TRY(journal_.coordinator().Put(row));
  const std::int64_t number = row.number;
  if ((row.judged & kSlaClosed) != 0) {
    open_.erase(number);
  } else {
    open_[number] = std::move(row);
  }
  return {};
}

Result<void> CoordinatorSla::Renew(const CoordinatorActionRow& action, std::optional<SlaRow> terms,
                                   std::int64_t now_ms) {
  if (!terms) {
    Result<std::vector<SlaRow>> rows =
        journal_.coordinator().Slas(action.number, action.number, false);
    HPDL_TRY(rows);
    if (rows->empty()) {
      return {};
    }
    terms = std::move(rows->front());
  }
  SetState({}, &*terms);
  terms->job_status = WordOf(action.state);
  terms->modified_ms = now_ms;
  return Put(std::move(*terms));
}

Result<void> CoordinatorSla::Drop(std::int64_t number) {
  open_.erase(number);
  return journal_.coordinator().DropSla(number);
}

// ---- judgement

Result<void> CoordinatorSla::Update(const FindAction& find, std::int64_t now_ms) {
  std::vector<std::int64_t> closed;
  for (auto& [number, row] : open_) {
    const Result<const CoordinatorActionRow*> action = find(number);
    HPDL_TRY(action);
    if (*action != nullptr) {
      HPDL_TRY(JudgeOne(row, **action, now_ms));
    }
    if (*action == nullptr || (row.judged & kSlaClosed) != 0) {
      closed.push_back(number);
    }
  }
  for (const std::int64_t number : closed) {
    open_.erase(number);
  }
  return {};
}

Result<void> CoordinatorSla::JudgeOne(SlaRow& row, const CoordinatorActionRow& action,
                                      std::int64_t now_ms) {
  SlaFacts facts;
  const bool begun = action.state == ActionState::kRunning ||
                     action.state == ActionState::kSuspended || IsTerminal(action.state);
  const std::optional<JobTimes> workflow =
      begun && !action.external_id.empty() ? world_.TimesOf(action.external_id) : std::nullopt;
  facts.started_ms = workflow ? KnownTime(workflow->started_ms) : std::nullopt;
  if (!facts.started_ms) {
    facts.started_ms = KnownTime(row.started_ms);
  }
  if (IsTerminal(action.state)) {
    facts.succeeded = action.state == ActionState::kSucceeded;
    const std::int64_t ended = workflow ? workflow->ended_ms : 0;
    facts.ended_ms = ended != 0 ? ended : action.modified_ms;
  }
  SlaState state = StateOf(row);
  const SlaState before = state;
  const std::vector<SlaEvent> events =
      rt::DeriveSlaEvents(ExpectationOf(row), facts, now_ms, settings_.latency_ms, &state);
  if (state == before) {
    return {};
  }
  SetState(state, &row);
  row.job_status = WordOf(action.state);
  row.modified_ms = now_ms;
  HPDL_TRY(journal_.coordinator().Put(row));
  for (const SlaEvent event : events) {
    if (on_alert && row.alerts && (row.alert_events & BitOf(event)) != 0) {
      on_alert(row, event);
    }
  }
  return {};
}

std::optional<std::int64_t> CoordinatorSla::NextMs() const {
  std::optional<std::int64_t> next;
  for (const auto& [number, row] : open_) {
    const std::optional<std::int64_t> own =
        NextJudgement(ExpectationOf(row), StateOf(row), settings_.latency_ms);
    if (own && (!next || *own < *next)) {
      next = own;
    }
  }
  return next;
}

// ---- commands

/// Returns the SLA agreements of the actions `numbers`, or of all actions if `numbers` is null.
Result<std::vector<SlaRow>> CoordinatorSla::Meant(const std::vector<std::int64_t>* numbers) const {
  if (numbers == nullptr) {
    return journal_.coordinator().Slas(0, std::numeric_limits<std::int64_t>::max(), false);
  }
  std::vector<SlaRow> meant;
  for (const std::int64_t number : *numbers) {
    Result<std::vector<SlaRow>> rows = journal_.coordinator().Slas(number, number, false);
    HPDL_TRY(rows);
    std::move(rows->begin(), rows->end(), std::back_inserter(meant));
  }
  return meant;
}

Result<void> CoordinatorSla::SetAlerts(bool on, const std::vector<std::int64_t>* numbers,
                                       const std::string& named, std::int64_t now_ms) {
  Result<std::vector<SlaRow>> rows = Meant(numbers);
  HPDL_TRY(rows);
  if (numbers != nullptr && rows->empty()) {
    return Error{ErrorClass::kError, "E1026", "SLA alert update command failed: No record found"};
  }
  for (SlaRow& row : *rows) {
    row.alerts = on;
    row.modified_ms = now_ms;
    HPDL_TRY(Put(std::move(row)));
  }
  if (numbers != nullptr) {
    return SetProperty(on ? kEnabled : kDisabled, named);
  }
  return SetProperty(kDisabled, on ? "" : "ALL");
}

Result<void> CoordinatorSla::ChangeTerms(const std::string& change,
                                         const std::vector<std::int64_t>* numbers,
                                         std::int64_t now_ms) {
  HPDL_TRY(CheckSlaChange(change));
  Result<std::string> kept = numbers == nullptr
                                 ? JoinedSlaChanges(Property(kSlaChangeProperty), change)
                                 : Result<std::string>(std::string());
  HPDL_TRY(kept);
  std::vector<SlaRow> rows;
  for (const auto& [number, row] : open_) {
    const bool meant =
        numbers == nullptr || std::find(numbers->begin(), numbers->end(), number) != numbers->end();
    if (meant) {
      rows.push_back(row);
    }
  }
  if (numbers != nullptr && rows.empty()) {
    return Error{ErrorClass::kError, "E1026", "SLA alert update command failed: No record found"};
  }
  for (SlaRow& row : rows) {
    SlaTerms terms = TermsIn(row);
    HPDL_TRY(ChangeSlaTerms(change, &terms));
    SetTimes(terms, &row);
    row.modified_ms = now_ms;
    HPDL_TRY(Put(std::move(row)));
  }
  return numbers == nullptr ? SetProperty(kSlaChangeProperty, *kept) : Result<void>();
}

}  // namespace hpdl::rt
