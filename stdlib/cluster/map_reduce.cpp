#include "stdlib/cluster/map_reduce.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/world/hadoop/name_node.h"
#include "runtime/world/hadoop/split_files.h"
#include "runtime/world/site/site.h"
#include "stdlib/cluster/application.h"
#include "stdlib/cluster/job_conf.h"
#include "stdlib/cluster/job_input.h"
#include "stdlib/cluster/job_layers.h"
#include "stdlib/cluster/job_resources.h"
#include "stdlib/cluster/job_staging.h"
#include "stdlib/cluster/launcher.h"
#include "stdlib/cluster/map_reduce_master.h"
#include "stdlib/cluster/pipes_job.h"
#include "stdlib/cluster/report.h"
#include "stdlib/cluster/upload.h"
#include "stdlib/local/command.h"
#include "stdlib/local/credentials.h"
#include "stdlib/local/job_xml.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/run_plan.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;
using rt::Outcome;

constexpr const char* kInputs = "mapreduce.input.fileinputformat.inputdir";
constexpr const char* kOutput = "mapreduce.output.fileoutputformat.outputdir";
constexpr const char* kDefaultFileSystem = "fs.defaultFS";
/// The time for which the history server is asked for an ended job. The server searches for the job
/// only when it is asked, and a slow file system may hide the job for a moment.
constexpr auto kHistoryPatience = std::chrono::seconds(20);

constexpr int kRoundsAfterKill = 4;
constexpr auto kBetweenRounds = std::chrono::milliseconds(700);

/// Appends `more` to the list of a property, after a comma if the list is not empty.
void AppendTo(JobConf* conf, const std::string& name, const std::string& more) {
  const std::string before = conf->Text(name);
  conf->Set(name, before.empty() ? more : before + "," + more);
}

/// Removes the launcher's settings, which the job does not need.
void DropLauncherSettings(JobConf* conf) {
  std::vector<std::string> names;
  for (const auto& [name, value] : conf->job()) {
    if (name.starts_with("oozie.launcher.")) {
      names.push_back(name);
    }
  }
  for (const std::string& name : names) {
    conf->Remove(name);
  }
}

/// One attempt of one action.
class JobRun {
 public:
  JobRun(rt::ActionContext& ctx, MapReduceAction action, rt::Cluster& cluster, JobConf conf,
         rt::PathBase base)
      : ctx_(ctx),
        action_(std::move(action)),
        cluster_(cluster),
        conf_(std::move(conf)),
        base_(std::move(base)) {}

  /// Writes all paths as URIs into the job's configuration. It must be called before Run().
  rt::Result<void> Locate();
  rt::Task<Outcome> Run();

 private:
  rt::Task<rt::Result<void>> Collect();
  rt::Task<rt::Result<void>> CollectStreamingJar(ResourceCollector* collector);
  rt::Task<rt::Result<void>> CollectJobJar(ResourceCollector* collector);
  void DescribeJob(const std::string& id);
  rt::Task<rt::Result<void>> CheckOutput();
  rt::Task<rt::Result<rt::Submission>> Prepare(std::string id);
  rt::Task<Outcome> Conclude(rt::Application application);
  rt::Task<rt::Result<rt::Counters>> CountersOf(std::string job);
  rt::Task<void> Clean(std::string id);
  rt::Task<Outcome> RunByClient();
  /// True if only code of the user can split the input or complete the configuration. Then Hadoop's
  /// client must submit the job.
  bool NeedsClient() const {
    return !InputThatNeedsJava(conf_).empty() || !conf_.Text(kConfigClass).empty();
  }
  bool WritesFiles() const;

  rt::ActionContext& ctx_;
  const MapReduceAction action_;
  rt::Cluster& cluster_;
  JobConf conf_;
  const rt::PathBase base_;
  rt::FileSystem* files_ = nullptr;  ///< the name node's file system
  JobStaging staging_;
  rt::FileLocation output_;  ///< `output_.files` is null if the job has no output directory
  ResourceSet resources_;
  bool lingers_ = true;  ///< a killed master may still write files
};

rt::Result<void> JobRun::Locate() {
  auto root = rt::Locate("/", base_);
  HPDL_TRY(root);
  if (root->files == &rt::LocalFiles()) {
    return rt::ActionError("a MapReduce job in the cluster needs a name node of the cluster; " +
                           base_.file_system + " is this machine");
  }
  files_ = root->files;
  conf_.Set(kDefaultFileSystem, files_->name());
  auto staging =
      JobStaging::Of(conf_.Text("yarn.app.mapreduce.am.staging-dir"), cluster_.user(), base_);
  HPDL_TRY(staging);
  staging_ = std::move(*staging);
  if (const std::string output = conf_.Text(kOutput); !output.empty()) {
    auto at = rt::Locate(output, base_);
    HPDL_TRY(at);
    output_ = *at;
    conf_.Set(kOutput, output_.files->name() + output_.path);
  }
  if (!NeedsClient()) {
    auto input = QualifiedInput(base_, conf_);
    HPDL_TRY(input);
    conf_.Set(kInputs, std::move(*input));
  }
  return {};
}

