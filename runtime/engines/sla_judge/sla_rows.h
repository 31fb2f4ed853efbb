#ifndef HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_ROWS_H_
#define HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/rules/sla/sla_terms.h"
#include "runtime/store/coordinator_records.h"

/// Converts between three forms of an SLA agreement: the row in the journal, the texts in the
/// definition, and the values that sla_judge.cpp checks.
namespace hpdl::rt {

/// Returns the time in a field of a row, or no value for 0, which means an unknown time.
std::optional<std::int64_t> KnownTime(std::int64_t ms);

SlaExpectation ExpectationOf(const SlaRow& row);
SlaState StateOf(const SlaRow& row);
void SetState(const SlaState& state, SlaRow* row);

/// Returns the times in the terms of a row, without the alerts and texts.
SlaTerms TermsIn(const SlaRow& row);
/// Sets only the times of the row.
void SetTimes(const SlaTerms& terms, SlaRow* row);
/// Sets the times, the alerts and the texts of the row.
void SetTerms(const SlaTerms& terms, SlaRow* row);

/// Sets the text of a field of stdlib::control::kSla02Decl.
void SetField(std::uint32_t field, std::string text, SlaTexts* texts);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_ROWS_H_
