#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/engines/celos_scripts/outcome_frames.h"
#include "runtime/engines/celos_scripts/script_scope.h"
#include "runtime/engines/celos_scripts/testing/memory_world.h"

namespace {

using namespace hpdl::rt;
using namespace hpdl::rt::celos;

/// True if the script may work on huge arrays, which takes too long here. Engine functions over
/// huge arrays do not check the time limit. The evaluating process also limits its processor time
/// for this reason, but the fuzzer does not.
bool HasHugeNumber(std::string_view text) {
  int digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits >= 6) {
      return true;
    }
  }
  for (const std::string_view word :
       {"e", "E", "**", "<<", ">>", "0x", "~", "repeat", "pad", "length"}) {
    const std::size_t at = text.find(word);
    if (at != std::string_view::npos && word.size() + at < text.size() &&
        (word.size() > 1 || (text[at + 1] >= '0' && text[at + 1] <= '9'))) {
      return true;
    }
  }
  return false;
}

void CheckPlace(const Place& place, std::string_view text) {
  // A text may have as many lines as bytes, because JavaScript has line ends other than \n.
  const auto most = static_cast<std::int64_t>(text.size()) + 2;
  if (place.line < 0 || place.column < 0 || (place.file == "a.js" && place.line > most)) {
    std::abort();
  }
}

}  // namespace

/// Evaluates arbitrary bytes as a script. Checks that the evaluation ends, that its error has a
/// place, and that its result is the same after it is written to a frame and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (HasHugeNumber(text)) {
    return 0;
  }
  hpdl::rt::celos::testing::MemoryWorld world;
  world.defaults = {{"d", "CELOS_DEFAULT_HDFS = 'hdfs://n'; CELOS_DEFAULT_OOZIE = 'http://o';"}};
  const ScriptMode mode = size % 2 == 0 ? ScriptMode::kStrict : ScriptMode::kAsCelos;
  ScriptScope scope(mode,
                    {std::size_t{16} << 20, std::size_t{256} << 10, std::chrono::milliseconds(100)},
                    &world);
  const FileOutcome outcome = scope.Evaluate({"a.js", text}, {1'441'083'600'000});
  if (outcome.error) {
    CheckPlace(outcome.error->place, text);
  }
  for (const ScriptError& warning : outcome.warnings) {
    CheckPlace(warning.place, text);
  }
  for (const Workflow& workflow : outcome.workflows) {
    CheckPlace(workflow.place, text);
    (void)scope.PropertiesOf(workflow.id, {0}, {0});
  }
  const std::string frame = OutcomeFrame(outcome);
  const std::optional<FileOutcome> read = ReadOutcome(frame);
  if (!read || OutcomeFrame(*read) != frame) {
    std::abort();
  }
  return 0;
}
