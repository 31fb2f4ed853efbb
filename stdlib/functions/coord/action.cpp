#include <limits>
#include <string>

#include "runtime/ground/calendar/named_zone.h"
#include "runtime/ground/value/arguments.h"
#include "runtime/rules/coordinator/instances.h"
#include "runtime/rules/coordinator/view.h"
#include "stdlib/functions/coord/coord.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

std::int32_t GiveTime(hpdl_eval* eval, std::string_view function, std::int64_t ActionTimes::* time,
                      hpdl_value* out) {
  const CoordinatorView* coordinator = eval->run->coordinator();
  if (coordinator == nullptr || coordinator->Times() == nullptr) {
    return eval->Fail("coord:" + std::string(function) +
                      ": the expression does not belong to an action");
  }
  *out = StringValueCopy(eval, WriteTime(coordinator->Times()->*time));
  return 0;
}

std::int32_t GiveText(hpdl_eval* eval, std::string_view function, const Result<std::string>& text,
                      hpdl_value* out) {
  if (!text) {
    return eval->Fail("coord:" + std::string(function) + ": " + text.error().message);
  }
  *out = StringValueCopy(eval, *text);
  return 0;
}

}  // namespace

std::int32_t hpdl_fn_coord_nominal_time(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  return GiveTime(eval, "nominalTime", &ActionTimes::nominal, out);
}

std::int32_t hpdl_fn_coord_actual_time(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  return GiveTime(eval, "actualTime", &ActionTimes::actual, out);
}

std::int32_t hpdl_fn_coord_action_id(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  const CoordinatorView* coordinator = eval->run->coordinator();
  *out = StringValue(coordinator == nullptr ? std::string_view() : coordinator->ActionId());
  return 0;
}

std::int32_t hpdl_fn_coord_data_in(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const std::string_view name = CoerceToString(eval, args[0]);
  const CoordinatorView* coordinator = eval->run->coordinator();
  const EventUris* uris = coordinator == nullptr ? nullptr : coordinator->DataIn(name);
  if (uris == nullptr) {
    *out = NullValue();
  } else if (!uris->unresolved) {
    *out = StringValue(uris->text);
  } else {
    if (eval->notes != nullptr) {
      eval->notes->unresolved = true;
    }
    *out = StringValueCopy(eval, "${coord:dataIn('" + std::string(name) + "')}");
  }
  return 0;
}

std::int32_t hpdl_fn_coord_data_out(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const CoordinatorView* coordinator = eval->run->coordinator();
  const EventUris* uris =
      coordinator == nullptr ? nullptr : coordinator->DataOut(CoerceToString(eval, args[0]));
  *out = uris == nullptr ? NullValue() : StringValue(uris->text);
  return 0;
}

std::int32_t hpdl_fn_coord_format_time(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return GiveText(eval, "formatTime",
                  FormatTime(CoerceToString(eval, args[0]), CoerceToString(eval, args[1])), out);
}

std::int32_t hpdl_fn_coord_epoch_time(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return GiveText(eval, "epochTime",
                  EpochTime(CoerceToString(eval, args[0]), CoerceToString(eval, args[1])), out);
}

std::int32_t hpdl_fn_coord_date_offset(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  std::int64_t count = 0;
  if (!CoerceToLong(eval, args[1], &count)) {
    return 1;
  }
  if (count < std::numeric_limits<std::int32_t>::min() ||
      count > std::numeric_limits<std::int32_t>::max()) {
    return eval->Fail("coord:dateOffset: " + std::to_string(count) + " does not fit in 32 bits");
  }
  return GiveText(eval, "dateOffset",
                  DateOffset(CoerceToString(eval, args[0]), count, CoerceToString(eval, args[2])),
                  out);
}

std::int32_t hpdl_fn_coord_date_tz_offset(hpdl_eval* eval, const hpdl_value* args,
                                          hpdl_value* out) {
  const Result<TimeZone> clocks = ClocksOf(CoerceToString(eval, args[1]));
  return clocks ? GiveText(eval, "dateTzOffset",
                           DateTzOffset(CoerceToString(eval, args[0]), *clocks), out)
                : eval->Fail("coord:dateTzOffset: " + clocks.error().message);
}

std::int32_t hpdl_fn_coord_no_catalog(hpdl_eval* eval, const hpdl_value*, hpdl_value*) {
  return eval->Fail(
      "hpdl has no HCatalog client, so databases, tables and partitions cannot be looked up");
}
