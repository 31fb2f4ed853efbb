#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_PLACES_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_PLACES_H_

#include "runtime/ground/base/result.h"
#include "runtime/programs/celos_deploy/application_folder.h"
#include "runtime/programs/celos_deploy/deploy_folder.h"
#include "runtime/programs/celos_deploy/script_place.h"

namespace hpdl::rt::celos {

/// The three places that a workflow is deployed to.
struct Places {
  ApplicationFolder& application;
  ScriptPlace& defaults;
  ScriptPlace& workflow;
};

/// Writes all beside what is there, then renames: the folder, the defaults, the workflow. What a
/// step that failed may have done is taken back with all before it. The error says that nothing was
/// deployed, or what could not be taken back. What was there before is beside the folder still, for
/// ApplicationFolder::Clean().
Result<void> PutInPlace(const DeployFolder& from, Places places);

/// Deletes all three. What is not there is fine.
Result<void> TakeAway(Places places);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_DEPLOY_PLACES_H_
