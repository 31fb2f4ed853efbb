#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/ground/calendar/named_zone.h"
#include "runtime/rules/coordinator/execution_order.h"
#include "runtime/rules/coordinator/frequency.h"
#include "runtime/rules/coordinator/instance_call.h"
#include "runtime/rules/coordinator/testing/fuzz_input.h"

namespace {

using namespace hpdl::rt;
using hpdl::rt::testing::Input;
using hpdl::rt::testing::Require;

void CheckFrequencies(std::string_view text) {
  const CoordinatorNotes notes;
  (void)PeriodOf(text, notes);
  (void)MinutesOf(text, notes);
  (void)ReadExecutionOrder(text);
}

void CheckCall(std::string_view text) {
  const auto bound = ReadBound(text);
  const auto deferred = ReadDeferredCall(text);
  // Each single call that waits for data is also a bound.
  Require(!bound || !*bound || !deferred || !*deferred ||
          (*deferred)->first.n == (*deferred)->last.n);
}

/// If a zone exists, checks that its offset from UTC is less than a day.
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

/// Reads any bytes as values of frequencies and controls, as calls of instances, and as names of
/// time zones.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const std::uint8_t what = input.Byte() % 3;
  if (what == 0) {
    CheckFrequencies(input.Rest());
  } else if (what == 1) {
    CheckCall(input.Rest());
  } else {
    const std::int64_t time = input.Time();
    CheckZone(input.Rest(), time);
  }
  return 0;
}
