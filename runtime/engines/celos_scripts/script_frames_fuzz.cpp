#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "runtime/engines/celos_scripts/outcome_frames.h"
#include "runtime/engines/celos_scripts/script_questions.h"
#include "runtime/engines/celos_scripts/script_requests.h"
#include "runtime/engines/celos_scripts/testing/memory_world.h"
#include "runtime/ground/base/frames.h"

/// Reads arbitrary bytes as frames. Covers the frames that go to an evaluating process and the
/// frames that come from it. A valid frame has the same value after it is written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt;
  using namespace hpdl::rt::celos;
  if (size == 0) {
    return 0;
  }
  std::string frame(kFrameHeader, '\0');
  frame.append(reinterpret_cast<const char*>(data), size);
  const auto length = static_cast<std::uint32_t>(frame.size());
  std::memcpy(frame.data(), &length, kFrameHeader);
  if (const std::optional<FileOutcome> outcome = ReadOutcome(frame)) {
    const std::string written = OutcomeFrame(*outcome);
    const std::optional<FileOutcome> again = ReadOutcome(written);
    if (!again || OutcomeFrame(*again) != written) {
      std::abort();
    }
  }
  (void)ReadProperties(frame);
  (void)ReadCode(frame);
  if (const std::optional<ScriptRequest> request = ReadRequest(frame)) {
    if (!ReadRequest(RequestFrame(*request))) {
      std::abort();
    }
  }
  if (IsQuestion(frame)) {
    celos::testing::MemoryWorld world;
    AnswerTo(frame, &world);
  }
  return 0;
}
