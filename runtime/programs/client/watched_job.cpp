#include "runtime/programs/client/watched_job.h"

#include <algorithm>
#include <string>
#include <utility>

#include "runtime/programs/client/import_look.h"
#include "runtime/programs/client/time_zones.h"

namespace hpdl::client {
namespace {

constexpr const char* kNewestActions = "100";

/// Returns a name such as "@7 2024-01-07T00:00Z", with the action's nominal time.
std::string ActionName(const Json& action) {
  return "@" + IntegerOf(action, "actionNumber") + " " +
         TimeText(ReadHttpDate(TextOf(action, "nominalTime").value_or("")));
}

Json CoordinatorAction(const Json& action) {
  return {{"name", ActionName(action)},
          {"status", Member(action, "status")},
          {"type", "action"},
          {"externalId", Member(action, "externalId")},
          {"startTime", Member(action, "createdTime")},
          {"endTime", Member(action, "lastModifiedTime")},
          {"errorCode", Member(action, "errorCode")},
          {"errorMessage", Member(action, "errorMessage")}};
}

Json BundledCoordinator(const Json& coordinator) {
  return {{"name", Member(coordinator, "coordJobName")},
          {"status", Member(coordinator, "status")},
          {"type", "coordinator"},
          {"externalId", Member(coordinator, "coordJobId")}};
}

Json NotSubmitted(const Json& coordinator) {
  return {{"name", Member(coordinator, "coordJobName")},
          {"status", "FAILED"},
          {"type", "coordinator"},
          {"errorCode", Member(coordinator, "errorCode")},
          {"errorMessage", Member(coordinator, "errorMessage")}};
}

/// Adds `convert` of each element of the array `member` of `answer` to `to`.
void AddEach(const Json& answer, const char* member, Json (*convert)(const Json&), Json* to) {
  for (const Json& each : Member(answer, member)) {
    to->push_back(convert(each));
  }
}

/// Makes a job without an end. In the answers about coordinators and bundles, `startTime` and
/// `endTime` belong to the schedule.
Json Job(const char* kind, const Json& answer, const char* id, const char* name, Json actions) {
  return {{"kind", kind},
          {"id", Member(answer, id)},
          {"appName", Member(answer, name)},
          {"status", Member(answer, "status")},
          {"actions", std::move(actions)}};
}

Json Coordinator(const Json& answer) {
  Json actions = Json::array();
  AddEach(answer, "actions", &CoordinatorAction, &actions);
  std::reverse(actions.begin(), actions.end());
  return Job("coordinator", answer, "coordJobId", "coordJobName", std::move(actions));
}

Json Bundle(const Json& answer) {
  Json coordinators = Json::array();
  AddEach(answer, "bundleCoordJobs", &BundledCoordinator, &coordinators);
  AddEach(answer, "notSubmitted", &NotSubmitted, &coordinators);
  return Job("bundle", answer, "bundleJobId", "bundleJobName", std::move(coordinators));
}

}  // namespace

Parameters WatchParameters(std::string_view id) {
  if (id.ends_with("-C")) {
    return {{"show", "info"}, {"order", "desc"}, {"len", kNewestActions}};
  }
  return {{"show", "info"}, {"offset", "0"}, {"len", "0"}};
}

Json WatchedJob(std::string_view id, Json answer) {
  if (id.ends_with("-C")) {
    return Coordinator(answer);
  }
  if (id.ends_with("-B")) {
    return Bundle(answer);
  }
  answer["kind"] = "job";
  return answer;
}

}  // namespace hpdl::client
