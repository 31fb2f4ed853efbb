#ifndef HPDL_COMPILER_APPLICATION_SITE_RULES_H_
#define HPDL_COMPILER_APPLICATION_SITE_RULES_H_

#include "compiler/base/failure.h"

namespace hpdl::application {

/// Returns false if the site switches the rules of forks and joins off for all workflows
/// (oozie.validate.ForkJoin). The site file is the one of a run without --site. It is read once.
/// The error says why the file cannot be read.
const Result<bool>& SiteChecksForkJoin();

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_SITE_RULES_H_
