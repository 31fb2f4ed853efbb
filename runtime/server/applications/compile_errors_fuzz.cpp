#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/server/applications/compile_errors.h"

/// Takes any bytes as output of the compiler. Checks that the error has a code of Oozie's form, and
/// that the texts have a bounded size.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = 4000;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const hpdl::rt::Error error = hpdl::rt::CompileError(text, text.substr(0, size / 8));
  constexpr std::size_t kMostWarnings = 60'000;
  const std::string warnings =
      hpdl::rt::CompileWarnings(text, text.substr(0, size / 8), size % 2 == 0);
  if (error.code.size() != 5 || error.code[0] != 'E' || error.message.size() > kMost ||
      warnings.size() > kMostWarnings || hpdl::rt::ReadCompilerLine(text).message.size() > size) {
    std::abort();
  }
  return 0;
}
