#include "runtime/server/applications/applications.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/random.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/store/crash_point.h"
#include "runtime/store/local/found_job.h"
#include "runtime/store/own_files.h"

namespace hpdl::rt {
namespace {

constexpr mode_t kApplicationsMode = 0700;
/// The maximum number of deployments that wait, counted over all owners.
constexpr std::size_t kMostDeployments = 8;
/// The maximum number of deactivations that wait, counted over all owners.
constexpr int kMostWaits = 16;
constexpr std::string_view kDefinitionFile = "/workflow.xml";
constexpr std::int64_t kMostDefinition = 32 << 20;

Error Refused(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

Error ApplicationsDiskError(const std::string& what, int error) {
  return Refused(kDiskFull, what + ": " + std::strerror(error));
}

/// True if the error says that the server's disk failed. Its message then contains paths of the
/// server.
bool IsDiskError(const Error& error) {
  return error.code == "E0713" && error.error_class == ErrorClass::kFatal;
}

/// Returns the error for an application that was replaced during the operation.
Error Replaced(const std::string& name) {
  return Refused(kWrongState, "the application [" + name +
                                  "] was replaced by another deployment during this request");
}

/// The folder of an unpacked package. The destructor deletes the folder unless Keep() was called.
class StagingFolder {
 public:
  explicit StagingFolder(const std::string& beside)
      : path_(beside + "/" + std::string(kUnfinishedPrefix) + "XXXXXX"),
        ok_(mkdtemp(path_.data()) != nullptr) {}
  ~StagingFolder() {
    if (ok_) {
      std::error_code nothing;
      std::filesystem::remove_all(path_, nothing);
    }
  }
  StagingFolder(const StagingFolder&) = delete;
  StagingFolder& operator=(const StagingFolder&) = delete;

  bool ok() const { return ok_; }  ///< false: errno has the reason
  const std::string& path() const { return path_; }
  /// Renames the folder. The destructor still deletes the renamed folder unless Keep() is called.
  /// Returns false and sets errno if the renaming fails.
  bool MoveTo(const std::string& path) {
    if (rename(path_.c_str(), path.c_str()) != 0) {
      return false;
    }
    path_ = path;
    return true;
  }
  void Keep() { ok_ = false; }

 private:
  std::string path_;
  bool ok_;
};

/// Syncs all files of a folder. Returns false and sets errno if a sync fails.
bool SyncAll(const std::string& folder) {
  const Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.get() >= 0 && syncfs(opened.get()) == 0;
}

/// Unpacks a package, and checks that it has a workflow.xml. Blocks.
Result<PackageContent> Unpack(std::string_view package, const std::string& folder,
                              const StopFlag& stop) {
  Result<PackageContent> content = UnpackPackage(package, folder, {}, stop);
  if (!content) {
    Error error = content.error();
    error.code = error.code.empty() ? kDiskFull : error.code;
    return error;
  }
  struct stat info{};
  if (lstat((folder + std::string(kDefinitionFile)).c_str(), &info) != 0 ||
      !S_ISREG(info.st_mode)) {
    return Refused(kBadPackage, "the package has no workflow.xml at its root");
  }
  if (!SyncAll(folder)) {
    return ApplicationsDiskError("the package", errno);
  }
  return content;
}

Result<std::string> ReadDefinitionFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const std::int64_t size = in.tellg();
  if (!in || size < 0 || size > kMostDefinition) {
    return Refused("E0307", "the definition cannot be read");
  }
  std::string text(static_cast<std::size_t>(size), '\0');
  in.seekg(0).read(text.data(), size);
  return in ? Result<std::string>(std::move(text))
            : Refused("E0307", "the definition cannot be read");
}

/// Returns the folder of applications, which is beside the folder of programs.
std::string Beside(const std::string& programs) {
  return programs.substr(0, programs.rfind('/')) + "/applications";
}

Error UnknownApplication(const std::string& name) {
  return Refused(kNoSuchApplication, "there is no application [" + name + "]");
}

}  // namespace

/// As long as this object lives, the owner is in the set `deploying_`: the owner deploys now.
struct Applications::Owner {
  Owner(std::shared_ptr<std::set<std::string>> all, std::string user)
      : all_(std::move(all)), user_(std::move(user)), is_first(all_->insert(user_).second) {}
  ~Owner() {
    if (is_first) {
      all_->erase(user_);
    }
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  const std::shared_ptr<std::set<std::string>> all_;
  const std::string user_;
  const bool is_first;
};

bool IsApplicationName(std::string_view name) {
  return !name.empty() && name.size() <= kMostApplicationName && name != "." && name != ".." &&
         name.find_first_of("/:$\\") == std::string_view::npos &&
         std::none_of(name.begin(), name.end(),
                      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }) &&
         name.front() != ' ' && name.back() != ' ' && !FirstInvalidUtf8(name);
}

Applications::Applications(boost::asio::io_context& loop, StateDirectory& state,
                           ServerRecords& records, CompiledPrograms& programs, Children& children,
                           const Authorization& authorization, ServerLog log)
    : loop_(loop),
      state_(state),
      records_(records),
      programs_(programs),
      children_(children),
      authorization_(authorization),
      log_(std::move(log)),
      folder_(Beside(state.work().Programs())),
      turn_(std::make_shared<AdmissionQueue>(loop, 1)),
      deploying_(std::make_shared<std::set<std::string>>()),
      waits_(std::make_shared<char>()) {}

Result<void> Applications::Begin() {
  struct stat info{};
  if (lstat(folder_.c_str(), &info) != 0 && errno == ENOENT) {
    return {};
  }
  HPDL_TRY(RefuseForeignDirectory(folder_));
  const Result<std::vector<DeployedApplication>> all = List({}, 0, -1);
  HPDL_TRY(all);
  std::set<std::string> known;
  for (const DeployedApplication& each : *all) {
    known.insert(each.folder);
  }
  std::error_code wrong;
  for (std::filesystem::directory_iterator at(folder_, wrong), end; !wrong && at != end;
       at.increment(wrong)) {
    if (!known.contains(at->path().filename().native())) {
      std::error_code nothing;
      std::filesystem::remove_all(at->path(), nothing);
    }
  }
  return {};
}

Task<Result<Deployment>> Applications::Deploy(Caller caller, std::string package) {
  const Owner owner(deploying_, caller.user);
  if (!owner.is_first) {
    co_return Refused(kTooManyDeployments, "another deployment of this user is running");
  }
  if (turn_->waiting() >= kMostDeployments) {
    co_return Refused(kTooManyDeployments, "too many deployments are waiting");
  }
  const AdmissionQueue::Place turn = co_await AdmissionQueue::Enter(turn_);
  Result<Deployment> deployed = co_await DeployAlone(caller, std::move(package));
  if (!deployed && IsDiskError(deployed.error())) {
    log_(LogLevel::kError, "a deployment failed: " + deployed.error().message);
    co_return Refused(kDiskFull,
                      "the server cannot store the application: its disk is full or "
                      "failing; see its log");
  }
  co_return deployed;
}

/// Makes an application and its record from a package. If the server dies before it writes the
/// record, the next server's Begin() deletes the folder, because no record names the folder.
Task<Result<Deployment>> Applications::DeployAlone(const Caller& caller, std::string package) {
  if (mkdir(folder_.c_str(), kApplicationsMode) != 0 && errno != EEXIST) {
    co_return ApplicationsDiskError("applications", errno);
  }
  const Result<void> ours = RefuseForeignDirectory(folder_);
  HPDL_CO_TRY(ours);
  StagingFolder staging(folder_);
  if (!staging.ok()) {
    co_return ApplicationsDiskError("applications", errno);
  }
  auto unpack = [&](const StopFlag& stop) { return Unpack(package, staging.path(), stop); };
  const Result<PackageContent> content = co_await OnWorker(std::move(unpack));
  HPDL_CO_TRY(content);
  package = std::string();
  CrashPoint::AfterServerStep();
  ApplicationPlace place{false, staging.path(), "a package"};
  place.contained = true;
  ApplicationReader reader{caller.user};
  Result<CompiledApplication> program =
      co_await programs_.WithWarnings(std::move(reader), std::move(place));
  if (!program) {
    Error error = program.error();
    const bool told = error.error_class == ErrorClass::kError && error.code != "E0710";
    error.code = told ? kNotCompiled : error.code;
    co_return error;
  }
  Result<std::string> name = co_await NameIn(program->path);
  Result<std::string> folder = RandomHex();
  if (!name || !folder) {
    co_return name ? folder.error() : name.error();
  }
  const Result<std::optional<DeployedApplication>> same = records_.applications().Find(*name);
  if (!same || *same) {
    co_return same
        ? Refused(kNameTaken, "the application [" + *name + "] already exists; undeploy it first")
        : same.error();
  }
  Deployment application;
  application.warnings = std::move(program->warnings);
  application.name = std::move(*name);
  application.owner = caller.user;
  application.folder = std::move(*folder);
  application.files = content->files;
  application.bytes = content->bytes;
  application.created_ms = application.modified_ms = NowMs();
  if (!staging.MoveTo(PathOf(application)) || !SyncDirectory(folder_)) {
    co_return ApplicationsDiskError("applications", errno);
  }
  CrashPoint::AfterServerStep();
  const Result<bool> added = records_.applications().Add(application);
  HPDL_CO_TRY(added);
  staging.Keep();
  log_(LogLevel::kInfo, "application " + application.name + " is deployed by " + caller.user);
  co_return application;
}

/// Runs a program to get the name of its workflow.
Task<Result<std::string>> Applications::NameIn(const std::string& program) {
  ChildCommand ask;
  ask.argv = {program, "--version", "--format", "json"};
  ask.limits.time = std::chrono::milliseconds{30'000};
  const Result<ChildEnd> end = co_await children_.Run(std::move(ask));
  HPDL_CO_TRY(end);
  if (end->too_late || end->signal != 0 || end->code != 0) {
    co_return Error{ErrorClass::kTransient, "E0710", "the compiled program " + end->Words()};
  }
  const auto version = nlohmann::json::parse(end->output, nullptr, false);
  const nlohmann::json::json_pointer place("/metadata/component/name");
  const bool named = version.is_object() && version.contains(place) && version[place].is_string();
  const std::string name = named ? version[place].get<std::string>() : std::string();
  if (!IsApplicationName(name)) {
    co_return Refused(kBadPackage, "the workflow's name is not a valid application name");
  }
  co_return name;
}

Result<DeployedApplication> Applications::Find(const std::string& name) {
  Result<std::optional<DeployedApplication>> found = records_.applications().Find(name);
  HPDL_TRY(found);
  return *found ? Result<DeployedApplication>(std::move(**found)) : UnknownApplication(name);
}

/// Returns the application if the caller may do `verb` to it and its state allows `verb`.
Task<Result<DeployedApplication>> Applications::Ask(Caller caller, std::string name,
                                                    ApplicationVerb verb) {
  Result<DeployedApplication> found = Find(name);
  if (!found) {
    co_return found;
  }
  JobRow as_job;
  as_job.id = name;
  as_job.user = found->owner;
  const std::string folder = found->folder;
  const Result<void> may = co_await authorization_.ForJob(std::move(caller), std::move(as_job));
  HPDL_CO_TRY(may);
  found = Find(name);                      // the application may have changed meanwhile
  if (found && found->folder != folder) {  // the application was replaced, perhaps by another owner
    co_return Replaced(name);
  }
  if (found && !May(found->state, verb)) {
    co_return Refused(kWrongState, std::string(WordOf(verb)) + ": the application [" + name +
                                       "] is " + std::string(WordOf(found->state)));
  }
  co_return found;
}

Task<Result<DeployedApplication>> Applications::Change(Caller caller, std::string name,
                                                       ApplicationVerb verb) {
  Result<DeployedApplication> found = co_await Ask(std::move(caller), std::move(name), verb);
  if (!found) {
    co_return found;
  }
  found->state = *StateAfter(found->state, verb);
  found->modified_ms = NowMs();
  const Result<void> set =
      records_.applications().SetState(found->name, found->state, found->modified_ms);
  HPDL_CO_TRY(set);
  co_return found;
}

/// True if the job has not ended. Reads the journal of the job, because the catalogue may be out of
/// date.
Result<bool> Applications::IsOpen(const std::string& id) {
  const Result<std::optional<ServedJob>> served = records_.Find(id);
  HPDL_TRY(served);
  if (*served && ((*served)->properties || (*served)->wanted)) {
    return true;
  }
  const Result<FoundJob> found = FindJob(state_, id);
  if (!found && !state_.HasJob(id)) {
    HPDL_TRY(records_.applications().RemoveJob(id));
    return false;
  }
  HPDL_TRY(found);
  if (IsEnd(found->root.state)) {
    HPDL_TRY(records_.applications().SetEnded(id, true));
    return false;
  }
  return true;
}

/// Returns the id of a job of the application that has not ended; "": all its jobs have ended.
Task<Result<std::string>> Applications::FirstOpenJob(const std::string& name) {
  constexpr std::int64_t kATime = 50;
  while (true) {
    const Result<std::vector<std::string>> ids = records_.applications().OpenJobs(name, "", kATime);
    if (!ids || ids->empty()) {
      co_return ids ? Result<std::string>(std::string()) : Result<std::string>(ids.error());
    }
    for (const std::string& id : *ids) {
      const Result<bool> open = IsOpen(id);
      if (!open) {
        Error error = open.error();
        error.message = "job " + id + ": " + error.message;
        co_return error;
      }
      if (*open) {
        co_return id;
      }
    }
    co_await Sleep(std::chrono::milliseconds{0});
  }
}

Task<Result<DeployedApplication>> Applications::Deactivate(Caller caller, std::string name,
                                                           std::int64_t wait_ms,
                                                           std::function<bool()> gone) {
  constexpr std::chrono::milliseconds kMostPause{1000};
  constexpr std::int64_t kSettlingMs = 5000;
  const auto begin = SteadyClock::now();
  const std::shared_ptr<void> waits =
      wait_ms > 0 && waits_.use_count() <= kMostWaits ? waits_ : nullptr;
  wait_ms = waits ? wait_ms : 0;
  std::string folder;
  for (std::chrono::milliseconds pause{50};; pause = std::min(pause * 2, kMostPause)) {
    Result<DeployedApplication> found = co_await Ask(caller, name, ApplicationVerb::kDeactivate);
    if (!found) {
      co_return found;
    }
    if (!folder.empty() && found->folder != folder) {
      co_return Replaced(name);
    }
    folder = found->folder;
    const Result<std::string> job = co_await FirstOpenJob(name);
    HPDL_CO_TRY(job);
    if (job->empty()) {
      // Reads the record again before the change: the application may have been activated
      // meanwhile.
      found = Find(name);
      const auto left = records_.applications().OpenJobs(name, "", 1);
      if (!found || !left) {
        co_return found ? left.error() : found.error();
      }
      if (found->folder != folder) {
        co_return Replaced(name);
      }
      if (left->empty() && May(found->state, ApplicationVerb::kDeactivate)) {
        found->state = *StateAfter(found->state, ApplicationVerb::kDeactivate);
        found->modified_ms = NowMs();
        const Result<void> set =
            records_.applications().SetState(name, found->state, found->modified_ms);
        HPDL_CO_TRY(set);
        co_return found;
      }
      continue;
    }
    // The record of an ended job changes only after the program of the job has exited. So if the
    // job has ended, waits a moment until the record changes or the job has a new run.
    const Result<FoundJob> left = FindJob(state_, *job);
    const bool settles = left && IsEnd(left->root.state);
    const std::chrono::milliseconds most(settles ? std::max(wait_ms, kSettlingMs) : wait_ms);
    const bool over = SteadyClock::now() - begin >= most;
    if (over || (gone && gone())) {
      co_return Refused(kHasJobs,
                        "the application [" + name + "] has jobs that have not ended: " + *job);
    }
    co_await Sleep(pause);
  }
}

Task<Result<void>> Applications::Undeploy(Caller caller, std::string name) {
  const Result<DeployedApplication> found =
      co_await Ask(std::move(caller), name, ApplicationVerb::kUndeploy);
  HPDL_CO_TRY(found);
  const Result<void> removed = records_.applications().Remove(name);
  if (!removed) {
    co_return removed;
  }
  log_(LogLevel::kInfo, "application " + name + " is undeployed");
  co_await RemoveFolder(PathOf(*found));
  co_return Result<void>();
}

Task<void> Applications::RemoveFolder(std::string path) {
  auto remove = [path = std::move(path)](const StopFlag&) {
    std::error_code wrong;
    std::filesystem::remove_all(path, wrong);
    return !wrong;  // if a folder cannot be removed, the next server removes it
  };
  (void)co_await OnWorker(std::move(remove));
}

Task<Result<std::string>> Applications::Definition(DeployedApplication application) {
  auto read = [path = PathOf(application) + std::string(kDefinitionFile)](const StopFlag&) {
    return ReadDefinitionFile(path);
  };
  co_return co_await OnWorker(std::move(read));
}

}  // namespace hpdl::rt
