#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

constexpr Field kJobPage[] = {
    {"Workflow Name : ", "appName"},
    {"App Path      : ", "appPath"},
    {"Status        : ", "status", Shape::kRaw},
    {"Run           : ", "run", Shape::kInteger},
    {"User          : ", "user"},
    {"Group         : ", "group"},
    {"Created       : ", "createdTime", Shape::kDate},
    {"Started       : ", "startTime", Shape::kDate},
    {"Last Modified : ", "lastModTime", Shape::kDate},
    {"Ended         : ", "endTime", Shape::kDate},
    {"CoordAction ID: ", "parentId"},
};

constexpr Field kActionColumns[] = {
    {"ID", "id", Shape::kText, 78},
    {"Status", "status", Shape::kRaw, 10},
    {"Ext ID", "externalId", Shape::kText, 23},
    {"Ext Status", "externalStatus", Shape::kText, 11},
    {"Err Code", "errorCode", Shape::kText, 10},
};

constexpr Field kActionTabs[] = {
    {"ID", "id"},
    {"Console URL", "consoleUrl"},
    {"Error Code", "errorCode"},
    {"Error Message", "errorMessage"},
    {"External ID", "externalId"},
    {"External Status", "externalStatus"},
    {"Name", "name"},
    {"Retries", "retries", Shape::kInteger},
    {"Tracker URI", "trackerUri"},
    {"Type", "type"},
    {"Started", "startTime", Shape::kDate},
    {"Status", "status", Shape::kRaw},
    {"Ended", "endTime", Shape::kDate},
};

constexpr Field kActionPage[] = {
    {"Console URL       : ", "consoleUrl"},
    {"Error Code        : ", "errorCode"},
    {"Error Message     : ", "errorMessage"},
    {"External ID       : ", "externalId"},
    {"External Status   : ", "externalStatus"},
    {"Name              : ", "name"},
    {"Retries           : ", "userRetryCount", Shape::kInteger},
    {"Tracker URI       : ", "trackerUri"},
    {"Type              : ", "type"},
    {"Started           : ", "startTime", Shape::kDate},
    {"Status            : ", "status", Shape::kRaw},
    {"Ended             : ", "endTime", Shape::kDate},
};

constexpr Field kActionMore[] = {
    {"External Stats    : ", "stats", Shape::kRaw},
    {"External ChildIDs : ", "externalChildIDs", Shape::kRaw},
};

constexpr Field kJobColumns[] = {
    {"Job ID", "id", Shape::kText, 41},     {"App Name", "appName", Shape::kText, 13},
    {"Status", "status", Shape::kRaw, 10},  {"User", "user", Shape::kText, 10},
    {"Group", "group", Shape::kText, 10},   {"Started", "startTime", Shape::kDate, 24},
    {"Ended", "endTime", Shape::kDate, 24},
};

constexpr Field kJobTabs[] = {
    {"Job ID", "id"},
    {"App Name", "appName"},
    {"App Path", "appPath"},
    {"Console URL", "consoleUrl"},
    {"User", "user"},
    {"Group", "group"},
    {"Run", "run", Shape::kInteger},
    {"Created", "createdTime", Shape::kDate},
    {"Started", "startTime", Shape::kDate},
    {"Status", "status", Shape::kRaw},
    {"Last Modified", "lastModTime", Shape::kDate},
    {"Ended", "endTime", Shape::kDate},
};

}  // namespace

std::string JobText(const Json& job, const NamedZone& zone, bool verbose) {
  std::string text = "Job ID : " + Shown(job, "id") + "\n" + Ruler();
  text += PageText(kJobPage, job, zone, verbose);
  const Json& actions = Member(job, "actions");
  if (actions.empty()) {
    return text + Ruler() + "\n";
  }
  text += "\nActions\n" + Ruler();
  return text +
         (verbose ? TabbedText(kActionTabs, actions, zone)
                  : TableText(kActionColumns, actions, zone)) +
         "\n";
}

std::string ActionText(const Json& action, const NamedZone& zone, bool verbose) {
  return "ID : " + Shown(action, "id") + "\n" + Ruler() +
         PageText(kActionPage, action, zone, verbose) +
         (verbose ? PageText(kActionMore, action, zone, true) : "") + Ruler();
}

std::string JobsText(const Json& jobs, const NamedZone& zone, bool verbose) {
  if (jobs.empty()) {
    return "No Jobs match your criteria!\n";
  }
  return verbose ? TabbedText(kJobTabs, jobs, zone) : TableText(kJobColumns, jobs, zone);
}

std::string RetriesText(const std::string& action, const Json& retries) {
  std::string text = "ID : " + action + "\n";
  if (retries.empty()) {
    text += "No Retries\n";
  }
  for (const Json& retry : retries) {
    text += Ruler();
    text += "Attempt        : " + JavaText(retry, "attempt") + "\n";
    text += "Start Time     : " + JavaText(retry, "startTime") + "\n";
    text += "End Time       : " + JavaText(retry, "endTime") + "\n";
    text += "Console URL    : " + JavaText(retry, "consoleUrl") + "\n";
    text += "Child URL      : " + JavaText(retry, "externalChildIDs") + "\n";
  }
  return text + Ruler();
}

}  // namespace hpdl::client