/// True if the job writes into an output directory. Jobs with NullOutputFormat or DBOutputFormat
/// have no output directory.
bool JobRun::WritesFiles() const {
  const bool reduces = conf_.Number("mapreduce.job.reduces", 1) != 0;
  const bool new_api =
      conf_.Flag(reduces ? "mapred.reducer.new-api" : "mapred.mapper.new-api", false);
  const std::string format =
      conf_.Text(new_api ? "mapreduce.job.outputformat.class" : "mapred.output.format.class");
  return !format.ends_with(".NullOutputFormat") && !format.ends_with(".DBOutputFormat");
}

rt::Task<rt::Result<void>> JobRun::CheckOutput() {
  if (!WritesFiles()) {
    co_return rt::Result<void>();
  }
  if (output_.files == nullptr) {
    co_return rt::ActionError(std::string("no output: ") + kOutput + " is not set");
  }
  const rt::Result<rt::FileStatus> status = co_await output_.files->Status(output_.path);
  const std::string uri = output_.files->name() + output_.path;
  if (!status) {
    co_return FailureOf("output " + uri, status.error());
  }
  if (status->type != rt::FileType::kAbsent) {
    co_return rt::ActionError("output directory " + uri + " already exists");
  }
  co_return rt::Result<void>();
}

rt::Task<rt::Result<void>> JobRun::CollectStreamingJar(ResourceCollector* collector) {
  const std::string path(ctx_.site().Text(rt::Setting::kStreamingJar, ctx_.configuration()));
  if (!action_.streaming || path.empty()) {
    co_return rt::Result<void>();
  }
  if (rt::SchemeOf(path) != "file") {
    co_return co_await collector->Entry("streaming jar", path, false);
  }
  const rt::Result<std::string> local = LocalPathOf("streaming jar", path);
  HPDL_CO_TRY(local);
  const rt::Result<std::string> bytes = ReadWholeFile(*local);
  HPDL_CO_TRY(bytes);
  rt::Result<rt::LocalResource> uploaded =
      co_await UploadOnce(ctx_, *files_, local->substr(local->rfind('/') + 1), *bytes);
  HPDL_CO_TRY(uploaded);
  resources_.Add(std::move(*uploaded));
  co_return rt::Result<void>();
}

/// Adds the jar of mapreduce.job.jar. Oozie's property for a jar that contains libraries wins over
/// mapreduce.job.jar.
rt::Task<rt::Result<void>> JobRun::CollectJobJar(ResourceCollector* collector) {
  const std::string jar = conf_.Text("oozie.mapreduce.uber.jar", conf_.Text("mapreduce.job.jar"));
  if (jar.empty()) {
    co_return rt::Result<void>();
  }
  HPDL_CO_TRY(co_await collector->Entry("job jar", jar + "#job.jar", false));
  conf_.Set("mapreduce.job.jar", resources_.all().back().uri);
  co_return rt::Result<void>();
}

rt::Task<rt::Result<void>> JobRun::Collect() {
  ResourceCollector collector(ctx_, *files_, base_, &resources_);
  rt::Result<void> done = co_await CollectJobJar(&collector);
  std::vector<std::pair<std::string, bool>> entries;
  for (const bool archive : {false, true}) {
    const char* name = archive ? "mapreduce.job.cache.archives" : "mapreduce.job.cache.files";
    for (const std::string& entry : conf_.List(name)) {
      entries.emplace_back(entry, archive);
    }
    conf_.Remove(name);
    for (const std::string& entry : archive ? action_.archives : action_.files) {
      entries.emplace_back(entry, archive);
    }
  }
  if (const std::string path = conf_.Text("mapreduce.application.framework.path"); !path.empty()) {
    entries.emplace_back(path.substr(0, path.find('#')) + "#" + FrameworkName(conf_), true);
  }
  if (const std::string program = conf_.Text(kPipesExecutable); !program.empty()) {
    entries.insert(entries.begin(), {program, false});
  }
  for (std::size_t i = 0; done && i < entries.size(); ++i) {
    done = co_await collector.Entry(entries[i].second ? "archive" : "file", entries[i].first,
                                    entries[i].second);
  }
  if (done) {
    done = co_await collector.ApplicationLibrary();
  }
  if (done) {
    done = co_await CollectStreamingJar(&collector);
  }
  if (done) {
    const std::string shared = action_.streaming ? "mapreduce-streaming" : "";
    done = co_await collector.Libraries(conf_.job(), shared);
  }
  co_return done;
}

