#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SLA_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SLA_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/coordinator/coordinator_settings.h"
#include "runtime/engines/coordinator/coordinator_world.h"
#include "runtime/engines/coordinator/program_texts.h"
#include "runtime/ground/abi/hpdl_coordinator.h"
#include "runtime/ground/base/result.h"
#include "runtime/rules/coordinator/action_view.h"
#include "runtime/rules/sla/sla_terms.h"
#include "runtime/store/journal.h"

namespace hpdl::rt {

/// The value of hpdl_coordinator::sla_version for agreements that are judged.
inline constexpr std::uint32_t kSlaJudged = 2;

/// The agreements about the actions of one coordinator (SLA of version 0.2). All changes belong to
/// the next commit of the journal. Borrows all constructor arguments.
class CoordinatorSla {
 public:
  /// Finds the row of an action. Null: the action no longer exists.
  using FindAction = std::function<Result<const CoordinatorActionRow*>(std::int64_t number)>;

  CoordinatorSla(const hpdl_coordinator& written, const ProgramTexts& texts, SlaSettings settings,
                 Journal& journal, CoordinatorWorld& world);

  /// True if new actions get no agreement. Actions made by an earlier definition may have one.
  bool empty() const { return written_.sla_version != kSlaJudged; }
  Result<void> Load();

  /// Returns the agreement of an action that is being made; writes nothing. Errors are those of its
  /// texts.
  Result<std::optional<SlaRow>> TermsOf(const CoordinatorActionRow& action, const ActionView& view,
                                        std::int64_t now_ms) const;
  Result<void> Put(SlaRow row);
  /// Judges an action again because it runs again. Uses `terms` if present, otherwise the old
  /// terms.
  Result<void> Renew(const CoordinatorActionRow& action, std::optional<SlaRow> terms,
                     std::int64_t now_ms);
  Result<void> Drop(std::int64_t number);

  /// Judges all open agreements.
  Result<void> Update(const FindAction& find, std::int64_t now_ms);
  /// UTC milliseconds of the next change that time alone brings. No value: there is no such time.
  std::optional<std::int64_t> NextMs() const;

  /// Turns alerts on or off. Without `numbers`: for all actions, including future ones. `named` is
  /// the request's text that names the actions. "E1026": no action has an agreement.
  Result<void> SetAlerts(bool on, const std::vector<std::int64_t>* numbers,
                         const std::string& named, std::int64_t now_ms);
  /// Changes the terms of open actions. Without `numbers`: of all actions, including future ones.
  /// "E1027": `change` is not a valid change.
  Result<void> ChangeTerms(const std::string& change, const std::vector<std::int64_t>* numbers,
                           std::int64_t now_ms);

  /// Called before the commit for each event that the agreement asks to be alerted of.
  std::function<void(const SlaRow&, SlaEvent)> on_alert;

 private:
  using Rows = std::map<std::int64_t, SlaRow>;
  Result<SlaTexts> TextsOf(const ActionView& view) const;
  Result<bool> HasAlerts(const CoordinatorActionRow& action, std::int64_t now_ms) const;
  Result<void> JudgeOne(SlaRow& row, const CoordinatorActionRow& action, std::int64_t now_ms);
  Result<std::vector<SlaRow>> Meant(const std::vector<std::int64_t>* numbers) const;
  Result<void> SetProperty(const std::string& name, const std::string& value);
  std::string Property(const std::string& name) const;

  const hpdl_coordinator& written_;
  const ProgramTexts& texts_;
  const SlaSettings settings_;
  Journal& journal_;
  CoordinatorWorld& world_;
  Rows open_;
  Properties changed_;  ///< properties of the job that commands have changed
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SLA_H_
