#include "compiler/application/site_rules.h"

#include "runtime/world/site/site.h"

namespace hpdl::application {

const Result<bool>& SiteChecksForkJoin() {
  static const Result<bool> kChecks = []() -> Result<bool> {
    const Result<rt::Site> site = rt::Site::Load(rt::Site::Locate(""));
    HPDL_TRY(site);
    return site->Flag(rt::Setting::kValidateForkJoin);
  }();
  return kChecks;
}

}  // namespace hpdl::application
