#include "runtime/server/jobs/job_server.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>

#include "runtime/engines/watch/parked_jobs.h"
#include "runtime/ground/base/current_user.h"
#include "runtime/server/applications/application_place.h"
#include "runtime/server/applications/compiled_programs.h"
#include "runtime/server/jobs/job_archive.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/jobs/job_purge.h"
#include "runtime/server/jobs/served_jobs.h"
#include "runtime/server/jobs/serving_lock.h"
#include "runtime/server/work/action_places.h"
#include "runtime/server/work/children.h"
#include "runtime/server/work/program_runs.h"
#include "runtime/server/work/work_limits.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/server_records/server_records.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {
namespace {

CompilerSetup CompilerOf(const ServerSetup& setup) {
  const Site& site = setup.site;
  CompilerSetup compiler;
  compiler.hpdlc = setup.hpdlc;
  compiler.site_path = setup.site_path;
  compiler.time = std::chrono::seconds(site.Number(Setting::kServerCompileTime));
  compiler.memory_bytes = site.Number(Setting::kServerCompileMemory) << 20;
  compiler.application = {site.Number(Setting::kServerApplicationFiles),
                          site.Number(Setting::kServerApplicationBytes)};
  return compiler;
}

WorkLines LinesOf(boost::asio::io_context& loop, const Site& site, const WorkLine::Ask& ask) {
  WorkLines lines;
  for (const WorkKind kind : kWorkKinds) {
    const PlaceLimits limits = LimitsOf(site, kind, ask != nullptr);
    auto& line = lines[static_cast<std::size_t>(kind)];
    line = std::make_shared<WorkLine>(loop, kind, limits.all, limits.of_user);
    if (ask) {
      line->TakePlacesFrom(ask);
    }
  }
  return lines;
}

ProgramSetup ProgramsOf(const ServerSetup& setup) {
  return {setup.site_path, setup.site.Number(Setting::kServerPark), setup.local};
}

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::array kPurgeAges = {Setting::kPurgeAge, Setting::kCoordinatorPurgeAge,
                                   Setting::kBundlePurgeAge};

PurgeRules PurgeOf(const Site& site) {
  PurgeRules rules;
  for (std::size_t type = 0; type < kPurgeAges.size(); ++type) {
    rules.ages[type] = site.Number(kPurgeAges[type]) * kDayMs;
  }
  rules.interval_ms = site.Number(Setting::kPurgeInterval) * 1000;
  rules.batch = static_cast<std::size_t>(site.Number(Setting::kPurgeBatch));
  return rules;
}

class LocalJobServer final : public JobServer {
 public:
  LocalJobServer(boost::asio::io_context& loop, ServerSetup setup,
                 std::unique_ptr<StateDirectory> state, LockedFile serving,
                 std::unique_ptr<ServerRecords> records, std::unique_ptr<JobArchive> archive)
      : loop_(loop),
        setup_(std::move(setup)),
        state_(std::move(state)),
        serving_(std::move(serving)),
        records_(std::move(records)),
        archive_(std::move(archive)),
        network_(hpdl_network_curl.open(loop)),
        remote_(hpdl_hadoop_web.open(*network_, setup_.site, setup_.site_path)),
        clusters_(hpdl_hadoop_web.open_clusters(loop, *network_, setup_.site, setup_.site_path)),
        children_(loop),
        names_(loop, children_, setup_.authorization.groups),
        authorization_(setup_.authorization, names_),
        proxies_(setup_.proxies, names_, setup_.log),
        lines_(LinesOf(loop, setup_.site, setup_.ask_for_places)),
        runs_(loop, children_, LineOf(lines_, WorkKind::kProgram)),
        keeper_(loop, *state_, *records_, runs_, ProgramsOf(setup_), setup_.log),
        programs_(*state_, *records_, children_, lines_, remote_.get(), CompilerOf(setup_)),
        applications_(loop, *state_, *records_, programs_, children_, authorization_, setup_.log),
        jobs_(loop, *state_, *records_, programs_, children_, LineOf(lines_, WorkKind::kCommand),
              keeper_, applications_, authorization_, setup_.site, Rules(), setup_.log),
        parked_(loop, *state_, World()),
        purge_(loop, *state_, *records_, archive_.get(), PurgeOf(setup_.site), setup_.log) {}

