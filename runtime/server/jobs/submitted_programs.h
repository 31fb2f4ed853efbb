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

/// From what is submitted to the program of it: of an application path, of a deployed application
/// by its name, or of one action without an application. Loop thread only; what it is given
/// outlives it.
class SubmittedPrograms {
 public:
  SubmittedPrograms(CompiledPrograms& programs, Applications& applications, const Site& site,
                    ApplicationRules rules);

  /// The path of the program, which is compiled if there is none. `folder`: that of the deployed
  /// application that it is of; unchanged if it is of none.
  Task<Result<std::string>> Of(const Caller& caller, const JobSubmission& submission,
                               std::string* folder = nullptr);
  /// The deployed application of a name, whose jobs may run.
  Result<DeployedApplication> Active(const std::string& name);
  /// The deployed application that a submission names, which must be active; none if it names a
  /// path.
  Result<std::optional<DeployedApplication>> Deployed(const JobSubmission& submission);

 private:
  Task<Result<std::string>> OneActionProgram(std::string user, std::string job_type,
                                             const Properties& properties);

  CompiledPrograms& programs_;
  Applications& applications_;
  const Site& site_;
  const ApplicationRules rules_;
};

/// Of a deployed application that is another one than it was at the first look.
Error ReplacedMeanwhile(const std::string& name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_SUBMITTED_PROGRAMS_H_
