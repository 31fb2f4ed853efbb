#include <limits>
#include <string>

#include "runtime/ground/value/arguments.h"
#include "runtime/rules/coordinator/view.h"
#include "stdlib/functions/coord/coord.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

using Unit = Period::Unit;
using Begin = Period::Begin;

/// Sets the result to `count` times `factor`. Stores the unit of the product and the beginning of
/// the period in `eval->notes`.
std::int32_t Times(hpdl_eval* eval, std::string_view function, const hpdl_value& count,
                   std::int64_t factor, Unit unit, Begin begin, hpdl_value* out) {
  std::int64_t n = 0;
  if (!CoerceToLong(eval, count, &n)) {
    return 1;
  }
  const std::int64_t most = std::numeric_limits<std::int32_t>::max() / factor;
  if (n < 1 || n > most) {
    return eval->Fail("coord:" + std::string(function) + " takes a number from 1 to " +
                      std::to_string(most) + ", found " + std::to_string(n));
  }
  if (eval->notes != nullptr) {
    eval->notes->unit = unit;
    eval->notes->begin = begin;
  }
  *out = LongValue(n * factor);
  return 0;
}

}  // namespace

std::int32_t hpdl_fn_coord_minutes(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Times(eval, "minutes", args[0], 1, Unit::kMinutes, Begin::kAsItIs, out);
}

std::int32_t hpdl_fn_coord_hours(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Times(eval, "hours", args[0], 60, Unit::kMinutes, Begin::kAsItIs, out);
}

std::int32_t hpdl_fn_coord_days(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Times(eval, "days", args[0], 1, Unit::kDays, Begin::kAsItIs, out);
}

std::int32_t hpdl_fn_coord_months(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Times(eval, "months", args[0], 1, Unit::kMonths, Begin::kAsItIs, out);
}

std::int32_t hpdl_fn_coord_end_of_days(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Times(eval, "endOfDays", args[0], 1, Unit::kDays, Begin::kNextDay, out);
}

std::int32_t hpdl_fn_coord_end_of_weeks(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Times(eval, "endOfWeeks", args[0], 1, Unit::kWeeks, Begin::kNextWeek, out);
}

std::int32_t hpdl_fn_coord_end_of_months(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Times(eval, "endOfMonths", args[0], 1, Unit::kMonths, Begin::kNextMonth, out);
}
