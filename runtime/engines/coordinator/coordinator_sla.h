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

/// hpdl_coordinator::sla_version of agreements that are judged.
inline constexpr std::uint32_t kSlaJudged = 2;

/// The agreements about the actions of one coordinator (SLA of version 0.2). What it puts belongs
/// to the next commit of the journal. All that it is made with is borrowed.
class CoordinatorSla {
 public:
  /// What is known of an action; null: there is none any more.
  using FindAction = std::function<Result<const CoordinatorActionRow*>(std::int64_t number)>;

  CoordinatorSla(const hpdl_coordinator& written, const ProgramTexts& texts, SlaSettings settings,
                 Journal& journal, CoordinatorWorld& world);

  /// Whether actions that are being made agree to nothing. Those of a definition before may have.
  bool empty() const { return written_.sla_version != kSlaJudged; }
  Result<void> Load();

  /// What an action that is being made agrees to; nothing is put. Errors are those of its texts.
  Result<std::optional<SlaRow>> TermsOf(const CoordinatorActionRow& action, const ActionView& view,
                                        std::int64_t now_ms) const;
  Result<void> Put(SlaRow row);
  /// The action runs again: it is judged anew, by `terms` if there are any, else by the old ones.
  Result<void> Renew(const CoordinatorActionRow& action, std::optional<SlaRow> terms,
                     std::int64_t now_ms);
  Result<void> Drop(std::int64_t number);

  /// Judges all that is open.
  Result<void> Judge(const FindAction& find, std::int64_t now_ms);
  /// When the passing of time alone brings something; nothing: never.
  std::optional<std::int64_t> NextMs() const;

  /// Turns alerts on or off, of these actions, or without `numbers` of all, and of those to come.
  /// `named` is how they were named. "E1026": none of them has an agreement.
  Result<void> SetAlerts(bool on, const std::vector<std::int64_t>* numbers,
                         const std::string& named, std::int64_t now_ms);
  /// Changes the terms of open actions, likewise. "E1027" for what is no change.
  Result<void> ChangeTerms(const std::string& change, const std::vector<std::int64_t>* numbers,
                           std::int64_t now_ms);

  /// Called for what somebody wants to hear of, before the commit of it.
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
  Properties changed_;  ///< properties of the job as commands have left them
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_COORDINATOR_SLA_H_
