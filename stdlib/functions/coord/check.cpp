// Functions of the phases in which Oozie only checks a call. The value of a function is the text of
// the call, in which values replace the arguments. Oozie writes this text into the definition for a
// later phase.
#include <string>

#include "runtime/ground/value/arguments.h"
#include "runtime/rules/coordinator/view.h"
#include "stdlib/functions/coord/coord.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

/// Sets the result to `coord:` and `form`, with an argument in place of each `%`.
std::int32_t WriteBack(hpdl_eval* eval, std::string_view form, const hpdl_value* args,
                       hpdl_value* out) {
  std::string text = "coord:";
  for (const char c : form) {
    if (c == '%') {
      text += CoerceToString(eval, *args++);
    } else {
      text += c;
    }
  }
  if (eval->notes != nullptr) {
    eval->notes->written_back = true;
  }
  *out = StringValueCopy(eval, text);
  return 0;
}

/// Does the same as WriteBack() for a function whose first argument must be the name of an event.
std::int32_t WriteBackOf(const EventUris* (CoordinatorView::*events)(std::string_view) const,
                         hpdl_eval* eval, std::string_view form, const hpdl_value* args,
                         hpdl_value* out) {
  const std::string_view name = CoerceToString(eval, args[0]);
  const CoordinatorView* coordinator = eval->run->coordinator();
  if (coordinator == nullptr || (coordinator->*events)(name) == nullptr) {
    return eval->Fail("coord:" + std::string(form.substr(0, form.find('('))) + ": no " +
                      (events == &CoordinatorView::DataIn ? "data-in" : "data-out") +
                      " has the name '" + std::string(name) + "'");
  }
  return WriteBack(eval, form, args, out);
}

}  // namespace

std::int32_t hpdl_fn_coord_check_current(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return WriteBack(eval, "current(%)", args, out);
}

std::int32_t hpdl_fn_coord_check_current_range(hpdl_eval* eval, const hpdl_value* args,
                                               hpdl_value* out) {
  return WriteBack(eval, "currentRange(%, %)", args, out);
}

std::int32_t hpdl_fn_coord_check_offset(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return WriteBack(eval, "offset(% , %)", args, out);
}

std::int32_t hpdl_fn_coord_check_absolute(hpdl_eval* eval, const hpdl_value* args,
                                          hpdl_value* out) {
  return WriteBack(eval, "absolute(%)", args, out);
}

std::int32_t hpdl_fn_coord_check_end_of_days(hpdl_eval* eval, const hpdl_value* args,
                                             hpdl_value* out) {
  return WriteBack(eval, "endOfDays(%)", args, out);
}

std::int32_t hpdl_fn_coord_check_end_of_weeks(hpdl_eval* eval, const hpdl_value* args,
                                              hpdl_value* out) {
  return WriteBack(eval, "endOfWeeks(%)", args, out);
}

std::int32_t hpdl_fn_coord_check_end_of_months(hpdl_eval* eval, const hpdl_value* args,
                                               hpdl_value* out) {
  return WriteBack(eval, "endOfMonths(%)", args, out);
}

std::int32_t hpdl_fn_coord_check_latest(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return WriteBack(eval, "latest(%)", args, out);
}

std::int32_t hpdl_fn_coord_check_latest_range(hpdl_eval* eval, const hpdl_value* args,
                                              hpdl_value* out) {
  return WriteBack(eval, "latestRange(%, %)", args, out);
}

std::int32_t hpdl_fn_coord_check_future(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return WriteBack(eval, "future(%, %)", args, out);
}

std::int32_t hpdl_fn_coord_check_future_range(hpdl_eval* eval, const hpdl_value* args,
                                              hpdl_value* out) {
  return WriteBack(eval, "futureRange(%, %, %)", args, out);
}

std::int32_t hpdl_fn_coord_check_hours_in_day(hpdl_eval*, const hpdl_value*, hpdl_value* out) {
  *out = StringValue("24");
  return 0;
}

std::int32_t hpdl_fn_coord_check_days_in_month(hpdl_eval*, const hpdl_value*, hpdl_value* out) {
  *out = StringValue("30");
  return 0;
}

std::int32_t hpdl_fn_coord_check_tz_offset(hpdl_eval*, const hpdl_value*, hpdl_value* out) {
  *out = StringValue("3");
  return 0;
}

