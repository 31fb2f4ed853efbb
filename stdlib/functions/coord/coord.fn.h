#ifndef HPDL_STDLIB_FUNCTIONS_COORD_COORD_FN_H_
#define HPDL_STDLIB_FUNCTIONS_COORD_COORD_FN_H_

#include "stdlib/core/environment.h"

extern "C" {
std::int32_t hpdl_fn_coord_minutes(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_hours(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_days(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_months(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_end_of_days(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_end_of_weeks(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_end_of_months(hpdl_eval*, const hpdl_value*, hpdl_value*);

std::int32_t hpdl_fn_coord_current(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_current_range(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_offset(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_absolute_range(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_latest(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_latest_range(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_future(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_future_range(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_hours_in_day(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_days_in_month(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_tz_offset(hpdl_eval*, const hpdl_value*, hpdl_value*);

std::int32_t hpdl_fn_coord_nominal_time(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_actual_time(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_action_id(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_data_in(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_data_out(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_format_time(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_epoch_time(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_date_offset(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_date_tz_offset(hpdl_eval*, const hpdl_value*, hpdl_value*);

std::int32_t hpdl_fn_coord_check_current(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_current_range(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_offset(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_absolute(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_end_of_days(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_end_of_weeks(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_end_of_months(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_latest(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_latest_range(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_future(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_future_range(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_hours_in_day(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_days_in_month(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_tz_offset(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_nominal_time(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_sla_nominal_time(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_actual_time(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_action_id(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_name(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_data_in(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_data_out(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_format_time(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_epoch_time(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_date_offset(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_date_tz_offset(hpdl_eval*, const hpdl_value*, hpdl_value*);

std::int32_t hpdl_fn_coord_no_catalog(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_database_in(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_database_out(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_table_in(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_table_out(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_data_in_partition_filter(hpdl_eval*, const hpdl_value*,
                                                          hpdl_value*);
std::int32_t hpdl_fn_coord_check_data_in_partition_min(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_data_in_partition_max(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_data_in_partitions(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_data_out_partitions(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_coord_check_data_out_partition_value(hpdl_eval*, const hpdl_value*,
                                                          hpdl_value*);

std::int32_t hpdl_fn_wf_conf(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_name(hpdl_eval*, const hpdl_value*, hpdl_value*);
std::int32_t hpdl_fn_wf_user(hpdl_eval*, const hpdl_value*, hpdl_value*);
}

/// Functions for coordinators: frequencies, instances of data sets, and the values of a coordinator
/// action. A name has one function for each phase. The functions of early phases only check the
/// call and write it back (docs/design/expression.md).
namespace hpdl::stdlib {

namespace coord_functions {

inline constexpr ArgumentDecl kN[] = {{"n", Type::kLong}};
inline constexpr ArgumentDecl kRange[] = {{"first", Type::kLong}, {"last", Type::kLong}};
inline constexpr ArgumentDecl kOffset[] = {{"n", Type::kLong}, {"unit"}};
inline constexpr ArgumentDecl kFuture[] = {{"n", Type::kLong}, {"limit", Type::kLong}};
inline constexpr ArgumentDecl kFutureRange[] = {
    {"first", Type::kLong}, {"last", Type::kLong}, {"limit", Type::kLong}};
inline constexpr ArgumentDecl kTime[] = {{"time"}};
inline constexpr ArgumentDecl kAbsoluteRange[] = {{"time"}, {"last", Type::kLong}};
inline constexpr ArgumentDecl kProperty[] = {{"name", Type::kString, ArgumentRole::kProperty}};
inline constexpr ArgumentDecl kInput[] = {{"name", Type::kString, ArgumentRole::kInputEvent}};
inline constexpr ArgumentDecl kOutput[] = {{"name", Type::kString, ArgumentRole::kOutputEvent}};
inline constexpr ArgumentDecl kInputAndType[] = {{"name", Type::kString, ArgumentRole::kInputEvent},
                                                 {"type"}};
inline constexpr ArgumentDecl kInputAndPartition[] = {
    {"name", Type::kString, ArgumentRole::kInputEvent}, {"partition"}};
inline constexpr ArgumentDecl kOutputAndPartition[] = {
    {"name", Type::kString, ArgumentRole::kOutputEvent}, {"partition"}};
inline constexpr ArgumentDecl kFormat[] = {{"time"}, {"format"}};
inline constexpr ArgumentDecl kEpoch[] = {{"time"}, {"millis"}};
inline constexpr ArgumentDecl kDateOffset[] = {{"time"}, {"n", Type::kLong}, {"unit"}};
inline constexpr ArgumentDecl kDateZone[] = {{"time"}, {"timezone"}};

inline constexpr Environments kPeriods = kCoordinatorFrequency | kCoordinatorTimeout;
/// The phases in which the expressions for the data of a coordinator action are checked (kChecked)
/// and evaluated (kEvaluated).
inline constexpr Environments kChecked = kCoordinatorData | kCoordinatorSla;
inline constexpr Environments kEvaluated = kCoordinatorActionStart | kCoordinatorActionSla;
/// The phases that only check a call of a function whose instances are known when the coordinator
/// action is made.
inline constexpr Environments kInstanceChecked = kCoordinatorInstances | kCoordinatorActionRange;
/// The phases that only check a call of a function whose instances depend on existing data.
inline constexpr Environments kDataChecked = kInstanceChecked | kCoordinatorActionInstances;
/// The phases that evaluate functions whose value is a number, such as coord:hoursInDay. These
/// numbers are known before the instances of data sets.
inline constexpr Environments kNumbers =
    kCoordinatorActionRange | kCoordinatorActionInstances | kCoordinatorActionStart;

constexpr FunctionDecl Checked(std::string_view name, std::span<const ArgumentDecl> arguments,
                               Environments environments, std::string_view symbol,
                               hpdl_function impl, std::uint32_t effects = kNote) {
  return {name,
          Type::kString,
          arguments,
          effects,
          environments,
          symbol,
          impl,
          "The call is only checked: it stays in the text, with the values of its arguments.",
          Asks::kNothing,
          FunctionRole::kCheckOnly};
}

/// Declares a function of HCatalog, so that messages can say that there is no client of HCatalog.
constexpr FunctionDecl OfCatalog(std::string_view name, std::span<const ArgumentDecl> arguments,
                                 Environments environments) {
  return {name,
          Type::kString,
          arguments,
          kPure,
          environments,
          "hpdl_fn_coord_no_catalog",
          &hpdl_fn_coord_no_catalog,
          "Not supported: always an error when evaluated, because hpdl has no HCatalog client."};
}

inline constexpr FunctionDecl kAll[] = {
    {"coord:conf", Type::kString, kProperty, kRunState, kCoordinators & ~kCoordinatorTimeout,
     "hpdl_fn_wf_conf", &hpdl_fn_wf_conf,
     "A job property, null if there is no property of that name."},
    {"coord:user",
     Type::kString,
     {},
     kRunState,
     kCoordinators & ~kCoordinatorTimeout,
     "hpdl_fn_wf_user",
     &hpdl_fn_wf_user,
     "The user who submitted the coordinator."},

    {"coord:minutes", Type::kLong, kN, kNote, kPeriods, "hpdl_fn_coord_minutes",
     &hpdl_fn_coord_minutes, "A period of n minutes."},
    {"coord:hours", Type::kLong, kN, kNote, kPeriods, "hpdl_fn_coord_hours", &hpdl_fn_coord_hours,
     "A period of n hours, in minutes."},
    {"coord:days", Type::kLong, kN, kNote, kPeriods, "hpdl_fn_coord_days", &hpdl_fn_coord_days,
     "A period of n days in the time zone of the coordinator or data set."},
    {"coord:months", Type::kLong, kN, kNote, kPeriods, "hpdl_fn_coord_months",
     &hpdl_fn_coord_months,
     "A period of n months in the time zone of the coordinator or data set."},
    {"coord:endOfDays", Type::kLong, kN, kNote, kCoordinatorFrequency, "hpdl_fn_coord_end_of_days",
     &hpdl_fn_coord_end_of_days, "A period of n days, from the midnight after the start."},
    {"coord:endOfWeeks", Type::kLong, kN, kNote, kCoordinatorFrequency,
     "hpdl_fn_coord_end_of_weeks", &hpdl_fn_coord_end_of_weeks,
     "A period of n weeks, from the first Sunday after the start."},
    {"coord:endOfMonths", Type::kLong, kN, kNote, kCoordinatorFrequency,
     "hpdl_fn_coord_end_of_months", &hpdl_fn_coord_end_of_months,
     "A period of n months, from the first day of a month after the start."},

    {"coord:current", Type::kString, kN, kRunState, kCoordinatorActionInstances,
     "hpdl_fn_coord_current", &hpdl_fn_coord_current,
     "The nth instance after the last instance at or before the nominal time; 0 is that last "
     "instance, and a negative n counts back."},
    {"coord:currentRange", Type::kString, kRange, kRunState, kCoordinatorActionInstances,
     "hpdl_fn_coord_current_range", &hpdl_fn_coord_current_range,
     "The instances from coord:current(first) to coord:current(last), the newest first."},
    {"coord:offset", Type::kString, kOffset, kRunState, kCoordinatorActionInstances,
     "hpdl_fn_coord_offset", &hpdl_fn_coord_offset,
     "The last instance at or before the time that is n units after coord:current(0); the unit is "
     "MINUTE, HOUR, DAY, MONTH or YEAR."},
    {"coord:absoluteRange", Type::kString, kAbsoluteRange, kRunState,
     kCoordinatorActionRange | kCoordinatorActionInstances, "hpdl_fn_coord_absolute_range",
     &hpdl_fn_coord_absolute_range,
     "The instances from the instance at a time to coord:current(last); a range that starts with "
     "coord:absolute becomes a call of this function."},
    {"coord:latest", Type::kString, kN, kRunState | kWorld | kNote, kCoordinatorActionStart,
     "hpdl_fn_coord_latest", &hpdl_fn_coord_latest,
     "The newest instance whose data exists; a negative n counts back to older instances whose "
     "data exists."},
    {"coord:latestRange", Type::kString, kRange, kRunState | kWorld | kNote,
     kCoordinatorActionStart, "hpdl_fn_coord_latest_range", &hpdl_fn_coord_latest_range,
     "The instances from coord:latest(first) to coord:latest(last), the newest first."},
    {"coord:future", Type::kString, kFuture, kRunState | kWorld | kNote, kCoordinatorActionStart,
     "hpdl_fn_coord_future", &hpdl_fn_coord_future,
     "The nth instance whose data exists, counted from the instance at the nominal time. Looks "
     "at no more than `limit` instances after the instance at the nominal time."},
    {"coord:futureRange", Type::kString, kFutureRange, kRunState | kWorld | kNote,
     kCoordinatorActionStart, "hpdl_fn_coord_future_range", &hpdl_fn_coord_future_range,
     "The instances from coord:future(first, limit) to coord:future(last, limit), the oldest "
     "first."},
    {"coord:hoursInDay", Type::kLong, kN, kRunState, kNumbers, "hpdl_fn_coord_hours_in_day",
     &hpdl_fn_coord_hours_in_day,
     "The number of hours in the day of the instance coord:current(n)."},
    {"coord:daysInMonth", Type::kLong, kN, kRunState, kNumbers, "hpdl_fn_coord_days_in_month",
     &hpdl_fn_coord_days_in_month,
     "The number of days in the month of the instance coord:current(n)."},
    {"coord:tzOffset",
     Type::kLong,
     {},
     kRunState,
     kNumbers,
     "hpdl_fn_coord_tz_offset",
     &hpdl_fn_coord_tz_offset,
     "The minutes by which the data set's time zone is ahead of the coordinator's at the nominal "
     "time."},

    {"coord:nominalTime",
     Type::kString,
     {},
     kRunState,
     kEvaluated,
     "hpdl_fn_coord_nominal_time",
     &hpdl_fn_coord_nominal_time,
     "The nominal time of the action."},
    {"coord:actualTime",
     Type::kString,
     {},
     kRunState,
     kEvaluated,
     "hpdl_fn_coord_actual_time",
     &hpdl_fn_coord_actual_time,
     "The time at which the action was created."},
    {"coord:actionId",
     Type::kString,
     {},
     kRunState,
     kEvaluated | kCoordinatorActionInstances,
     "hpdl_fn_coord_action_id",
     &hpdl_fn_coord_action_id,
     "The id of the action."},
    {"coord:name",
     Type::kString,
     {},
     kRunState,
     kEvaluated | kCoordinatorActionInstances,
     "hpdl_fn_wf_name",
     &hpdl_fn_wf_name,
     "The name of the coordinator."},
    {"coord:dataIn", Type::kString, kInput, kRunState | kNote, kCoordinatorActionStart,
     "hpdl_fn_coord_data_in", &hpdl_fn_coord_data_in,
     "The URIs of an input event, with commas between them."},
    {"coord:dataOut", Type::kString, kOutput, kRunState, kEvaluated, "hpdl_fn_coord_data_out",
     &hpdl_fn_coord_data_out, "The URIs of an output event, with commas between them."},
    {"coord:formatTime", Type::kString, kFormat, kPure,
     kEvaluated | kCoordinatorActionRange | kCoordinatorActionInstances,
     "hpdl_fn_coord_format_time", &hpdl_fn_coord_format_time,
     "A time in UTC, written with a pattern of java.text.SimpleDateFormat."},
    {"coord:epochTime", Type::kString, kEpoch, kPure,
     kEvaluated | kCoordinatorActionRange | kCoordinatorActionInstances, "hpdl_fn_coord_epoch_time",
     &hpdl_fn_coord_epoch_time,
     "A time as the seconds since 1970, or as the milliseconds if millis is \"true\"."},
    {"coord:dateOffset", Type::kString, kDateOffset, kPure,
     kEvaluated | kCoordinatorActionRange | kCoordinatorInitialInstance,
     "hpdl_fn_coord_date_offset", &hpdl_fn_coord_date_offset,
     "The time n units after a time, in UTC; the unit is MINUTE, HOUR, DAY, WEEK, MONTH or YEAR."},
    {"coord:dateTzOffset", Type::kString, kDateZone, kPure,
     kEvaluated | kCoordinatorActionRange | kCoordinatorInitialInstance,
     "hpdl_fn_coord_date_tz_offset", &hpdl_fn_coord_date_tz_offset,
     "The local time that a time zone has at a time, written as if the local time were UTC."},

    {"coord:absolute", Type::kString, kTime, kNote, kDataChecked, "hpdl_fn_coord_check_absolute",
     &hpdl_fn_coord_check_absolute,
     "The instance at a time; allowed only as the start of a range."},
    {"coord:endOfDays", Type::kString, kN, kNote, kDataChecked, "hpdl_fn_coord_check_end_of_days",
     &hpdl_fn_coord_check_end_of_days,
     "The instance at the midnight that ends the nth day from the nominal time; allowed only as "
     "the start of a range."},
    {"coord:endOfWeeks", Type::kString, kN, kNote, kDataChecked, "hpdl_fn_coord_check_end_of_weeks",
     &hpdl_fn_coord_check_end_of_weeks,
     "The instance at the end of the nth week from the nominal time; allowed only as the start of "
     "a range."},
    {"coord:endOfMonths", Type::kString, kN, kNote, kDataChecked,
     "hpdl_fn_coord_check_end_of_months", &hpdl_fn_coord_check_end_of_months,
     "The instance at the end of the nth month from the nominal time; allowed only as the start of "
     "a range."},

    OfCatalog("coord:databaseIn", kInput, kCoordinatorActionStart),
    OfCatalog("coord:databaseOut", kOutput, kEvaluated),
    OfCatalog("coord:tableIn", kInput, kCoordinatorActionStart),
    OfCatalog("coord:tableOut", kOutput, kEvaluated),
    OfCatalog("coord:dataInPartitionFilter", kInputAndType, kCoordinatorActionStart),
    OfCatalog("coord:dataInPartitionMin", kInputAndPartition, kCoordinatorActionStart),
    OfCatalog("coord:dataInPartitionMax", kInputAndPartition, kCoordinatorActionStart),
    OfCatalog("coord:dataInPartitions", kInputAndType, kCoordinatorActionStart),
    OfCatalog("coord:dataOutPartitions", kOutput, kEvaluated),
    OfCatalog("coord:dataOutPartitionValue", kOutputAndPartition, kEvaluated),

    Checked("coord:current", kN, kInstanceChecked, "hpdl_fn_coord_check_current",
            &hpdl_fn_coord_check_current),
    Checked("coord:currentRange", kRange, kInstanceChecked, "hpdl_fn_coord_check_current_range",
            &hpdl_fn_coord_check_current_range),
    Checked("coord:offset", kOffset, kInstanceChecked, "hpdl_fn_coord_check_offset",
            &hpdl_fn_coord_check_offset),
    Checked("coord:latest", kN, kDataChecked, "hpdl_fn_coord_check_latest",
            &hpdl_fn_coord_check_latest),
    Checked("coord:latestRange", kRange, kDataChecked, "hpdl_fn_coord_check_latest_range",
            &hpdl_fn_coord_check_latest_range),
    Checked("coord:future", kFuture, kDataChecked, "hpdl_fn_coord_check_future",
            &hpdl_fn_coord_check_future),
    Checked("coord:futureRange", kFutureRange, kDataChecked, "hpdl_fn_coord_check_future_range",
            &hpdl_fn_coord_check_future_range),
    // Oozie's check puts a number in the place of these calls, so that sums with them can be
    // checked, too.
    Checked("coord:hoursInDay", kN, kCoordinatorInstances, "hpdl_fn_coord_check_hours_in_day",
            &hpdl_fn_coord_check_hours_in_day, kPure),
    Checked("coord:daysInMonth", kN, kCoordinatorInstances, "hpdl_fn_coord_check_days_in_month",
            &hpdl_fn_coord_check_days_in_month, kPure),
    Checked("coord:tzOffset", {}, kCoordinatorInstances, "hpdl_fn_coord_check_tz_offset",
            &hpdl_fn_coord_check_tz_offset, kPure),
    Checked("coord:nominalTime", {}, kCoordinatorData, "hpdl_fn_coord_check_nominal_time",
            &hpdl_fn_coord_check_nominal_time),
    Checked("coord:nominalTime", {}, kCoordinatorSla, "hpdl_fn_coord_check_sla_nominal_time",
            &hpdl_fn_coord_check_sla_nominal_time, kPure),
    Checked("coord:actualTime", {}, kChecked, "hpdl_fn_coord_check_actual_time",
            &hpdl_fn_coord_check_actual_time),
    Checked("coord:actionId", {}, kChecked, "hpdl_fn_coord_check_action_id",
            &hpdl_fn_coord_check_action_id),
    Checked("coord:name", {}, kChecked, "hpdl_fn_coord_check_name", &hpdl_fn_coord_check_name),
    Checked("coord:dataIn", kInput, kCoordinatorData, "hpdl_fn_coord_check_data_in",
            &hpdl_fn_coord_check_data_in, kRunState | kNote),
    Checked("coord:dataOut", kOutput, kChecked, "hpdl_fn_coord_check_data_out",
            &hpdl_fn_coord_check_data_out, kRunState | kNote),
    Checked("coord:formatTime", kFormat, kChecked | kCoordinatorInstances,
            "hpdl_fn_coord_check_format_time", &hpdl_fn_coord_check_format_time),
    Checked("coord:epochTime", kEpoch, kChecked | kCoordinatorInstances,
            "hpdl_fn_coord_check_epoch_time", &hpdl_fn_coord_check_epoch_time),
    Checked("coord:dateOffset", kDateOffset, kChecked | kCoordinatorInstances,
            "hpdl_fn_coord_check_date_offset", &hpdl_fn_coord_check_date_offset),
    Checked("coord:dateTzOffset", kDateZone, kChecked | kCoordinatorInstances,
            "hpdl_fn_coord_check_date_tz_offset", &hpdl_fn_coord_check_date_tz_offset),
    Checked("coord:databaseIn", kInput, kCoordinatorData, "hpdl_fn_coord_check_database_in",
            &hpdl_fn_coord_check_database_in, kRunState | kNote),
    Checked("coord:databaseOut", kOutput, kChecked, "hpdl_fn_coord_check_database_out",
            &hpdl_fn_coord_check_database_out, kRunState | kNote),
    Checked("coord:tableIn", kInput, kCoordinatorData, "hpdl_fn_coord_check_table_in",
            &hpdl_fn_coord_check_table_in, kRunState | kNote),
    Checked("coord:tableOut", kOutput, kChecked, "hpdl_fn_coord_check_table_out",
            &hpdl_fn_coord_check_table_out, kRunState | kNote),
    Checked("coord:dataInPartitionFilter", kInputAndType, kCoordinatorData,
            "hpdl_fn_coord_check_data_in_partition_filter",
            &hpdl_fn_coord_check_data_in_partition_filter, kRunState | kNote),
    Checked("coord:dataInPartitionMin", kInputAndPartition, kCoordinatorData,
            "hpdl_fn_coord_check_data_in_partition_min", &hpdl_fn_coord_check_data_in_partition_min,
            kRunState | kNote),
    Checked("coord:dataInPartitionMax", kInputAndPartition, kCoordinatorData,
            "hpdl_fn_coord_check_data_in_partition_max", &hpdl_fn_coord_check_data_in_partition_max,
            kRunState | kNote),
    Checked("coord:dataInPartitions", kInputAndType, kCoordinatorData,
            "hpdl_fn_coord_check_data_in_partitions", &hpdl_fn_coord_check_data_in_partitions,
            kRunState | kNote),
    Checked("coord:dataOutPartitions", kOutput, kChecked, "hpdl_fn_coord_check_data_out_partitions",
            &hpdl_fn_coord_check_data_out_partitions, kRunState | kNote),
    Checked("coord:dataOutPartitionValue", kOutputAndPartition, kChecked,
            "hpdl_fn_coord_check_data_out_partition_value",
            &hpdl_fn_coord_check_data_out_partition_value, kRunState | kNote),
};

inline constexpr Environments kSla = kWorkflowSla | kCoordinatorSla | kCoordinatorActionSla;
inline constexpr ConstantDecl kConstants[] = {
    {"MINUTES", Type::kLong, 1, "", kSla},
    {"HOURS", Type::kLong, 60, "", kSla},
    {"DAYS", Type::kLong, 1440, "", kSla},
    // The value of a name such as YEAR is the text `${YEAR}`. So the name stays in the uri-template
    // until the time of an instance replaces it.
    {"YEAR", Type::kString, 0, "${YEAR}", kCoordinatorConstants},
    {"MONTH", Type::kString, 0, "${MONTH}", kCoordinatorConstants},
    {"DAY", Type::kString, 0, "${DAY}", kCoordinatorConstants},
    {"HOUR", Type::kString, 0, "${HOUR}", kCoordinatorConstants},
    {"MINUTE", Type::kString, 0, "${MINUTE}", kCoordinatorConstants},
};

}  // namespace coord_functions

inline constexpr FunctionFamily kCoordFunctions = {"coord", coord_functions::kAll,
                                                   coord_functions::kConstants};

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_FUNCTIONS_COORD_COORD_FN_H_
