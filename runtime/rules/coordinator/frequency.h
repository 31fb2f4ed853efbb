#ifndef HPDL_RUNTIME_RULES_COORDINATOR_FREQUENCY_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_FREQUENCY_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/rules/coordinator/view.h"

namespace hpdl::rt {

/// Parses a whole number of 32 bits like Java's Integer.parseInt: digits with an optional sign
/// before them. Returns nullopt for any other text.
std::optional<std::int32_t> WholeNumber(std::string_view text);

/// Returns the period of a frequency. `value` is the value of the frequency, a whole number of 32
/// bits that may be 0 or negative. `notes` contains the unit, which the evaluation of the frequency
/// has set. Returns nullopt if the value is not a number, for example if it is a cron expression.
std::optional<Period> PeriodOf(std::string_view value, const CoordinatorNotes& notes);

/// Returns the value of a timeout in whole minutes. A day has 1440 minutes, a month has 30 days.
/// Returns nullopt if the value is not a whole number.
std::optional<std::int64_t> MinutesOf(std::string_view value, const CoordinatorNotes& notes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_FREQUENCY_H_
