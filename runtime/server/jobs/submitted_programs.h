#ifndef HPDL_RUNTIME_SERVER_JOBS_SUBMITTED_PROGRAMS_H_
#define HPDL_RUNTIME_SERVER_JOBS_SUBMITTED_PROGRAMS_H_

#include <optional>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/applications/application_place.h"
#include "runtime/server/applications/applications.h"
#include "runtime/server/applications/compiled_programs.h"
#include "runtime/server/jobs/job_verbs.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// Finds the program for a submission. The submission names an application path, a deployed
/// application, or one action without an application. Loop thread only. The objects that the
/// constructor gets must outlive this one.
class SubmittedPrograms {
 public:
  SubmittedPrograms(CompiledPrograms& programs, Applications& applications, const Site& site,
                    ApplicationRules rules);

  /// Returns the path of the program, and compiles the application if it has no program yet. Sets
  /// `folder` to the folder of the deployed application; leaves `folder` unchanged if the
  /// submission names no deployed application.
  Task<Result<std::string>> Of(const Caller& caller, const JobSubmission& submission,
                               std::string* folder = nullptr);
  /// Returns the deployed application of a name. Returns an error if jobs of the application may
  /// not run.
  Result<DeployedApplication> Active(const std::string& name);
  /// Returns the deployed application that a submission names; nullopt: the submission names a
  /// path. Returns an error if the application is not active.
  Result<std::optional<DeployedApplication>> Deployed(const JobSubmission& submission);

 private:
  Task<Result<std::string>> OneActionProgram(std::string user, std::string job_type,
                                             const Properties& properties);

  CompiledPrograms& programs_;
  Applications& applications_;
  const Site& site_;
  const ApplicationRules rules_;
};

/// The error for a deployed application that was replaced while its submission was handled.
Error ReplacedMeanwhile(const std::string& name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_SUBMITTED_PROGRAMS_H_
