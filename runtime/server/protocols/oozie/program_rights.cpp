#include "runtime/server/protocols/oozie/program_rights.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace hpdl::rt {
namespace {

constexpr std::string_view kNoJob = "E0604";

Refusal NotForProgram(const Exchange& exchange) {
  Refusal refusal = Refuse("E0508", "User [" + exchange.request.caller.user +
                                        "] not authorized for WF job: the program of job [" +
                                        exchange.request.caller.program +
                                        "] may access only that job and the jobs that it has "
                                        "started, and only until that job has ended");
  refusal.status = 401;
  return refusal;
}

std::vector<JobRow> FindJobsOfCaller(const Exchange& exchange);

/// Returns the jobs of the calling program; reads them once for a request.
const std::vector<JobRow>& JobsOfCaller(const Exchange& exchange) {
  if (!exchange.jobs_of_caller) {
    exchange.jobs_of_caller = FindJobsOfCaller(exchange);
  }
  return *exchange.jobs_of_caller;
}

/// Returns the job of the calling program and the jobs of compiled-in sub-workflows. Returns no
/// jobs if the caller is not the job's user, or if the job has ended and its program no longer
/// runs. A program may still run after its job has ended. It then still needs its rights, for
/// example to kill a sub-workflow.
std::vector<JobRow> FindJobsOfCaller(const Exchange& exchange) {
  const Caller& caller = exchange.request.caller;
  const auto journal = exchange.state.OpenJob(caller.program, true);
  Result<std::vector<JobRow>> jobs =
      journal ? (*journal)->Jobs() : Result<std::vector<JobRow>>(journal.error());
  if (!jobs) {
    if (jobs.error().code != kNoJob) {
      exchange.caller_unread = jobs.error();
    }
    return {};
  }
  const auto root = std::find_if(jobs->begin(), jobs->end(), [&](const JobRow& job) {
    return job.number == 0 && job.id == caller.program && job.user == caller.user;
  });
  if (root == jobs->end() || (IsEnd(root->state) && !exchange.state.IsRun(root->id))) {
    return {};
  }
  return std::move(*jobs);
}

bool IsOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// True if programs may send requests of this kind. Does not check the job that the request names.
bool IsForPrograms(const Exchange& exchange, std::string_view resource) {
  const std::string_view action = exchange.Of("action");
  if (resource == "jobs") {
    return exchange.Is("POST")
               ? IsOneOf(action, {"", "start"}) && IsOneOf(exchange.Of("jobtype"), {"", "wf"})
               : exchange.Is("GET") && !exchange.Of("external-id").empty();
  }
  if (resource == "job") {
    return exchange.Is("PUT")
               ? IsOneOf(action, {"start", "suspend", "resume", "rerun", "kill", "change",
                                  "coord-rerun", "sla-enable", "sla-disable", "sla-change"})
               : IsOneOf(exchange.Of("show"), {"", "info", "status"});
  }
  return resource == "versions";
}

}  // namespace

bool IsChildOfCaller(const Exchange& exchange, const std::string& parent) {
  if (exchange.request.caller.program.empty()) {
    return true;
  }
  const std::vector<JobRow>& jobs = JobsOfCaller(exchange);
  const std::string job_of = parent.substr(0, parent.find('@'));
  return std::any_of(jobs.begin(), jobs.end(), [&](const JobRow& job) {
    // An id with an '@' is the id of an action. An action can be a parent only if its job is a
    // coordinator.
    const bool is_action = job_of.size() != parent.size();
    return job.id == job_of && (!is_action || TypeOf(job.state) == JobType::kCoordinator);
  });
}

std::optional<Refusal> RefuseProgram(const Exchange& exchange, std::string_view resource) {
  if (exchange.request.caller.program.empty()) {
    return std::nullopt;
  }
  bool may = IsForPrograms(exchange, resource) && !JobsOfCaller(exchange).empty();
  if (may && resource == "job") {
    const Result<JobOrigin> origin = exchange.settings.verbs->OriginOf(exchange.rest);
    may = origin && IsChildOfCaller(exchange, origin->parent_id);
  }
  if (!may && exchange.caller_unread) {
    // The program may have the right, so it must ask again.
    return RefusalOf(Error{ErrorClass::kTransient, "", exchange.caller_unread->message});
  }
  return may ? std::nullopt : std::optional(NotForProgram(exchange));
}

}  // namespace hpdl::rt