  /// Begins the work of each member. parked_ begins after keeper_, because it wakes jobs through
  /// keeper_.
  Result<void> Begin() {
    programs_.RemoveUnfinished();
    HPDL_TRY(applications_.Begin());
    HPDL_TRY(BeginActions());
    HPDL_TRY(jobs_.Begin());
    HPDL_TRY(keeper_.Begin());
    HPDL_TRY(parked_.Start());
    purge_.Begin();
    return {};
  }

  void SetAddress(ServerAddress address) override { keeper_.SetAddress(std::move(address)); }
  StateDirectory& state() override { return *state_; }
  JobVerbs& verbs() override { return jobs_; }
  Applications& applications() override { return applications_; }
  const Authorization& authorization() const override { return authorization_; }
  const ProxyUsers& proxies() const override { return proxies_; }
  void Hold(bool held) override { LineOf(lines_, WorkKind::kProgram)->Hold(held); }
  WorkLine& Line(WorkKind kind) override { return *LineOf(lines_, kind); }
  bool IsIdle() const override {
    for (const std::shared_ptr<WorkLine>& line : lines_) {
      if (line->running() + line->waiting() != 0) {
        return false;
      }
    }
    if (keeper_.wanted() + parked_.size() + children_.size() != 0) {
      return false;
    }
    const auto unsettled = records_->Unsettled();
    const auto asked = records_->Asked();
    // The server may end although jobs are held back: they wait until somebody resumes their
    // parents.
    const bool told = asked && std::all_of(asked->begin(), asked->end(), [](const auto& each) {
                        return each.second == kHeldBack;
                      });
    return unsettled && unsettled->empty() && told && !HasToPurge();
  }
  ServerNumbers Numbers() const override {
    return {keeper_.wanted(), parked_.size(), parked_.paths(), parked_.looks(),
            programs_.compiled()};
  }
  std::vector<WorkNow> Work(std::size_t items, const std::string* user) const override {
    std::vector<WorkNow> work;
    for (const std::shared_ptr<WorkLine>& line : lines_) {
      work.push_back(line->Now(items, user));
    }
    return work;
  }

