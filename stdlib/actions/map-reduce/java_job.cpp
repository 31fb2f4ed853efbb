#include "stdlib/actions/map-reduce/java_job.h"

#include <string_view>
#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/world/process/output_tail.h"
#include "stdlib/cluster/launch_files.h"
#include "stdlib/cluster/map_reduce.h"
#include "stdlib/cluster/report.h"
#include "stdlib/local/command.h"
#include "stdlib/local/failure_lines.h"
#include "stdlib/local/libraries.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/local_tool.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/unpack_first.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

constexpr char kJobFile[] = "hpdl-job.xml";
constexpr char kReportFile[] = "hpdl-job.report";
constexpr char kCacheFiles[] = "mapreduce.job.cache.files";
/// Oozie's property for a jar wins over Hadoop's.
constexpr const char* kJobJars[] = {"oozie.mapreduce.uber.jar", "mapreduce.job.jar", "mapred.jar"};

/// Returns the path of the jar of the job that the configuration names, as written; "" if it names
/// no jar.
std::string JobJar(const rt::Properties& configuration) {
  for (const char* name : kJobJars) {
    if (const auto found = configuration.find(name);
        found != configuration.end() && !found->second.empty()) {
      return found->second;
    }
  }
  return {};
}

/// Completes the configuration of the job. The entries of `files` are in the directory `work`.
void Describe(const rt::ActionContext& ctx, const MapReduceArgs& args, const std::string& work,
              rt::Properties* configuration) {
  std::erase_if(*configuration,
                [](const auto& entry) { return entry.first.starts_with("oozie.launcher."); });
  for (const char* name : kJobJars) {
    configuration->erase(name);  // the jar is in the class path
  }
  if (!configuration->contains("mapred.job.name")) {
    configuration->emplace("mapreduce.job.name", "oozie:action:T=map-reduce:W=" + ctx.job().name +
                                                     ":A=" + std::string(ctx.node()) +
                                                     ":ID=" + configuration->at("oozie.action.id"));
  }
  if (args.config_class) {
    (*configuration)[kConfigClass] = *args.config_class;
  }
  for (const std::string& entry : args.files) {
    if (const auto file = ParseFileEntry("file", entry)) {
      std::string& all = (*configuration)[kCacheFiles];
      all += (all.empty() ? "file://" : ",file://") +
             PercentEncoded(work + "/" + file->name, kPathMarks) + "#" + PercentEncoded(file->name);
    }
  }
}

/// Returns the path of the jar with hpdl.SubmitJob.
rt::Result<std::string> PlaceClient(const rt::ActionContext& ctx) {
  const std::string place = JobDirectory(ctx) + "/" + kLaunchJarName;
  HPDL_TRY(KeepFile(place, LaunchJar(), 0600));
  return Absolute(place);
}

rt::Result<rt::Command> ArrangeJavaJob(rt::ActionContext& ctx, const MapReduceArgs& args,
                                       std::vector<std::string>* secret_files) {
  auto configuration = LocalJobConfiguration(ctx, args.job_xml, args.configuration,
                                             {args.name_node, args.job_tracker, ctx.tag()});
  HPDL_TRY(configuration);
  const auto tool = FindLocalTool(ctx, rt::Setting::kHadoopHome, "HADOOP_HOME", "hadoop");
  HPDL_TRY(tool);
  std::vector<std::string> files = args.files;
  if (const std::string jar = JobJar(*configuration); !jar.empty()) {
    files.push_back(jar + "#job.jar");
  }
  const auto work = PlaceToolFiles(ctx, files, args.archives, SharedFolders(ctx));
  HPDL_TRY(work);
  const auto client = PlaceClient(ctx);
  HPDL_TRY(client);
  Describe(ctx, args, *work, &*configuration);
  HPDL_TRY(KeepSecretFiles({{kJobFile, ConfigurationXml(*configuration)}}, *work, secret_files));
  rt::Command command;
  command.directory = *work;
  command.environment = ToolVariables(ctx, *tool, "HADOOP_HOME");
  command.environment.push_back(ToolClassPath("HADOOP_CLASSPATH", *work) + ":" + *client);
  if (const auto first = configuration->find("mapreduce.job.user.classpath.first");
      first != configuration->end() && first->second == "true") {
    command.environment.push_back("HADOOP_USER_CLASSPATH_FIRST=true");
  }
  AddNativeLibraries(*work, &command.environment);
  command.argv = {tool->program, kSubmitClass, kJobFile, kReportFile};
  if (!args.archives.empty()) {
    HPDL_TRY(UnpackFirst(ctx, "map-reduce", args.archives, &command));
  }
  return command;
}

ClientReport ReportOf(rt::ActionContext& ctx) {
  const auto work = ctx.WorkDirectory();
  const auto text = work ? ReadWholeFile(*work + "/" + kReportFile) : rt::Result<std::string>("");
  return ReadClientReport(text ? *text : std::string());
}

/// Returns the error of the attempt after the end of the client. If the client has written how the
/// job ended, its exit status does not count.
std::optional<rt::Error> ErrorOfJob(const rt::ActionContext& ctx, const ClientReport& report,
                                    const rt::ExitStatus& status) {
  const std::string failure = rt::CleanText(report.failure);
  const std::string why = failure.empty() || failure == "NA" ? "" : ": " + failure;
  if (report.state == "SUCCEEDED") {
    return std::nullopt;
  }
  if (report.state == "FAILED") {
    return rt::ActionError(WithFailureLines(report.id + " failed" + why, ctx));
  }
  if (report.state == "UNSUBMITTED") {
    return rt::ActionError("the job could not be submitted" + why);
  }
  auto error = ErrorOfLocalTool(status, ctx, "hadoop");
  return error ? error : rt::ActionError("the client of MapReduce ended without a report");
}

}  // namespace

rt::Task<rt::Outcome> RunJavaJobHere(rt::ActionContext& ctx, const MapReduceArgs& args) {
  std::vector<std::string> secrets;
  LocalCommand command{"map-reduce", NameNodeOf(ctx, args.name_node),
                       FilesOf(ctx, args.job_xml, args.files, args.archives), args.prepare};
  NameLibraries(ctx, SharedFolders(ctx), &command.files);
  command.more_files = [&]() -> rt::Result<NamedFiles> {
    const auto said = ActionConfiguration(ctx, args.job_xml, args.configuration, args.job_tracker);
    HPDL_TRY(said);
    NamedFiles jar;
    jar.files.push_back(JobJar(*said));
    return jar;
  };
  command.arrange = [&] { return ArrangeJavaJob(ctx, args, &secrets); };
  command.secret_files = &secrets;
  command.error_of = [&](const rt::ExitStatus& status) {
    return ErrorOfJob(ctx, ReportOf(ctx), status);
  };
  command.complete = [&](rt::Outcome* outcome) {
    ClientReport report = ReportOf(ctx);
    outcome->external_id = report.id.empty() ? outcome->external_id : report.id;
    outcome->tracker_uri = "local";
    AddFormerGroup(&report.counters);
    outcome->counters = std::move(report.counters);
  };
  co_return co_await RunLocalCommand(ctx, std::move(command));
}

}  // namespace hpdl::stdlib
