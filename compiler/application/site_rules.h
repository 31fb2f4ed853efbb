#ifndef HPDL_COMPILER_APPLICATION_SITE_RULES_H_
#define HPDL_COMPILER_APPLICATION_SITE_RULES_H_

#include <string>

#include "compiler/base/failure.h"

namespace hpdl::application {

/// The site's decisions about all definitions.
struct SiteRules {
  bool fork_join = true;  ///< false: forks and joins are not checked (oozie.validate.ForkJoin)
  std::string ignored;    ///< the reason why the default site file is ignored; "": it is not
};

/// Returns the rules in the site file of a run without --site. The file is read once. The error
/// says why the file that $HPDL_SITE names cannot be read. A default site file that cannot be read
/// is ignored, because the caller may not be a user for whom it was written.
const Result<SiteRules>& RulesOfSite();

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_SITE_RULES_H_