std::int32_t hpdl_fn_coord_check_nominal_time(hpdl_eval* eval, const hpdl_value* args,
                                              hpdl_value* out) {
  return WriteBack(eval, "nominalTime()", args, out);
}

std::int32_t hpdl_fn_coord_check_sla_nominal_time(hpdl_eval*, const hpdl_value*, hpdl_value* out) {
  *out = StringValue("2009-03-06T010:00");  // the text that Oozie gives; it is not a valid time
  return 0;
}

std::int32_t hpdl_fn_coord_check_actual_time(hpdl_eval* eval, const hpdl_value* args,
                                             hpdl_value* out) {
  return WriteBack(eval, "actualTime()", args, out);
}

std::int32_t hpdl_fn_coord_check_action_id(hpdl_eval* eval, const hpdl_value* args,
                                           hpdl_value* out) {
  return WriteBack(eval, "actionId()", args, out);
}

std::int32_t hpdl_fn_coord_check_name(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return WriteBack(eval, "name()", args, out);
}

std::int32_t hpdl_fn_coord_check_data_in(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataIn, eval, "dataIn('%')", args, out);
}

std::int32_t hpdl_fn_coord_check_data_out(hpdl_eval* eval, const hpdl_value* args,
                                          hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataOut, eval, "dataOut('%')", args, out);
}

std::int32_t hpdl_fn_coord_check_database_in(hpdl_eval* eval, const hpdl_value* args,
                                             hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataIn, eval, "databaseIn('%')", args, out);
}

std::int32_t hpdl_fn_coord_check_database_out(hpdl_eval* eval, const hpdl_value* args,
                                              hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataOut, eval, "databaseOut('%')", args, out);
}

std::int32_t hpdl_fn_coord_check_table_in(hpdl_eval* eval, const hpdl_value* args,
                                          hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataIn, eval, "tableIn('%')", args, out);
}

std::int32_t hpdl_fn_coord_check_table_out(hpdl_eval* eval, const hpdl_value* args,
                                           hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataOut, eval, "tableOut('%')", args, out);
}

std::int32_t hpdl_fn_coord_check_data_in_partition_filter(hpdl_eval* eval, const hpdl_value* args,
                                                          hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataIn, eval, "dataInPartitionFilter('%', '%')", args, out);
}

std::int32_t hpdl_fn_coord_check_data_in_partition_min(hpdl_eval* eval, const hpdl_value* args,
                                                       hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataIn, eval, "dataInPartitionMin('%', '%')", args, out);
}

std::int32_t hpdl_fn_coord_check_data_in_partition_max(hpdl_eval* eval, const hpdl_value* args,
                                                       hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataIn, eval, "dataInPartitionMax('%', '%')", args, out);
}

std::int32_t hpdl_fn_coord_check_data_in_partitions(hpdl_eval* eval, const hpdl_value* args,
                                                    hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataIn, eval, "dataInPartitions('%', '%')", args, out);
}

std::int32_t hpdl_fn_coord_check_data_out_partitions(hpdl_eval* eval, const hpdl_value* args,
                                                     hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataOut, eval, "dataOutPartitions('%')", args, out);
}

std::int32_t hpdl_fn_coord_check_data_out_partition_value(hpdl_eval* eval, const hpdl_value* args,
                                                          hpdl_value* out) {
  return WriteBackOf(&CoordinatorView::DataOut, eval, "dataOutPartitionValue('%', '%')", args, out);
}

std::int32_t hpdl_fn_coord_check_format_time(hpdl_eval* eval, const hpdl_value* args,
                                             hpdl_value* out) {
  return WriteBack(eval, "formatTime('%' , %)", args, out);
}

std::int32_t hpdl_fn_coord_check_epoch_time(hpdl_eval* eval, const hpdl_value* args,
                                            hpdl_value* out) {
  return WriteBack(eval, "epochTime('%' , %)", args, out);
}

std::int32_t hpdl_fn_coord_check_date_offset(hpdl_eval* eval, const hpdl_value* args,
                                             hpdl_value* out) {
  return WriteBack(eval, "dateOffset(% , % , %)", args, out);
}

std::int32_t hpdl_fn_coord_check_date_tz_offset(hpdl_eval* eval, const hpdl_value* args,
                                                hpdl_value* out) {
  return WriteBack(eval, "dateTzOffset(% , %)", args, out);
}
