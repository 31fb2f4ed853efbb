#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/rules/celos/scheduled_time.h"

/// Reads arbitrary bytes as a time. An accepted time must be equal after it is written and read
/// again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using hpdl::rt::celos::ScheduledTime;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const hpdl::rt::Result<ScheduledTime> time = ScheduledTime::Parse(text);
  if (!time) {
    if (time.error().code.empty() || time.error().message.empty()) {
      std::abort();
    }
    return 0;
  }
  for (const std::string& written : {time->Text(), time->Pretty()}) {
    const hpdl::rt::Result<ScheduledTime> again = ScheduledTime::Parse(written);
    if (!again || *again != *time) {
      std::abort();
    }
  }
  // If the year is below 10000, the value of a variable is at most as long as the variable.
  if (time->Calendar().year < 10'000 && ReplaceTimeVariables(text, *time).size() > size) {
    std::abort();
  }
  return 0;
}