/// Sets the properties that Hadoop's client and Oozie set for a job.
void JobRun::DescribeJob(const std::string& id) {
  const std::string action = ctx_.job().id + "@" + std::string(ctx_.node());
  conf_.SetIfAbsent("mapreduce.job.name", "oozie:action:T=" + std::string(ctx_.kind()) +
                                              ":W=" + ctx_.job().name +
                                              ":A=" + std::string(ctx_.node()) + ":ID=" + action);
  conf_.Set("mapreduce.job.user.name", cluster_.user());
  conf_.Set("mapreduce.framework.name", "yarn");
  conf_.SetIfAbsent("mapred.mapper.new-api", "false");
  conf_.SetIfAbsent("mapred.reducer.new-api", "false");
  conf_.Set("oozie.job.id", ctx_.job().id);
  conf_.Set("oozie.action.id", action);
  AppendTo(&conf_, "mapreduce.job.tags", ctx_.tag() + "," + ProgramTag(ctx_));
  std::vector<rt::LocalResource> cached;
  for (const rt::LocalResource& each : resources_.all()) {
    if (each.name != "job.jar") {
      cached.push_back(each);
    }
  }
  for (const auto& [name, value] : CacheProperties(cached)) {
    conf_.Set(name, value);
  }
  if (!id.empty()) {
    conf_.Set("mapreduce.job.dir", staging_.UriOf(MapReduceId(id)));
  }
}

rt::Task<rt::Result<rt::Submission>> JobRun::Prepare(std::string id) {
  ctx_.SetWaiting("input of " + id);
  lingers_ = false;
  rt::Result<void> done = co_await CheckOutput();
  HPDL_CO_TRY(done);
  const rt::Result<std::vector<rt::InputSplit>> splits = co_await FindSplits(base_, conf_);
  HPDL_CO_TRY(splits);
  const std::int64_t most = conf_.Number("mapreduce.job.max.map", -1);
  const auto maps = static_cast<std::int64_t>(splits->size());
  if (most >= 0 && maps > most) {
    co_return rt::ActionError("the input needs " + std::to_string(maps) +
                              " map tasks, more than mapreduce.job.max.map allows");
  }
  const JobConf asked = conf_;
  resources_ = {};
  done = co_await Collect();
  if (!done) {
    conf_ = asked;
    co_return done.error();
  }
  DescribeJob(id);
  conf_.Set("mapreduce.job.maps", std::to_string(maps));
  DropLauncherSettings(&conf_);
  rt::Submission master = MasterOf(conf_);
  master.resources = resources_.all();
  std::string xml = ConfigurationXml(conf_.All());
  conf_ = asked;  // a second Prepare() must begin with the same settings
  const auto most_hosts =
      std::max<std::int64_t>(conf_.Number("mapreduce.job.max.split.locations", 15), 0);
  rt::SplitFiles files =
      rt::WriteSplitFiles(*splits, HasOldMapper(conf_), static_cast<std::size_t>(most_hosts));
  done = co_await staging_.Fill(ctx_, MapReduceId(id), std::move(files), std::move(xml), &master);
  HPDL_CO_TRY(done);
  lingers_ = true;
  co_return master;
}

rt::Task<rt::Result<rt::Counters>> JobRun::CountersOf(std::string job) {
  const auto end = rt::SteadyClock::now() + kHistoryPatience;
  auto pause = std::chrono::milliseconds(100);
  while (true) {
    const rt::Result<std::optional<rt::HistoryJob>> found = co_await cluster_.Job(job);
    HPDL_CO_TRY(found);
    if (*found) {
      break;
    }
    if (rt::SteadyClock::now() >= end) {
      co_return rt::Error{ErrorClass::kTransient, "JA017",
                          "the job history does not know " + job + " yet"};
    }
    ctx_.SetWaiting("counters of " + job);
    co_await rt::Sleep(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(2000));
  }
  rt::Result<rt::Counters> counters = co_await cluster_.JobCounters(job);
  if (counters) {
    AddFormerGroup(&*counters);
  }
  co_return counters;
}

