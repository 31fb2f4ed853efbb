#include "runtime/server/jobs/submitted_programs.h"

#include <utility>

#include "runtime/ground/base/worker_threads.h"
#include "runtime/server/applications/embedded_definition.h"
#include "runtime/server/applications/one_action.h"
#include "runtime/server/jobs/property_of.h"
#include "runtime/server/jobs/verb_error.h"

namespace hpdl::rt {

SubmittedPrograms::SubmittedPrograms(CompiledPrograms& programs, Applications& applications,
                                     const Site& site, ApplicationRules rules)
    : programs_(programs), applications_(applications), site_(site), rules_(std::move(rules)) {}

Task<Result<std::string>> SubmittedPrograms::Of(const Caller& caller,
                                                const JobSubmission& submission,
                                                std::string* folder) {
  const Properties& properties = submission.properties;
  const std::string user = caller.user.empty() ? UserOf(properties) : caller.user;
  if (!submission.job_type.empty()) {
    co_return co_await OneActionProgram(user, submission.job_type, properties);
  }
  const Result<std::optional<DeployedApplication>> deployed = Deployed(submission);
  HPDL_CO_TRY(deployed);
  if (*deployed) {
    if (folder != nullptr) {
      *folder = (*deployed)->folder;
    }
    ApplicationPlace here{false, applications_.PathOf(**deployed), (*deployed)->name};
    here.contained = true;
    ApplicationReader owner{(*deployed)->owner, submission.gone};
    co_return co_await programs_.Of(std::move(owner), std::move(here), properties);
  }
  // A worker thread finds the application's path, because expanding the references between
  // properties may take long.
  auto find = [&](const StopFlag&) { return PlaceOf(properties, submission.type, site_, rules_); };
  Result<ApplicationPlace> place = co_await OnWorker(std::move(find));
  HPDL_CO_TRY(place);
  const ApplicationReader reader{user, submission.gone};
  Result<std::string> program = co_await programs_.Of(reader, *place, properties);
  const auto embedded = properties.find(kEmbeddedDefinition);
  const bool writable = place->remote || rules_.local_files;
  if (!program && program.error().code == kNoDefinition && embedded != properties.end() &&
      writable) {
    HPDL_CO_TRY(co_await programs_.Put(user, *place, embedded->second));
    program = co_await programs_.Of(reader, std::move(*place), properties);
  }
  co_return program;
}

Result<DeployedApplication> SubmittedPrograms::Active(const std::string& name) {
  Result<DeployedApplication> found = applications_.Find(name);
  if (found && !May(found->state, ApplicationVerb::kSubmit)) {
    return VerbError(kNotActive,
                     "the application [" + name + "] is " + std::string(WordOf(found->state)));
  }
  return found;
}

Result<std::optional<DeployedApplication>> SubmittedPrograms::Deployed(
    const JobSubmission& submission) {
  const std::string name = PropertyOf(submission.properties, FormOf(JobType::kWorkflow).property);
  const bool of_application = submission.type == JobType::kWorkflow && submission.job_type.empty();
  if (!of_application || !IsApplicationName(name)) {
    return std::optional<DeployedApplication>();
  }
  Result<DeployedApplication> found = Active(name);
  if (!found) {
    return found.error().code == kNoSuchApplication
               ? Result<std::optional<DeployedApplication>>(std::optional<DeployedApplication>())
               : found.error();
  }
  return std::optional(std::move(*found));
}

/// Returns the program of a job that has no application.
Task<Result<std::string>> SubmittedPrograms::OneActionProgram(std::string user,
                                                              std::string job_type,
                                                              const Properties& properties) {
  auto make = [&](const StopFlag&) -> Result<ApplicationFiles> {
    HPDL_TRY(CheckCluster(OneActionManager(properties), OneActionNameNode(properties), site_));
    return OneActionFiles(job_type, properties);
  };
  Result<ApplicationFiles> files = co_await OnWorker(std::move(make));
  HPDL_CO_TRY(files);
  co_return co_await programs_.OfFiles(std::move(user), std::move(*files));
}

Error ReplacedMeanwhile(const std::string& name) {
  return VerbError(kNotActive, "the application [" + name +
                                   "] was replaced by another deployment during this request");
}

}  // namespace hpdl::rt
