#ifndef HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_ROWS_H_
#define HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_ROWS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "runtime/rules/sla/sla_terms.h"
#include "runtime/store/coordinator_records.h"

/// Between rows of journals, texts of definitions, and what is judged.
namespace hpdl::rt {

/// 0 of a row is what is not known.
std::optional<std::int64_t> KnownTime(std::int64_t ms);

SlaExpectation ExpectationOf(const SlaRow& row);
SlaState StateOf(const SlaRow& row);
void SetState(const SlaState& state, SlaRow* row);

/// Without alerts and texts.
SlaTerms TermsIn(const SlaRow& row);
/// Times alone.
void SetTimes(const SlaTerms& terms, SlaRow* row);
/// All of them.
void SetTerms(const SlaTerms& terms, SlaRow* row);

/// Sets the text of a field of stdlib::control::kSla02Decl.
void SetField(std::uint32_t field, std::string text, SlaTexts* texts);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_ROWS_H_
