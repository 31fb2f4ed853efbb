#ifndef HPDL_RUNTIME_RULES_COORDINATOR_FREQUENCY_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_FREQUENCY_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/rules/coordinator/view.h"

namespace hpdl::rt {

/// As Java's Integer.parseInt: digits, and perhaps a sign before them.
std::optional<std::int32_t> WholeNumber(std::string_view text);

/// The period that the value of a frequency is, with the notes of its evaluation: a whole number of
/// 32 bits, which may be 0 or negative. Nothing: it is no number, but perhaps a cron expression.
std::optional<Period> PeriodOf(std::string_view value, const CoordinatorNotes& notes);

/// The whole minutes that the value of a timeout is: a day has 1440, a month 30 days.
std::optional<std::int64_t> MinutesOf(std::string_view value, const CoordinatorNotes& notes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_FREQUENCY_H_
