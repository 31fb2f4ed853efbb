#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/server/protocols/celos_ui/groups.h"
#include "runtime/server/protocols/celos_ui/server_answers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt::celos;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(ReadGroups(text));
  static_cast<void>(ReadWorkflowList(text));
  static_cast<void>(ReadWorkflowSlots(text));
  static_cast<void>(ReadTriggerTree(text));
  static_cast<void>(ReasonOf({400, std::string(text), "", "", ""}));
  return 0;
}
