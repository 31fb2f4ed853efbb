#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/calendar/named_zone.h"
#include "runtime/coordinator/action_data.h"
#include "runtime/coordinator/action_ranges.h"
#include "runtime/coordinator/execution_order.h"
#include "runtime/coordinator/frequency.h"
#include "runtime/coordinator/instance_call.h"
#include "runtime/coordinator/testing/fuzz_input.h"

namespace {

using namespace hpdl::rt;
using testing::Input;
using testing::Require;

/// What people name actions by: ranges are in order, and what is wrong has a code.
void CheckRanges(const Result<ActionRanges>& ranges) {
  if (!ranges) {
    Require(!ranges.error().code.empty());
    return;
  }
  for (const auto& [first, last] : *ranges) {
    Require(first <= last);
  }
}

/// What rows keep: a text that was read is written as something that is read as the same.
void CheckRows(std::string_view text) {
  if (const auto events = DecodeData(text)) {
    Require(DecodeData(EncodeData(*events)) == events);
    (void)MissingOf(*events).ToText();
  }
  const std::string missing = MissingData::Of(text).ToText();
  Require(MissingData::Of(missing).ToText() == missing);
}

void CheckFrequencies(std::string_view text) {
  const CoordinatorNotes notes;
  (void)PeriodOf(text, notes);
  (void)MinutesOf(text, notes);
  (void)ReadExecutionOrder(text);
}

void CheckCall(Input& input) {
  const auto kind = static_cast<InstanceBound::Kind>(input.Byte() % 8);
  std::vector<std::string> arguments;
  for (int i = 0; i < 2; ++i) {
    arguments.emplace_back(input.Take(input.Byte() % 24));
  }
  (void)BoundOfCall(kind, arguments);
  (void)KindOfInstance(input.Rest());
}

/// A zone that exists has clocks that are less than a day away from UTC.
void CheckZone(std::string_view id, std::int64_t time) {
  if (const auto zone = NamedZone::Find(id)) {
    constexpr std::int64_t kDay = 86'400;
    const std::int64_t offset = zone->clocks().OffsetAt(time);
    Require(-kDay < offset && offset < kDay);
    (void)zone->Format(time, true);
    (void)zone->FormatAsDate(time);
  }
}

}  // namespace

/// Any bytes as the texts that coordinators have beside expressions and cron.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const std::uint8_t what = input.Byte() % 5;
  switch (what) {
    case 0:
      CheckRanges(ReadActionNumbers(input.Rest()));
      CheckRanges(ReadActionDates(input.Rest()));
      break;
    case 1:
      CheckRows(input.Rest());
      break;
    case 2:
      CheckFrequencies(input.Rest());
      break;
    case 3:
      CheckCall(input);
      break;
    default: {
      const std::int64_t time = input.Time();
      CheckZone(input.Rest(), time);
    }
  }
  return 0;
}