rt::Task<Outcome> JobRun::Conclude(rt::Application application) {
  const std::string job = MapReduceId(application.id);
  const bool succeeded = application.state == "FINISHED" && application.final_status == "SUCCEEDED";
  const bool killed = application.state == "KILLED" || application.final_status == "KILLED";
  Outcome outcome;
  outcome.external_status = succeeded ? "SUCCEEDED" : killed ? "KILLED" : "FAILED";
  lingers_ = application.state != "FINISHED";
  if (!lingers_) {  // only a master that ended by itself leaves a history
    rt::Result<rt::Counters> counters = co_await CountersOf(job);
    if (counters) {
      outcome.counters = std::move(*counters);
    } else if (succeeded) {
      co_return FailedWith(counters.error());
    }
  }
  if (!succeeded) {
    const std::string& why = application.diagnostics;
    outcome.error = rt::ActionError(job + (killed ? " was killed" : " failed") +
                                    (why.empty() ? "" : ": " + why));
  }
  co_return outcome;
}

/// Removes the files of a master that was killed before it could tidy up. The master lives a moment
/// longer than its application and may write files during the removal, so the removal is repeated.
rt::Task<void> JobRun::Clean(std::string id) {
  const std::string job = MapReduceId(id);
  for (int rounds = lingers_ ? kRoundsAfterKill : 1; rounds > 0; --rounds) {
    co_await staging_.Drop(job);
    // A pipes program that writes its output itself writes below the committer's directory, too.
    if (output_.files != nullptr && (WritesFiles() || action_.pipes)) {
      const rt::Result<void> output = co_await output_.files->Delete(output_.path + "/_temporary");
      static_cast<void>(output);
    }
    if (rounds > 1) {
      co_await rt::Sleep(kBetweenRounds);
    }
  }
}

/// Hadoop's own client submits the job, in a container.
rt::Task<Outcome> JobRun::RunByClient() {
  const rt::Result<void> collected = co_await Collect();
  if (!collected) {
    co_return FailedWith(collected.error());
  }
  DescribeJob("");
  ClientJob job;
  job.job_tracker = action_.job_tracker;
  job.name_node = base_.file_system;
  job.launcher = action_.launcher;
  job.configuration = conf_.All();
  job.libraries = resources_.all();
  Outcome outcome = co_await RunMapReduceByLauncher(ctx_, std::move(job));
  if (outcome.counters) {
    AddFormerGroup(&*outcome.counters);
  }
  co_return outcome;
}

rt::Task<Outcome> JobRun::Run() {
  if (NeedsClient()) {
    co_return co_await RunByClient();
  }
  ApplicationSteps steps;
  steps.prepare = [this](std::string id) { return Prepare(std::move(id)); };
  steps.conclude = [this](rt::Application ended) { return Conclude(std::move(ended)); };
  steps.clean = [this](std::string id) { return Clean(std::move(id)); };
  steps.external_id = &MapReduceId;
  co_return co_await RunApplication(ctx_, cluster_, std::move(steps));
}

}  // namespace

rt::Task<rt::Outcome> RunMapReduce(rt::ActionContext& ctx, MapReduceAction action) {
  NamedFiles named{JobXmlOf(ctx, action.job_xml), {}, {}};
  const rt::Result<void> fetched =
      co_await FetchFiles(ctx, std::move(named), action.name_node.value_or(""));
  if (!fetched) {
    co_return FailedWith(fetched.error());
  }
  // The properties of the cluster's configuration are added later, when the cluster is known.
  const rt::HadoopConf none;
  Said said{JobConf(none, ctx.job().user), {}};
  rt::Result<void> read = ApplyLayers(ctx, action, &said);
  if (read) {
    read = NameCluster(ctx, &said.conf, &action);
  }
  if (!read) {
    co_return FailedWith(read.error());
  }
  const rt::Result<rt::Cluster*> cluster = ClusterOf(ctx, action.job_tracker, said.as_written);
  if (!cluster) {
    co_return FailedWith(cluster.error());
  }
  JobConf conf((*cluster)->conf(), (*cluster)->user());
  conf.Apply(said.conf.job());
  if (action.pipes) {
    const rt::Result<void> completed = CompletePipes(&conf);
    if (!completed) {
      co_return FailedWith(completed.error());
    }
  }
  const std::string name_node = action.name_node.value_or("");
  if (ApplicationOf(ctx.progress()).empty()) {
    const rt::Result<void> allowed = co_await CheckCredentials(
        ctx, AuthenticationOf(**cluster), action.job_tracker, action.job_xml, name_node);
    if (!allowed) {
      co_return FailedWith(allowed.error());
    }
    Outcome prepared = co_await RunPrepare(ctx, action.prepare, name_node, (*cluster)->user());
    if (prepared.error) {
      co_return prepared;
    }
  }
  JobRun run(ctx, std::move(action), **cluster, std::move(conf),
             BaseOf(ctx, name_node, (*cluster)->user()));
  const rt::Result<void> located = run.Locate();
  if (!located) {
    co_return FailedWith(located.error());
  }
  co_return co_await run.Run();
}

}  // namespace hpdl::stdlib
