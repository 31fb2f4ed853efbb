#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_RESOURCES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_RESOURCES_H_

#include <string>
#include <variant>

#include "runtime/server/protocols/oozie/answers.h"
#include "runtime/server/protocols/oozie/coordinator_reading.h"
#include "runtime/server/protocols/oozie/oozie_api.h"
#include "runtime/server/protocols/oozie/query.h"

/// The resources of Oozie's Web Services, a file each. Of this room alone.
namespace hpdl::rt {

/// One request on its way to a resource.
struct Exchange {
  const OozieRequest& request;
  int version = 2;   ///< of the protocol
  std::string rest;  ///< of the path, behind the name of the resource: the id of a job
  Parameters parameters;
  StateDirectory& state;
  const OozieSettings& settings;
  SystemMode* mode;
  std::string* libraries;  ///< folder of the sharelib when somebody updated it last; "": nobody has
  /// Of the program that asks, once that was looked up (program_rights).
  mutable std::optional<std::vector<JobRow>> jobs_of_caller = std::nullopt;

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

/// GET of actions of bundles (`bulk`).
Task<Answered> ListBulk(Exchange& exchange);
/// The type of jobs that `jobtype` names; nothing: none of those in lists.
std::optional<JobType> TypeOfWord(std::string_view word);

/// Whether an id is of a coordinator, an action of one, or a bundle.
bool IsOfCoordination(const std::string& id);
/// GET of such a job or action, and of its status.
Answered ShowCoordination(const Exchange& exchange);
Answered ShowCoordinationStatus(const Exchange& exchange);
/// GET of the data that actions of a coordinator wait for.
Task<Answered> ShowMissingDependencies(Exchange& exchange);
/// GET of the workflows that an action of a coordinator has led to.
Task<Answered> ShowAllRuns(Exchange& exchange);
/// The bundle that a coordinator belongs to; "": none.
std::string BundleOf(const Exchange& exchange, const CoordinatorRead& coordinator);

/// GET of what has happened in a job, of what went wrong, and of what was asked for.
Task<Answered> ShowLog(Exchange& exchange);
Task<Answered> ShowErrorLog(Exchange& exchange);
Task<Answered> ShowAuditLog(Exchange& exchange);

/// PUT of a job: start, suspend, resume, kill, rerun.
Task<Answered> ControlJob(Exchange& exchange);
/// PUT of many: kill, suspend or resume what a filter means.
Task<Answered> ControlJobs(Exchange& exchange);

/// A body of another media type than application/xml.
std::optional<Refusal> WrongContent(const OozieRequest& request);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_RESOURCES_H_
