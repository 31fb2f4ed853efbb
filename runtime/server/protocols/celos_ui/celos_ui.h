#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELOS_UI_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELOS_UI_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/rules/celos/definition.h"
#include "runtime/server/protocols/celos/celos_page.h"
#include "runtime/server/protocols/celos_ui/server_answers.h"

namespace hpdl::rt::celos {

struct UiSettings {
  std::string hue;     ///< the URL of Hue; "": no Hue
  std::string groups;  ///< the file of groups, read for each page; "": no groups
  std::function<std::int64_t()> now_ms;
  /// Returns the errors of the scripts. If the function is empty, the errors are not known.
  std::function<std::vector<ScriptError>()> script_errors = {};
};

/// The pages of Celos' UI and the actions of their buttons: everything below /ui, and
/// `/`, which leads there. Keeps no state.
class CelosUi final : public CelosPage {
 public:
  CelosUi(AskServer ask, UiSettings settings);

  bool Has(std::string_view target) const override;
  RequestLine LineOf(const CelosRequest& request) const override;
  CelosAnswer Answer(const CelosRequest& request) override;

 private:
  const ServerApi api_;
  const UiSettings settings_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELOS_UI_H_
