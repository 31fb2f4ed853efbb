#include "compiler/application/site_rules.h"

#include <cstdlib>

#include "runtime/world/site/site.h"

namespace hpdl::application {

const Result<SiteRules>& RulesOfSite() {
  static const Result<SiteRules> kRules = []() -> Result<SiteRules> {
    const char* named = std::getenv("HPDL_SITE");
    const Result<rt::Site> site = rt::Site::Load(rt::Site::Locate(""));
    SiteRules rules;
    if (site) {
      rules.fork_join = site->Flag(rt::Setting::kValidateForkJoin);
    } else if (named != nullptr && *named != '\0') {
      return site.error();
    } else {
      rules.ignored = site.error().message;
    }
    return rules;
  }();
  return kRules;
}

}  // namespace hpdl::application
