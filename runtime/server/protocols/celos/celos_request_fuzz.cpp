#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/engines/celos_service/oozie_replies.h"
#include "runtime/server/protocols/celos/celos_request.h"
#include "runtime/server/protocols/celos/error_page.h"

/// Reads any bytes as a request's target and form, as the text of an error, and as a reply of
/// Oozie. Checks that the status line of an error page has no line end.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt::celos;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const CelosRequest request{"POST", text, "application/x-www-form-urlencoded", text};
  if (ParametersOf(request).size() > kMostCelosParameters) {
    std::abort();
  }
  for (const char c : ErrorPage(request, 400, text).reason) {
    if (c == '\n' || c == '\r') {
      std::abort();
    }
  }
  static_cast<void>(ReadJobs(text));
  static_cast<void>(ReadWorkflowName(text));
  static_cast<void>(KnowsKeys(text));
  return 0;
}
