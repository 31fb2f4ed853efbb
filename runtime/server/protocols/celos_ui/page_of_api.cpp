#include "runtime/server/protocols/celos_ui/page_of_api.h"

#include <utility>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/server/protocols/celos_ui/celos_ui.h"

namespace hpdl::rt::celos {

std::unique_ptr<CelosPage> PageOf(CelosApi& api, CachedDefinitions& definitions, std::string hue,
                                  std::string groups) {
  const auto ask = [&api](const CelosRequest& request) {
    return Result<CelosAnswer>(api.Answer(request));
  };
  const auto errors = [&definitions] {
    const DefinitionsPtr last = definitions.Last();
    return last == nullptr ? std::vector<ScriptError>() : last->configuration->errors;
  };
  return std::make_unique<CelosUi>(
      ask, UiSettings{std::move(hue), std::move(groups), rt::NowMs, errors});
}

}  // namespace hpdl::rt::celos
