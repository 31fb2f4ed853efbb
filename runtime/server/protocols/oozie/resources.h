#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_RESOURCES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_RESOURCES_H_

#include <string>
#include <variant>

#include "runtime/server/protocols/oozie/answers.h"
#include "runtime/server/protocols/oozie/coordinator_reading.h"
#include "runtime/server/protocols/oozie/oozie_api.h"
#include "runtime/server/protocols/oozie/query.h"

/// The resources of Oozie's Web Services, each in a file of its own. Only this folder uses this
/// header.
namespace hpdl::rt {

class KnownDefinitions;

/// A request, and the objects that a resource needs to answer it.
struct Exchange {
  const OozieRequest& request;
  int version = 2;   ///< version of the protocol
  std::string rest;  ///< the path behind the resource's name: the id of a job
  Parameters parameters;
  StateDirectory& state;
  const OozieSettings& settings;
  SystemMode* mode;
  std::string* libraries;  ///< the folder of the sharelib at its last update; "": never updated
  KnownDefinitions* definitions;
  /// The jobs of the calling program (program_rights.cpp); nullopt until they are first needed.
  mutable std::optional<std::vector<JobRow>> jobs_of_caller = std::nullopt;
  /// The reason why the journal of the calling program cannot be read now.
  mutable std::optional<Error> caller_unread = std::nullopt;

  bool Is(std::string_view method) const { return request.method == method; }
  std::string_view Of(std::string_view parameter) const { return Get(parameters, parameter); }
};

using Answered = std::variant<OozieAnswer, Refusal>;

Task<Answered> VersionsResource(Exchange& exchange);
Task<Answered> AdminResource(Exchange& exchange);
Task<Answered> JobsResource(Exchange& exchange);
Task<Answered> JobResource(Exchange& exchange);
Task<Answered> ValidateResource(Exchange& exchange);
Task<Answered> SlaResource(Exchange& exchange);

/// Answers GET of actions of bundles (`bulk`).
Task<Answered> ListBulk(Exchange& exchange);
/// Returns the type of the jobs that are listed if the parameter `jobtype` is `word`; nullopt for
/// an unknown word.
std::optional<JobType> TypeOfWord(std::string_view word);

/// True if an id names a coordinator, an action of a coordinator, or a bundle.
bool IsOfCoordination(const std::string& id);
/// Answers GET of a coordinator, an action or a bundle, and GET of its status.
Answered ShowCoordination(const Exchange& exchange);
Answered ShowCoordinationStatus(const Exchange& exchange);
/// Answers GET of the data that actions of a coordinator wait for.
Task<Answered> ShowMissingDependencies(Exchange& exchange);
/// Answers GET of the workflows that an action of a coordinator has started.
Task<Answered> ShowAllRuns(Exchange& exchange);
/// Answers GET of one node in the workflows of a coordinator's actions (`wf-actions`).
Task<Answered> ShowWorkflowActions(Exchange& exchange);
/// Returns the bundle of a coordinator; "": the coordinator belongs to no bundle.
std::string BundleOf(const Exchange& exchange, const CoordinatorRead& coordinator);

/// Answers GET of a job's log, of its error log and of its audit log.
Task<Answered> ShowLog(Exchange& exchange);
Task<Answered> ShowErrorLog(Exchange& exchange);
Task<Answered> ShowAuditLog(Exchange& exchange);

/// Answers PUT of a job, for example start, suspend, resume, kill or rerun.
Task<Answered> ControlJob(Exchange& exchange);
/// Answers PUT of many jobs: kills, suspends or resumes the jobs that match a filter.
Task<Answered> ControlJobs(Exchange& exchange);

/// Refuses a body whose media type is not application/xml.
std::optional<Refusal> WrongContent(const OozieRequest& request);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_RESOURCES_H_
