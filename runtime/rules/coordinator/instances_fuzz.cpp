#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/rules/coordinator/instance_uri.h"
#include "runtime/rules/coordinator/instances.h"
#include "runtime/rules/coordinator/testing/fuzz_input.h"

namespace {

using namespace hpdl::rt;
using hpdl::rt::testing::Input;
using hpdl::rt::testing::Require;
using hpdl::rt::testing::ZoneOf;

InstanceBound BoundOf(Input& input) {
  InstanceBound bound;
  bound.kind = static_cast<InstanceBound::Kind>(input.Byte() % 8);
  bound.n = input.Number();
  bound.unit = static_cast<TimeUnit>(input.Byte() % 6);
  bound.time = input.Time();
  return bound;
}

/// Checks that the instances are in order, not too many, and not before the first instance.
void CheckInstances(const Result<Instances>& found, const Dataset& dataset) {
  if (!found) {
    Require(!found.error().code.empty());
    return;
  }
  const std::int64_t first = BeginOf(dataset.frequency, dataset.initial_instance, dataset.zone);
  Require(found->size() <= static_cast<std::size_t>(kMostInstances));
  Require(std::all_of(found->begin(), found->end(), [&](auto time) { return time >= first; }));
  Require(std::is_sorted(found->rbegin(), found->rend()));
}

void CheckTexts(std::string_view text) {
  const Result<std::int64_t> time = ReadTime(text);
  if (time) {
    const Result<std::int64_t> again = ReadTime(WriteTime(*time));
    Require(again.ok() && (*again == *time || WriteTime(*time).size() < 17));
  }
  const Result<std::string> formatted = FormatTime("2009-09-08T23:59Z", text);
  Require(!formatted || formatted->size() <= text.size() * 30);
}

}  // namespace

/// Calls the functions of instances.h with a data set, an action and numbers from the input. Reads
/// the rest of the input as texts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  Dataset dataset;
  dataset.frequency.unit = static_cast<Period::Unit>(input.Byte() % 4);
  dataset.frequency.begin = static_cast<Period::Begin>(input.Byte() % 4);
  dataset.frequency.count = input.Number();
  dataset.initial_instance = input.Time();
  dataset.zone = ZoneOf(input.Byte());
  const ActionTimes action{
      .nominal = input.Time(), .actual = input.Time(), .zone = ZoneOf(input.Byte())};
  const std::int64_t n = input.Number(), m = input.Number();
  const std::uint64_t pattern = static_cast<std::uint64_t>(input.Number());

  const Result<std::optional<std::int64_t>> current = CurrentInstance(dataset, action, n);
  Require(!current || n > 0 || !*current || **current <= action.nominal + 40 * 86'400);
  CheckInstances(CurrentRange(dataset, action, n, n > 0 ? n + m % 1000 : m), dataset);
  (void)OffsetInstance(dataset, action, n, static_cast<TimeUnit>(pattern % 6));
  const InstanceBound start = BoundOf(input), end = BoundOf(input);
  CheckInstances(RangeOf(dataset, action, start, end), dataset);
  (void)CheckRangeOf(dataset, action, start, end);
  std::int64_t looks = 0;
  const IsThere is_there = [&](std::int64_t instance) -> Result<bool> {
    if (++looks > 500) {
      return Error{ErrorClass::kTransient, "enough", ""};
    }
    return (pattern >> (static_cast<std::uint64_t>(instance) / 60 % 64) & 1) != 0;
  };
  (void)LatestInstances(dataset, action, n, m, is_there);
  looks = 0;
  (void)FutureInstances(dataset, action, n, m, n, is_there);
  (void)HoursInDay(dataset, action, n);
  (void)DaysInMonth(dataset, action, n);
  dataset.uri_template = input.Rest();
  (void)DonePathOf(dataset, action.nominal);
  CheckTexts(input.Rest());
  return 0;
}
