#include "runtime/server/administrators.h"

#include "runtime/base/text_parts.h"
#include "runtime/base/trim.h"

namespace hpdl::rt {

bool IsAdministrator(const Site& site, const Caller& caller) {
  for (const std::string_view each : Split(site.Text(Setting::kAdministrators), ',')) {
    if (!caller.user.empty() && hpdl::Trimmed(each) == caller.user) {
      return true;
    }
  }
  return false;
}

}  // namespace hpdl::rt
