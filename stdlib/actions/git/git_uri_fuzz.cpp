#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "stdlib/actions/git/git_uri.h"

/// Reads any text as a URI. An accepted GitUri::text is not an option and shows no password.
/// Reading GitUri::text again gives the same URI.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)hpdl::stdlib::CheckBranch(text);
  const auto uri = hpdl::stdlib::ReadGitUri(text);
  if (!uri) {
    return 0;
  }
  const auto again = hpdl::stdlib::ReadGitUri(uri->text);
  const bool holds = !uri->text.starts_with('-') && uri->text.find('\n') == std::string::npos &&
                     uri->credential.find('\n') == std::string::npos && again &&
                     again->text == uri->text && again->credential.empty();
  if (!holds) {
    std::abort();
  }
  return 0;
}
