#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/rules/celos/scheduled_time.h"

/// Any bytes as a time: one that is read is read again from what is written of it.
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
  // The value of a variable is never longer than its name but for the years that no one means.
  if (time->Calendar().year < 10'000 && ReplaceTimeVariables(text, *time).size() > size) {
    std::abort();
  }
  return 0;
}
