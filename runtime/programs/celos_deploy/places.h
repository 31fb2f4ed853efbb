#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_PLACES_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_PLACES_H_

#include "runtime/ground/base/result.h"
#include "runtime/programs/celos_deploy/application_folder.h"
#include "runtime/programs/celos_deploy/deploy_folder.h"
#include "runtime/programs/celos_deploy/script_place.h"

namespace hpdl::rt::celos {

/// The three parts of a deployed workflow: its folder in HDFS and its two scripts.
struct Places {
  ApplicationFolder& application;
  ScriptPlace& defaults;
  ScriptPlace& workflow;
};

/// Writes all new files beside the old files. Then renames the folder, the defaults script and the
/// workflow's script, in this order. If a step fails, undoes this step and the steps before it. The
/// error's message says that nothing was deployed, or names the parts that could not be restored.
/// After a success the old folder is still beside the new folder; ApplicationFolder::Clean()
/// deletes it.
Result<void> PutInPlace(const DeployFolder& from, Places places);

/// Deletes the workflow's folder and its two scripts. A missing folder or script is not an error.
Result<void> TakeAway(Places places);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_PLACES_H_
