#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/rules/coordinator/action_data.h"
#include "runtime/rules/coordinator/action_ranges.h"
#include "runtime/rules/coordinator/testing/fuzz_input.h"

namespace {

using namespace hpdl::rt;
using hpdl::rt::testing::Require;

void CheckRanges(const Result<ActionRanges>& ranges) {
  Require(ranges || !ranges.error().code.empty());
}

/// Reads a text as the data of an action, and as the missing data of an action. Checks that the
/// result is the same after it is written and read again.
void CheckRows(std::string_view text) {
  if (const auto events = DecodeData(text)) {
    Require(DecodeData(EncodeData(*events)) == events);
    (void)MissingOf(*events).ToText();
  }
  const MissingData missing = MissingData::Of(text);
  const std::string written = missing.ToText();
  Require(MissingData::Of(written).ToText() == written);
}

}  // namespace

/// Reads any bytes as the texts in rows of actions, and as the texts in which users name actions.
/// The readers must not crash. Data that was read must be the same after it is written and read
/// again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CheckRanges(ReadActionNumbers(text));
  CheckRanges(ReadActionDates(text));
  CheckRows(text);
  return 0;
}
