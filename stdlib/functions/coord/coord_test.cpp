#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/ground/value/eval.h"
#include "runtime/ground/value/values.h"
#include "runtime/rules/coordinator/frequency.h"
#include "stdlib/functions/coord/coord.fn.h"

namespace hpdl::stdlib {
namespace {

using rt::Period;

/// The value of a function as text, and the notes that the function left.
struct Told {
  std::string value;
  rt::CoordinatorNotes notes;
};

Told Call(hpdl_function function, std::vector<hpdl_value> arguments) {
  Told told;
  hpdl_eval eval;
  eval.notes = &told.notes;
  hpdl_value value;
  if (function(&eval, arguments.data(), &value) != 0) {
    told.value = "error " + eval.error;
  } else {
    told.value = value.type == HPDL_LONG ? std::to_string(value.as.i) : rt::TextOf(value);
  }
  return told;
}

Period PeriodFrom(hpdl_function function, std::int64_t count) {
  const Told told = Call(function, {rt::LongValue(count)});
  return rt::PeriodOf(told.value, told.notes).value_or(Period{});
}

TEST(CoordFrequency, TellsOfWhatItIsANumber) {
  using Unit = Period::Unit;
  using Begin = Period::Begin;
  EXPECT_EQ(PeriodFrom(&hpdl_fn_coord_minutes, 5), (Period{Unit::kMinutes, Begin::kAsItIs, 5}));
  EXPECT_EQ(PeriodFrom(&hpdl_fn_coord_hours, 24), (Period{Unit::kMinutes, Begin::kAsItIs, 1440}));
  EXPECT_EQ(PeriodFrom(&hpdl_fn_coord_days, 1), (Period{Unit::kDays, Begin::kAsItIs, 1}));
  EXPECT_EQ(PeriodFrom(&hpdl_fn_coord_months, 256), (Period{Unit::kMonths, Begin::kAsItIs, 256}));
  EXPECT_EQ(PeriodFrom(&hpdl_fn_coord_end_of_days, 3), (Period{Unit::kDays, Begin::kNextDay, 3}));
  EXPECT_EQ(PeriodFrom(&hpdl_fn_coord_end_of_weeks, 3),
            (Period{Unit::kWeeks, Begin::kNextWeek, 3}));
  EXPECT_EQ(PeriodFrom(&hpdl_fn_coord_end_of_months, 2),
            (Period{Unit::kMonths, Begin::kNextMonth, 2}));
}

TEST(CoordFrequency, IsANumberAboveZeroOf32Bits) {
  EXPECT_EQ(Call(&hpdl_fn_coord_days, {rt::DoubleValue(1.5)}).value, "1");
  EXPECT_EQ(Call(&hpdl_fn_coord_days, {rt::StringValue("7")}).value, "7");
  EXPECT_EQ(Call(&hpdl_fn_coord_days, {rt::LongValue(-1)}).value,
            "error coord:days takes a number from 1 to 2147483647, found -1");
  EXPECT_EQ(Call(&hpdl_fn_coord_hours, {rt::LongValue(INT64_MAX)}).value,
            "error coord:hours takes a number from 1 to 35791394, found 9223372036854775807");
  EXPECT_EQ(Call(&hpdl_fn_coord_days, {rt::StringValue("x")}).value.substr(0, 6), "error ");
}

TEST(CoordCheck, WritesTheCallBackAndTells) {
  const Told told = Call(&hpdl_fn_coord_check_offset, {rt::LongValue(-1), rt::StringValue("DAY")});
  EXPECT_EQ(told.value, "coord:offset(-1 , DAY)");
  EXPECT_TRUE(told.notes.written_back);
  EXPECT_EQ(Call(&hpdl_fn_coord_check_current, {rt::StringValue("%")}).value, "coord:current(%)");
  EXPECT_EQ(Call(&hpdl_fn_coord_check_hours_in_day, {rt::LongValue(0)}).value, "24");
  EXPECT_FALSE(Call(&hpdl_fn_coord_check_hours_in_day, {rt::LongValue(0)}).notes.written_back);
}

TEST(CoordCheck, NeedsNobodyWhoAsks) {
  hpdl_eval eval;
  hpdl_value value = rt::LongValue(1);
  EXPECT_EQ(hpdl_fn_coord_check_latest(&eval, &value, &value), 0);
  value = rt::LongValue(1);
  EXPECT_EQ(hpdl_fn_coord_days(&eval, &value, &value), 0);
}

}  // namespace
}  // namespace hpdl::stdlib
