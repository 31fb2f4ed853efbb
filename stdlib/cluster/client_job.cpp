#include <cstdint>
#include <string_view>
#include <utility>

#include "runtime/ground/base/text_parts.h"
#include "runtime/world/process/output_tail.h"
#include "stdlib/cluster/application.h"
#include "stdlib/cluster/java_launch.h"
#include "stdlib/cluster/launch_files.h"
#include "stdlib/cluster/launcher.h"
#include "stdlib/cluster/report.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kTags[] = "mapreduce.job.tags";
constexpr char kJobFile[] = "job.xml";
constexpr char kReport[] = "report";
constexpr std::int64_t kMostReport = 4 << 20;

/// Returns the tags of the job: the tag for children and the configured tags. The tags of the
/// application that starts the job are left out.
std::string TagsOf(const rt::ActionContext& ctx, const rt::Properties& configuration) {
  std::string tags = ChildTag(ctx);
  const auto given = configuration.find(kTags);
  if (given != configuration.end()) {
    for (const std::string& tag : rt::SplitList(given->second)) {
      if (tag != ctx.tag() && tag != ProgramTag(ctx)) {
        tags += "," + tag;
      }
    }
  }
  return tags;
}

rt::Result<Launch> LaunchOf(const rt::ActionContext& ctx, const ClientJob& job) {
  ResourceSet set;
  for (const rt::LocalResource& each : job.libraries) {
    set.Add(each);
  }
  const auto options = JavaOptions(ctx, job.configuration, job.launcher, {}, {});
  HPDL_TRY(options);
  auto launch = JavaLaunch(set, *options);
  HPDL_TRY(launch);
  for (const char* word : {kSubmitClass, kJobFile, kReport}) {
    launch->description.command.push_back({word});
  }
  FindLibraries(set, &*launch);
  launch->description.files.push_back({kReport, kReport, kMostReport});
  launch->configuration = job.configuration;
  rt::Properties properties = job.configuration;
  properties[kTags] = TagsOf(ctx, properties);
  launch->contents[kJobFile] = ConfigurationXml(properties);
  return launch;
}

/// Returns the outcome of the action after the end of the client. If the client has written a
/// report, its exit code is ignored.
rt::Outcome OutcomeOf(const LaunchResult& result) {
  rt::Outcome outcome;
  ClientReport report;
  if (const auto text = result.files.find(kReport); text != result.files.end()) {
    report = ReadClientReport(text->second.bytes);
  }
  outcome.external_id = report.id;
  const std::string failure = rt::CleanText(report.failure);
  const std::string why = failure.empty() ? "" : ": " + failure;
  if (report.state == "SUCCEEDED") {
    outcome.counters = std::move(report.counters);
  } else if (report.state == "FAILED") {
    outcome.counters = std::move(report.counters);
    outcome.error = rt::ActionError(report.id + " failed" + why);
  } else if (report.state == "UNSUBMITTED") {
    outcome.error = rt::ActionError(WithLaunchTail("the job could not be submitted" + why, result));
  } else {
    outcome.error = ErrorOfLaunch(result, "the client of MapReduce");
    if (!outcome.error) {
      outcome.error = rt::ActionError("the client of MapReduce ended without a report");
    }
  }
  return outcome;
}

}  // namespace

rt::Task<rt::Outcome> RunMapReduceByLauncher(rt::ActionContext& ctx, ClientJob job) {
  LauncherAction action;
  action.what = "the client of MapReduce";
  action.job_tracker = job.job_tracker;
  action.name_node = job.name_node;
  action.launcher = job.launcher;
  action.arrange = [&](rt::FileSystem&, const rt::PathBase&) -> rt::Task<rt::Result<Launch>> {
    co_return LaunchOf(ctx, job);
  };
  action.outcome_of = [](const LaunchResult& result) { return OutcomeOf(result); };
  co_return co_await RunLauncher(ctx, std::move(action));
}

}  // namespace hpdl::stdlib