  Task<Result<std::size_t>> Purge(PurgeQuery query) override {
    constexpr std::array<std::int64_t, 3> kOoziesDays = {30, 7, 7};
    constexpr std::int64_t kMostDays = 36'500;
    if (!setup_.site.Flag(Setting::kPurgeCommand)) {
      co_return Error{ErrorClass::kError, "E0307", "Runtime error [Purge service is not enabled]"};
    }
    PurgeAges ages{};
    for (std::size_t type = 0; type < ages.size(); ++type) {
      const std::int64_t own = setup_.site.Number(kPurgeAges[type]);
      const std::int64_t days = query.days[type].value_or(own < 0 ? kOoziesDays[type] : own);
      ages[type] = std::min(days, kMostDays) * kDayMs;
    }
    const std::int64_t most = std::clamp<std::int64_t>(
        query.batch.value_or(setup_.site.Number(Setting::kPurgeBatch)), 1, 10'000);
    co_return co_await purge_.Run(ages, static_cast<std::size_t>(most));
  }

  Task<Result<SystemLibrary>> Libraries(Caller caller) override {
    PathBase base{"", HomeDirectory(), remote_.get(),
                  caller.user.empty() ? CurrentUser() : caller.user};
    Result<FileLocation> root = Locate(setup_.site.Text(Setting::kSystemLibrary), base);
    HPDL_CO_TRY(root);
    co_return co_await ReadSystemLibrary(std::move(*root));
  }
  Task<Result<ProgramAnswer>> AskProgram(ProgramQuestion question) override {
    constexpr std::chrono::milliseconds kPatience{30'000};
    ChildCommand command;
    command.argv = std::move(question.argv);
    command.most_output = question.most_output;
    command.errors_apart = true;
    command.limits.time = kPatience;
    Result<ChildEnd> end = co_await children_.Run(std::move(command));
    HPDL_CO_TRY(end);
    if (end->code < 0 || end->too_late || end->output_cut) {
      co_return Error{ErrorClass::kError, "E0607",
                      end->output_cut ? "the answer of the job's program is too long"
                                      : "the job's program " + end->Words() + ": " + end->errors};
    }
    co_return ProgramAnswer{end->code, std::move(end->output), std::move(end->errors)};
  }

 private:
  Result<void> BeginActions() {
    if (!setup_.local) {
      return {};
    }
    const auto user_of = [this](const std::string& job) {
      const Result<FoundJob> found = FindJob(*state_, job);
      return found ? found->root.user : std::string();
    };
    Result<std::unique_ptr<ActionPlaces>> actions =
        ActionPlaces::Open(loop_, state_->name(), LineOf(lines_, WorkKind::kAction), user_of);
    HPDL_TRY(actions);
    actions_ = std::move(*actions);
    keeper_.SetActionPlaces(actions_->path());
    return {};
  }

  bool HasToPurge() const {
    PageRequest one;
    one.limit = 1;
    const Result<CataloguePage> jobs = state_->catalogue().Find({}, one);
    const bool purges = std::any_of(kPurgeAges.begin(), kPurgeAges.end(),
                                    [&](Setting age) { return setup_.site.Number(age) >= 0; });
    return purges && !(jobs && jobs->jobs.empty());
  }

  ApplicationRules Rules() {
    ApplicationRules rules;
    rules.local_files = setup_.local;
    const Result<std::string> standard = remote_->Default();
    if (!standard) {
      setup_.log(LogLevel::kWarning, standard.error().message);
    } else {
      rules.default_file_system = *standard;
    }
    return rules;
  }

  WatchedWorld World() {
    WatchedWorld world;
    world.wake = [this](const std::string& root_id) { keeper_.Wake(root_id); };
    world.network = network_.get();
    world.clusters = clusters_.get();
    world.files = remote_.get();
    world.pace.fixed = LookPace::Time(setup_.site.Number(Setting::kCoordinatorLooks));
    return world;
  }

  boost::asio::io_context& loop_;
  ServerSetup setup_;
  std::unique_ptr<StateDirectory> state_;
  LockedFile serving_;
  std::unique_ptr<ServerRecords> records_;
  const std::unique_ptr<JobArchive> archive_;  ///< null: purged jobs are deleted
  std::unique_ptr<Network> network_;
  std::unique_ptr<FileSystems> remote_;
  std::unique_ptr<Clusters> clusters_;
  Children children_;
  NameService names_;
  const Authorization authorization_;
  const ProxyUsers proxies_;
  const WorkLines lines_;
  ProgramRuns runs_;
  JobKeeper keeper_;
  CompiledPrograms programs_;
  Applications applications_;
  ServedJobs jobs_;
  ParkedJobs parked_;
  JobPurge purge_;
  std::unique_ptr<ActionPlaces> actions_;  ///< null: no action runs on this machine
};

}  // namespace

Result<std::unique_ptr<JobServer>> JobServer::Begin(boost::asio::io_context& loop,
                                                    ServerSetup setup) {
  if (access(setup.hpdlc.c_str(), X_OK) != 0) {
    return Error{ErrorClass::kError, "",
                 "the compiler is missing or not executable: " + setup.hpdlc};
  }
  Result<std::unique_ptr<StateDirectory>> state = StateDirectory::Open(setup.state_path, true);
  HPDL_TRY(state);
  Result<LockedFile> serving = TakeServing((*state)->name());
  HPDL_TRY(serving);
  Result<std::unique_ptr<ServerRecords>> records = ServerRecords::Open(**state);
  HPDL_TRY(records);
  std::unique_ptr<JobArchive> archive;
  if (!setup.archive.empty()) {
    Result<std::unique_ptr<JobArchive>> opened = JobArchive::Open(setup.archive, (*state)->name());
    if (!opened) {
      return Error{ErrorClass::kError, "", "hpdl.server.purge.archive: " + opened.error().message};
    }
    archive = std::move(*opened);
  }
  auto server = std::make_unique<LocalJobServer>(loop, std::move(setup), std::move(*state),
                                                 std::move(*serving), std::move(*records),
                                                 std::move(archive));
  HPDL_TRY(server->Begin());
  return std::unique_ptr<JobServer>(std::move(server));
}

}  // namespace hpdl::rt
