#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

constexpr Field kCoordinatorPage[] = {
    {"Job Name    : ", "coordJobName"},
    {"App Path    : ", "coordJobPath"},
    {"Status      : ", "status", Shape::kRaw},
    {"Start Time  : ", "startTime", Shape::kDate},
    {"End Time    : ", "endTime", Shape::kDate},
    {"Pause Time  : ", "pauseTime", Shape::kDate},
    {"Concurrency : ", "concurrency", Shape::kInteger},
};

constexpr Field kMaterialColumns[] = {
    {"ID", "id", Shape::kText, 43},
    {"Status", "status", Shape::kRaw, 10},
    {"Ext ID", "externalId", Shape::kText, 37},
    {"Err Code", "errorCode", Shape::kText, 10},
    {"Created", "createdTime", Shape::kDate, 21},
    {"Nominal Time", "nominalTime", Shape::kDate, 21},
};

constexpr Field kMaterialPage[] = {
    {"Action Number        : ", "actionNumber", Shape::kInteger},
    {"Console URL          : ", "consoleUrl"},
    {"Error Code           : ", "errorCode"},
    {"Error Message        : ", "errorMessage"},
    {"External ID          : ", "externalId"},
    {"External Status      : ", "externalStatus"},
    {"Job ID               : ", "coordJobId"},
    {"Tracker URI          : ", "trackerUri"},
    {"Created              : ", "createdTime", Shape::kDate},
    {"Nominal Time         : ", "nominalTime", Shape::kDate},
    {"Status               : ", "status", Shape::kRaw},
    {"Last Modified        : ", "lastModifiedTime", Shape::kDate},
};

constexpr Field kCoordinatorColumns[] = {
    {"Job ID", "coordJobId", Shape::kText, 41},
    {"App Name", "coordJobName", Shape::kText, 15},
    {"Status", "status", Shape::kRaw, 10},
    {"Freq", "frequency", Shape::kRaw, 5},
    {"Unit", "timeUnit", Shape::kRaw, 13},
    {"Started", "startTime", Shape::kDate, 24},
    {"Next Materialized", "nextMaterializedTime", Shape::kDate, 24},
};

constexpr Field kCoordinatorTabs[] = {
    {"Job ID", "coordJobId"},
    {"App Name", "coordJobName"},
    {"App Path", "coordJobPath"},
    {"Console URL", "consoleUrl"},
    {"User", "user"},
    {"Group", "group"},
    {"Concurrency", "concurrency", Shape::kInteger},
    {"Frequency", "frequency", Shape::kRaw},
    {"Time Unit", "timeUnit", Shape::kRaw},
    {"Time Zone", "timeZone"},
    {"Time Out", "timeOut", Shape::kInteger},
    {"Started", "startTime", Shape::kDate},
    {"Next Materialize", "nextMaterializedTime", Shape::kDate},
    {"Status", "status", Shape::kRaw},
    {"Last Action", "lastAction", Shape::kDate},
    {"Ended", "endTime", Shape::kDate},
};

constexpr Field kRunColumns[] = {
    {"Job ID", "id", Shape::kText, 41},
    {"Status", "status", Shape::kRaw, 10},
    {"Started", "startTime", Shape::kDate, 24},
    {"Ended", "endTime", Shape::kDate, 24},
};

constexpr Field kBundlePage[] = {
    {"Job Name : ", "bundleJobName"},
    {"App Path : ", "bundleJobPath"},
    {"Status   : ", "status", Shape::kRaw},
};

constexpr Field kBundlePartColumns[] = {
    {"Job ID", "coordJobId", Shape::kText, 41},
    {"Status", "status", Shape::kRaw, 15},
    {"Freq", "frequency", Shape::kRaw, 5},
    {"Unit", "timeUnit", Shape::kRaw, 13},
    {"Started", "startTime", Shape::kDate, 24},
    {"Next Materialized", "nextMaterializedTime", Shape::kDate, 24},
};

constexpr Field kBundleColumns[] = {
    {"Job ID", "bundleJobId", Shape::kText, 41},
    {"Bundle Name", "bundleJobName", Shape::kText, 15},
    {"Status", "status", Shape::kRaw, 10},
    {"Kickoff", "kickoffTime", Shape::kDate, 20},
    {"Created", "createdTime", Shape::kDate, 20},
    {"User", "user", Shape::kText, 13},
    {"Group", "group", Shape::kText, 13},
};

constexpr Field kBundleTabs[] = {
    {"Job ID", "bundleJobId"},
    {"Bundle Name", "bundleJobName"},
    {"Bundle Path", "bundleJobPath"},
    {"User", "user"},
    {"Group", "group"},
    {"Status", "status", Shape::kRaw},
    {"Kickoff", "kickoffTime", Shape::kDate},
    {"Pause", "pauseTime", Shape::kDate},
    {"Created", "createdTime", Shape::kDate},
    {"Console URL", "consoleUrl"},
};

