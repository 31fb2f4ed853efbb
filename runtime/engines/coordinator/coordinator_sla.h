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

/// The value of hpdl_coordinator::sla_version for agreements of the schema sla:0.2. The program
/// checks only these agreements for met and missed times. For agreements of other schemas, it does
/// nothing.
inline constexpr std::uint32_t kSlaJudged = 2;

/// The agreements about the actions of one coordinator (SLA of version 0.2). All changes belong to
/// the next commit of the journal. Borrows all constructor arguments.
class CoordinatorSla {
 public:
  /// Finds the row of an action. Returns null if the action no longer exists.
  using FindAction = std::function<Result<const CoordinatorActionRow*>(std::int64_t number)>;

  CoordinatorSla(const hpdl_coordinator& written, const ProgramTexts& texts, SlaSettings settings,
                 Journal& journal, CoordinatorWorld& world);

  /// True if the current definition has no SLA agreement of version 0.2, so new actions get no
  /// agreement. Actions made by an earlier definition may still have an agreement.
  bool empty() const { return written_.sla_version != kSlaJudged; }
  Result<void> Load();

  /// Returns the SLA agreement of an action that is being made, and writes nothing. Returns an
  /// error if a text of the agreement is invalid.
  Result<std::optional<SlaRow>> TermsOf(const CoordinatorActionRow& action, const ActionView& view,
                                        std::int64_t now_ms) const;
  Result<void> Put(SlaRow row);
  /// Opens the SLA agreement of an action that runs again. Uses `terms` if present, otherwise the
  /// old terms.
  Result<void> Renew(const CoordinatorActionRow& action, std::optional<SlaRow> terms,
                     std::int64_t now_ms);
  Result<void> Drop(std::int64_t number);

  /// Checks all open SLA agreements for met and missed times.
  Result<void> Update(const FindAction& find, std::int64_t now_ms);
  /// Returns the UTC milliseconds of the next check that is due because of the time alone, without
  /// a change of an action. Returns no value if no check will be due.
  std::optional<std::int64_t> NextMs() const;

  /// Turns SLA alerts on or off for the actions `numbers`. If `numbers` is null, turns alerts on or
  /// off for all actions, including future actions. `named` is the request's text that selects the
  /// actions. Returns "E1026" if `numbers` is given and no such action has an SLA agreement.
  Result<void> SetAlerts(bool on, const std::vector<std::int64_t>* numbers,
                         const std::string& named, std::int64_t now_ms);
  /// Changes the terms of the actions `numbers` whose SLA agreements are open. If `numbers` is
  /// null, changes the terms of all actions whose SLA agreements are open, and of future actions.
  /// Returns "E1027" if `change` is invalid, and "E1026" if `numbers` is given and no such action
  /// has an open agreement.
  Result<void> ChangeTerms(const std::string& change, const std::vector<std::int64_t>* numbers,
                           std::int64_t now_ms);

  /// CoordinatorSla calls this function before the commit for each event for which the SLA
  /// agreement requires an alert.
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
  Properties changed_;  ///< the job's properties that requests have changed
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SLA_H_
