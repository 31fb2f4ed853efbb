#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/pipeline/pipeline.h"
#include "compiler/schedule/plan.h"

namespace {

using namespace hpdl;

/// Plans the actions of a coordinator. Checks that the actions come in order, and that all actions
/// together have no more URIs than the budget has steps.
void Plan(const hir::Coordinator& coordinator, const pipeline::PropertyMap& values,
          const schedule::PlanOptions& options) {
  const auto plan = schedule::Plan::Of(coordinator, values, options);
  if (!plan) {
    return;
  }
  schedule::Window window;
  window.now = (*plan)->defined().schedule.start;
  window.most = 20;
  constexpr std::uint64_t kSteps = 100'000;
  Budget budget(kSteps);
  window.budget = &budget;
  std::int64_t number = 0;
  std::uint64_t uris = 0;
  (void)(*plan)->Each(window, [&](const schedule::PlannedAction& action) {
    for (const auto* data : {&action.inputs, &action.outputs}) {
      for (const schedule::PlannedData& each : *data) {
        uris += each.uris.size();
      }
    }
    if (action.number <= number || uris > kSteps) {
      std::abort();
    }
    number = action.number;
    return true;
  });
}

}  // namespace

/// Takes any bytes as a coordinator. The bytes behind a zero byte are the content of any file that
/// the coordinator includes. If the coordinator compiles, its actions are planned.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t zero = std::min(text.find('\0'), text.size());
  pipeline::Input input;
  input.name = "coordinator.xml";
  input.bytes = text.substr(0, zero);
  if (zero < text.size()) {
    input.read_include =
        [included = std::string(text.substr(zero + 1))](
            const pipeline::IncludeUri& uri) -> rt::Result<pipeline::FoundInclude> {
      return pipeline::FoundInclude{uri.known.value_or(uri.written), included};
    };
  }
  const auto definition = pipeline::Compile(std::move(input), {});
  if (definition->coordinator_hir != nullptr) {
    const hir::Coordinator& coordinator = *definition->coordinator_hir;
    Plan(coordinator, definition->submitted, {});
    Plan(coordinator, definition->submitted, {.write_unknown = true});
  }
  return 0;
}