/// Returns the first missing dependency and the first missing push dependency, joined by '#'; "-"
/// if nothing is missing.
std::string FirstMissing(const Json& action) {
  std::string text;
  for (const char* name : {"missingDependencies", "pushMissingDependencies"}) {
    const std::string list = TextOf(action, name).value_or("");
    if (!list.empty()) {
      text += (text.empty() ? "" : "#") + list.substr(0, list.find('#'));
    }
  }
  return text.empty() ? "-" : text;
}

/// Returns the kick-off time as java.util.Date prints it, in the time zone of this machine.
std::string KickoffText(const Json& job) {
  const std::optional<std::string> text = TextOf(job, "kickoffTime");
  const std::optional<std::int64_t> date = text ? ReadHttpDate(*text) : std::nullopt;
  return date ? NamedZone::OfThisMachine().FormatAsDate(*date) : "null";
}

/// Returns a line for each coordinator that could not be submitted. The answers of Oozie do not
/// list these coordinators.
std::string NotSubmittedText(const Json& job) {
  std::string text;
  for (const Json& each : Member(job, "notSubmitted")) {
    text += "Not submitted: " + OneLine(JavaText(each, "coordJobName")) + ", " +
            OneLine(JavaText(each, "errorCode") + ": " + JavaText(each, "errorMessage")) + "\n";
  }
  return text;
}

std::string MaterialsTabbed(const Json& actions, const NamedZone& zone) {
  std::string text =
      "ID\tAction Number\tConsole URL\tError Code\tError Message\tExternal ID\tExternal "
      "Status\tJob ID\tTracker URI\tCreated\tNominal Time\tStatus\tLast Modified\tMissing "
      "Dependencies\n" +
      Ruler();
  for (const Json& action : actions) {
    text += Shown(action, "id") + "\t" + IntegerOf(action, "actionNumber") + "\t";
    for (const char* name : {"consoleUrl", "errorCode", "errorMessage", "externalId",
                             "externalStatus", "coordJobId", "trackerUri"}) {
      text += Shown(action, name) + "\t";
    }
    text += ShownDate(action, "createdTime", zone, true) + "\t" +
            ShownDate(action, "nominalTime", zone, true) + "\t" + JavaText(action, "status") +
            "\t" + ShownDate(action, "lastModifiedTime", zone, true) + "\t" + FirstMissing(action) +
            "\n" + Ruler();
  }
  return text;
}

}  // namespace

std::string CoordinatorText(const Json& job, const NamedZone& zone, bool verbose) {
  const std::string head = "Job ID : " + JavaText(job, "coordJobId") + "\n" + Ruler() +
                           PageText(kCoordinatorPage, job, zone, false) + Ruler();
  const Json& actions = Member(job, "actions");
  return head + (verbose ? MaterialsTabbed(actions, zone)
                         : TableText(kMaterialColumns, actions, zone, {.ruler = false}));
}

std::string CoordinatorActionText(const Json& action, const NamedZone& zone) {
  return "ID : " + Shown(action, "id") + "\n" + Ruler() +
         PageText(kMaterialPage, action, zone, false) +
         "First Missing Dependency : " + FirstMissing(action) + "\n" + Ruler();
}

std::string CoordinatorsText(const Json& jobs, const NamedZone& zone, bool verbose) {
  if (jobs.empty()) {
    return "No Jobs match your criteria!\n";
  }
  return verbose ? TabbedText(kCoordinatorTabs, jobs, zone)
                 : TableText(kCoordinatorColumns, jobs, zone);
}

std::string RunsText(const Json& jobs, const NamedZone& zone) {
  return jobs.empty() ? "" : TableText(kRunColumns, jobs, zone);
}

std::string BundleText(const Json& job, const NamedZone& zone, bool verbose) {
  return "Job ID : " + JavaText(job, "bundleJobId") + "\n" + Ruler() +
         PageText(kBundlePage, job, zone, false) + "Kickoff time   : " + KickoffText(job) + "\n" +
         Ruler() +
         TableText(kBundlePartColumns, Member(job, "bundleCoordJobs"), zone, {.seconds = verbose}) +
         NotSubmittedText(job);
}

std::string BundlesText(const Json& jobs, const NamedZone& zone, bool verbose) {
  if (jobs.empty()) {
    return "No Jobs match your criteria!\n";
  }
  return verbose ? TabbedText(kBundleTabs, jobs, zone) : TableText(kBundleColumns, jobs, zone);
}

}  // namespace hpdl::client
