#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/ground/base/text_parts.h"
#include "runtime/server/access/user_name.h"
#include "runtime/server/login/gate.h"
#include "runtime/server/login/signed_cookie.h"

/// Reads any bytes as the fields of a request. Checks that a caller with a valid user name is
/// admitted, and no other caller. Also checks that the gate always adds one complete header field
/// to the answer.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string_view fields[4];
  std::size_t count = 0;
  for (const std::string_view part : Split(text, '\n')) {
    if (count < 4) {
      fields[count++] = part;
    }
  }
  const GateRequest request{fields[0], fields[1], fields[2], fields[3]};
  GateRules rules;
  rules.validity_ms = 1000;
  rules.secret = "no fuzzer signs with this secret";
  (void)RefuseForeign(OwnHosts(), request);
  const GateVerdict verdict = Authenticate(rules, request, 1'000'000);
  const bool entered = verdict.status == 200;
  if (entered != IsUserName(verdict.caller.user) ||
      verdict.fields.find_first_of("\r\n") != verdict.fields.size() - 2) {
    std::abort();
  }
  return 0;
}
