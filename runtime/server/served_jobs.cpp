#include "runtime/server/served_jobs.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <set>
#include <utility>

#include "runtime/base/clock.h"
#include "runtime/base/sleep.h"
#include "runtime/base/worker_threads.h"
#include "runtime/config/config.h"
#include "runtime/config/properties_text.h"
#include "runtime/server/embedded_definition.h"
#include "runtime/server/program_answer.h"
#include "runtime/server/program_refusal.h"
#include "runtime/server/sha256.h"
#include "runtime/store/crash_point.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

constexpr std::chrono::milliseconds kCommandTime{120'000};
constexpr std::chrono::milliseconds kMostPause{50};
constexpr std::chrono::milliseconds kHandOver{10'000};
/// How long an engine may take to commit what it refuses others by.
constexpr std::chrono::milliseconds kCommitPatience{2'000}, kCommitPause{5};
constexpr int kLooks = 3;
constexpr std::string_view kSkipNodes = "oozie.wf.rerun.skip.nodes";
constexpr std::string_view kFailNodes = "oozie.wf.rerun.failnodes";
constexpr std::string_view kExternalId = "oozie.wf.external.id";
constexpr std::size_t kMostExternalId = 255;  ///< bytes; Oozie's column has as many characters
constexpr std::string_view kParentId = "oozie.wf.parent.id";
constexpr std::string_view kStartVerb = "start", kWakeVerb = "wake";
constexpr std::size_t kMostAnswer = 16 << 20;  ///< bytes that a program may answer

Error VerbError(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

/// Of a deployed application that is another one than it was at the first look.
Error ReplacedMeanwhile(const std::string& name) {
  return VerbError(kNotActive, "the application [" + name + "] was replaced meanwhile");
}

std::string DigestOf(const JobSubmission& submission) {
  Sha256 digest;
  digest.Add(std::int64_t{submission.start});
  if (!submission.job_type.empty()) {
    digest.Add(submission.job_type);
  }
  for (const auto& [name, value] : submission.properties) {
    digest.Add(name).Add(value);
  }
  return digest.Hex();
}

/// What was asked for is done by what is there: Oozie writes a line to its log and says that all
/// is well.
Result<void> Swallowed() {
  return {};
}

std::string PropertyOf(const Properties& properties, std::string_view name) {
  const auto found = properties.find(std::string(name));
  return found == properties.end() ? "" : found->second;
}

std::string UserOf(const Properties& properties) {
  return PropertyOf(properties, "user.name");
}

/// An id that is in a set as long as this is there.
class Listed {
 public:
  Listed(std::shared_ptr<std::multiset<std::string>> ids, const std::string& id)
      : ids_(std::move(ids)), at_(ids_->insert(id)) {}
  ~Listed() { ids_->erase(at_); }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;

 private:
  const std::shared_ptr<std::multiset<std::string>> ids_;
  const std::multiset<std::string>::iterator at_;
};

/// Ids of a job and of those that are compiled into it, whose parent it is.
Result<std::vector<std::string>> JobsBelow(StateDirectory& state, const std::string& id) {
  const auto journal = state.OpenJob(id, true);
  HPDL_TRY(journal);
  const Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  std::set<std::int64_t> numbers;
  std::vector<std::string> ids;
  for (const JobRow& job : *jobs) {  // parents first
    if (job.id == id || (job.parent >= 0 && numbers.contains(job.parent))) {
      numbers.insert(job.number);
      ids.push_back(job.id);
    }
  }
  return ids;
}

bool IsPrep(JobState state) {
  return state == JobState::kPrep || CoordinatorStateOf(state) == CoordinatorState::kPrep;
}

/// Nobody has begun with it yet.
bool IsNew(const JobRow& root) {
  return IsPrep(root.state) && !root.parked;
}

/// A verb of a program and what stands behind the id of the job.
std::vector<std::string> WordsOf(const CoordinatorCommand& command) {
  using Verb = CoordinatorCommand::Verb;
  std::vector<std::string> words;
  switch (command.verb) {
    case Verb::kKill:
      words = {"kill"};
      break;
    case Verb::kRerun:
      words = {"rerun"};
      break;
    case Verb::kChange:
      words = {"change"};
      break;
    case Verb::kIgnore:
      words = {"ignore"};
      break;
    case Verb::kSlaEnable:
      words = {"sla", "enable"};
      break;
    case Verb::kSlaDisable:
      words = {"sla", "disable"};
      break;
    case Verb::kSlaChange:
      words = {"sla", "change"};
      break;
  }
  const std::pair<const char*, const std::string*> values[] = {
      {"--action", &command.actions},
      {"--date", &command.dates},
      {"--coordinator", &command.coordinators},
      {"--value", &command.value}};
  for (const auto& [option, value] : values) {
    // As one word, so that nothing in it is another option.
    if (!value->empty() || (value == &command.value && command.verb == Verb::kChange)) {
      words.push_back(std::string(option) + "=" + *value);
    }
  }
  const std::pair<const char*, bool> flags[] = {{"--refresh", command.refresh},
                                                {"--nocleanup", command.nocleanup},
                                                {"--failed", command.failed}};
  for (const auto& [option, set] : flags) {
    if (set) {
      words.emplace_back(option);
    }
  }
  words.insert(words.end(), {"--format", "json"});
  return words;
}

/// What a bundle calls the coordinator that it has submitted: behind its own id in the key of the
/// submission. "": it is none.
std::string NameInBundle(const ServedJob& job) {
  const std::string begin = job.parent + "/";
  const bool bundled = TypeOfId(job.id) == JobType::kCoordinator && !job.parent.empty() &&
                       TypeOfId(job.parent) == JobType::kBundle && job.key.starts_with(begin);
  return bundled ? job.key.substr(begin.size()) : std::string();
}

Error NotCompleted(const JobRow& job, JobState state) {
  return VerbError("E0805", "Workflow job not completed, status [" +
                                std::string(StateName(state, job.dialect)) + "]");
}

}  // namespace

ServedJobs::ServedJobs(boost::asio::io_context& loop, StateDirectory& state, ServerRecords& records,
                       CompiledPrograms& programs, Children& children,
                       std::shared_ptr<WorkLine> commands, JobKeeper& keeper,
                       Applications& applications, const Authorization& authorization,
                       const Site& site, ApplicationRules rules, ServerLog log)
    : loop_(loop),
      state_(state),
      records_(records),
      programs_(programs),
      children_(children),
      keeper_(keeper),
      applications_(applications),
      authorization_(authorization),
      site_(site),
      rules_(std::move(rules)),
      log_(std::move(log)),
      commands_(std::move(commands)) {}

Result<void> ServedJobs::Begin() {
  Result<std::vector<ServedJob>> jobs = records_.Unsettled();
  HPDL_TRY(jobs);
  Result<std::map<std::string, std::string>> asked = records_.Asked();
  HPDL_TRY(asked);
  for (ServedJob& job : *jobs) {
    if (job.properties) {
      asked->erase(job.id);  // it is told when it is made
      boost::asio::co_spawn(loop_, MakeAgain(std::move(job)), boost::asio::detached);
    }
  }
  for (const auto& [id, verb] : *asked) {
    boost::asio::co_spawn(loop_, TellAgain(id, verb), boost::asio::detached);
  }
  return {};
}

Task<void> ServedJobs::TellAgain(std::string id, std::string verb) {
  Result<FoundJob> found = FindJob(state_, id);
  Result<void> told = found ? Result<void>() : Result<void>(found.error());
  if (found && FamilyVerb(verb) != nullptr) {
    told = co_await TellFamily(std::move(*found), verb);
  } else if (found && verb == kStartVerb && IsPrep(found->root.state)) {
    told = co_await StartBundle(std::move(*found));
    (void)records_.ClearAsked(id, verb);
  } else {
    (void)records_.ClearAsked(id, verb);
  }
  log_(told ? LogLevel::kInfo : LogLevel::kError, verb + " " + id +
                                                      ", as an earlier server was told" +
                                                      (told ? "" : ": " + told.error().message));
}

Task<void> ServedJobs::MakeAgain(ServedJob job) {
  const std::string id = job.id;
  const Result<std::string> made = co_await Make(std::move(job));
  log_(made ? LogLevel::kInfo : LogLevel::kError,
       made ? id + " is made, as an earlier server was told"
            : id + " could not be made: " + made.error().message);
}

Task<Result<ChildEnd>> ServedJobs::RunCommand(WorkItem item, ChildCommand command) {
  command.limits.time = kCommandTime;
  const WorkLine::Place turn = co_await WorkLine::Enter(commands_, std::move(item));
  co_return co_await children_.Run(std::move(command));
}

/// `folder`: that of the deployed application that it is of; unchanged if it is of none.
Task<Result<std::string>> ServedJobs::ProgramFor(const Caller& caller,
                                                 const JobSubmission& submission,
                                                 std::string* folder) {
  const Properties& properties = submission.properties;
  const std::string user = caller.user.empty() ? UserOf(properties) : caller.user;
  if (!submission.job_type.empty()) {
    co_return co_await OneActionProgram(user, submission.job_type, properties);
  }
  const Result<std::optional<DeployedApplication>> deployed = Deployed(submission);
  if (!deployed) {
    co_return deployed.error();
  }
  if (*deployed) {
    if (folder != nullptr) {
      *folder = (*deployed)->folder;
    }
    ApplicationPlace here{false, applications_.PathOf(**deployed), (*deployed)->name};
    here.contained = true;
    co_return co_await programs_.Of((*deployed)->owner, std::move(here));
  }
  // References of properties to each other can be a million.
  auto find = [&](const StopFlag&) { return PlaceOf(properties, submission.type, site_, rules_); };
  Result<ApplicationPlace> place = co_await OnWorker(std::move(find));
  if (!place) {
    co_return place.error();
  }
  Result<std::string> program = co_await programs_.Of(user, *place);
  const auto embedded = properties.find(kEmbeddedDefinition);
  const bool writable = place->remote || rules_.local_files;
  if (!program && program.error().code == kNoDefinition && embedded != properties.end() &&
      writable) {
    const Result<void> put = co_await programs_.Put(user, *place, embedded->second);
    if (!put) {
      co_return put.error();
    }
    program = co_await programs_.Of(user, std::move(*place));
  }
  co_return program;
}

/// The deployed application of a name, whose jobs may run.
Result<DeployedApplication> ServedJobs::Active(const std::string& name) {
  Result<DeployedApplication> found = applications_.Find(name);
  if (found && !May(found->state, ApplicationVerb::kSubmit)) {
    return VerbError(kNotActive,
                     "the application [" + name + "] is " + std::string(WordOf(found->state)));
  }
  return found;
}

/// The deployed application that a submission names, which must be active; none if it names a path.
Result<std::optional<DeployedApplication>> ServedJobs::Deployed(const JobSubmission& submission) {
  const std::string name = PropertyOf(submission.properties, FormOf(JobType::kWorkflow).property);
  const bool of_application = submission.type == JobType::kWorkflow && submission.job_type.empty();
  if (!of_application || !IsApplicationName(name)) {
    return std::optional<DeployedApplication>();
  }
  Result<DeployedApplication> found = Active(name);
  if (!found) {
    return found.error().code == kNoSuchApplication
               ? Result<std::optional<DeployedApplication>>(std::optional<DeployedApplication>())
               : found.error();
  }
  return std::optional(std::move(*found));
}

/// Of a job that has no application.
Task<Result<std::string>> ServedJobs::OneActionProgram(std::string user, std::string job_type,
                                                       const Properties& properties) {
  auto make = [&](const StopFlag&) -> Result<ApplicationFiles> {
    HPDL_TRY(CheckCluster(OneActionManager(properties), OneActionNameNode(properties), site_));
    return OneActionFiles(job_type, properties);
  };
  Result<ApplicationFiles> files = co_await OnWorker(std::move(make));
  if (!files) {
    co_return files.error();
  }
  co_return co_await programs_.OfFiles(std::move(user), std::move(*files));
}

/// None if its journal is gone: what it was known by goes with the job.
Result<std::optional<ServedJob>> ServedJobs::StillThere(std::optional<ServedJob> job) {
  if (job && !job->properties && !state_.HasJob(job->id)) {
    HPDL_TRY(records_.Remove(job->id));
    return std::optional<ServedJob>();
  }
  return job;
}

/// The job that is known by the same key, or else by the same external id.
Result<std::optional<ServedJob>> ServedJobs::FindKnown(const ServedJob& job) {
  if (!job.key.empty()) {
    Result<std::optional<ServedJob>> same = records_.FindKey(job.user, job.key);
    HPDL_TRY(same);
    same = StillThere(std::move(*same));
    if (!same || *same) {
      return same;
    }
  }
  if (job.external.empty()) {
    return std::optional<ServedJob>();
  }
  Result<std::optional<ServedJob>> same = records_.FindExternal(job.user, job.external);
  HPDL_TRY(same);
  return StillThere(std::move(*same));
}

/// The job that was made by the same submission; none if there is none.
Result<std::optional<ServedJob>> ServedJobs::FindSame(const ServedJob& job) {
  Result<std::optional<ServedJob>> same = FindKnown(job);
  if (same && *same && (*same)->digest != job.digest) {
    const bool key = !job.key.empty() && (*same)->key == job.key;
    return VerbError("E0303", "Invalid parameter value, [" +
                                  std::string(key ? "Idempotency-Key" : kExternalId) +
                                  "] was used for another submission");
  }
  return same;
}

Result<std::string> ServedJobs::FindExternal(Caller caller, std::string external_id) {
  Result<std::optional<ServedJob>> found = records_.FindExternal(caller.user, external_id);
  HPDL_TRY(found);
  found = StillThere(std::move(*found));
  HPDL_TRY(found);
  // One that is not made yet may still be refused: it is there when its submission is answered.
  return *found && !(*found)->properties ? (*found)->id : std::string();
}

Result<std::string> ServedJobs::FindKeyed(const std::string& key) {
  Result<std::optional<ServedJob>> found = records_.FindAnyKey(key);
  HPDL_TRY(found);
  found = StillThere(std::move(*found));
  HPDL_TRY(found);
  // One whose maker could not even begin is made when it is submitted again.
  if (!*found || ((*found)->properties && !making_->contains((*found)->id))) {
    return std::string();
  }
  return (*found)->properties
             ? Result<std::string>(Error{ErrorClass::kTransient, "", "the job is being made"})
             : Result<std::string>((*found)->id);
}

/// A job of the same user that is there, or an action of one: so nothing is above itself. That the
/// program's own job is there was seen when it came in.
std::string ServedJobs::ParentOf(const Caller& caller, const std::string& user,
                                 const JobSubmission& submission) const {
  std::string id = submission.parent;
  if (id.empty() && submission.type == JobType::kWorkflow) {
    id = PropertyOf(submission.properties, kParentId);
  }
  if (id.empty()) {
    return id;
  }
  const std::string job = id.substr(0, id.find('@'));
  if (job == caller.program && user == caller.user) {
    return id;
  }
  const Result<FoundJob> found = FindJob(state_, job);
  return found && found->job.user == user ? id : std::string();
}

Result<JobOrigin> ServedJobs::OriginOf(const std::string& id) {
  const Result<std::optional<ServedJob>> found = records_.Find(id);
  HPDL_TRY(found);
  return *found ? JobOrigin{(*found)->external, (*found)->parent} : JobOrigin();
}

Result<std::vector<std::string>> ServedJobs::ChildrenOf(const std::string& parent) {
  return records_.Children(parent);
}

/// What is remembered of a submission, but for its program and its id. Its user becomes the caller.
Result<ServedJob> ServedJobs::Described(const Caller& caller, JobSubmission* submission) const {
  if (!caller.user.empty()) {
    submission->properties["user.name"] = caller.user;
  }
  ServedJob job;
  job.user = UserOf(submission->properties);
  job.key = submission->idempotency_key;
  if (submission->type == JobType::kWorkflow && submission->parent.empty()) {
    job.external = PropertyOf(submission->properties, kExternalId);
  }
  if (job.external.size() > kMostExternalId) {
    return VerbError("E0303", "Invalid parameter value, [" + std::string(kExternalId) +
                                  "] is longer than " + std::to_string(kMostExternalId) + " bytes");
  }
  job.parent = ParentOf(caller, job.user, *submission);
  job.digest = DigestOf(*submission);
  job.wanted = submission->start || submission->type != JobType::kWorkflow;
  return job;
}

Task<Result<std::string>> ServedJobs::Submit(Caller caller, JobSubmission submission) {
  Result<ServedJob> described = Described(caller, &submission);
  if (!described) {
    co_return described.error();
  }
  ServedJob job = std::move(*described);
  std::string folder;
  Result<std::optional<ServedJob>> same = FindSame(job);
  if (!same) {
    co_return same.error();
  }
  if (!*same) {
    Properties& properties = submission.properties;
    if (submission.parent.empty()) {
      Result<Properties> with_acl = co_await authorization_.WithAcl(std::move(properties));
      if (!with_acl) {
        co_return with_acl.error();
      }
      properties = std::move(*with_acl);
    }
    Result<std::string> program = co_await ProgramFor(caller, submission, &folder);
    if (!program) {
      co_return program.error();
    }
    same = FindSame(job);  // once more: others came meanwhile
    if (!same) {
      co_return same.error();
    }
    job.program = std::move(*program);
  }
  if (*same) {
    job = std::move(**same);
    if (!job.properties) {
      co_return job.id;
    }
    co_return co_await Make(std::move(job));
  }
  // Once more: its application may be another one by now, and none of it runs from here to Add().
  const Result<std::optional<DeployedApplication>> deployed = Deployed(submission);
  if (!deployed) {
    co_return deployed.error();
  }
  if ((*deployed ? (*deployed)->folder : std::string()) != folder) {
    co_return ReplacedMeanwhile(
        PropertyOf(submission.properties, FormOf(JobType::kWorkflow).property));
  }
  job.application = *deployed ? (*deployed)->name : std::string();
  Result<std::string> id = state_.NewJobId(job.user, submission.type);
  if (!id) {
    co_return id.error();
  }
  CrashPoint::AfterServerStep();
  job.id = std::move(*id);
  job.properties = PropertiesText(submission.properties);
  // Before the job: a note without one is nothing to be done.
  const bool noted = submission.type == JobType::kBundle && submission.start;
  const Result<void> note = noted ? records_.SetAsked(job.id, kStartVerb) : Result<void>();
  const Result<void> added = note ? records_.Add(job) : note;
  if (!added) {
    co_return added.error();
  }
  co_return co_await Make(std::move(job));
}

/// From the record to a job that is there, and runs if that is wanted. May be done again.
Task<Result<std::string>> ServedJobs::Make(ServedJob job) {
  const Listed listed(making_, job.id);
  bool refused = false;
  if (job.wanted && TypeOfId(job.id) == JobType::kWorkflow) {
    const Result<bool> begun = co_await MakeAndRun(job, &refused);
    if (!begun) {
      co_return begun.error();
    }
    if (*begun) {
      co_return job.id;
    }
  }
  std::vector<std::string> arguments{"--id", job.id, "--config", kChildInput};
  if (const std::string name = NameInBundle(job); !name.empty()) {
    arguments.insert(arguments.end(), {"--name", name});
  }
  ChildCommand command = keeper_.Making(job.program, "submit", std::move(arguments));
  command.input = std::move(*job.properties);
  WorkItem item{job.user, "submit", job.id};
  const Result<ChildEnd> end = co_await RunCommand(std::move(item), std::move(command));
  if (!end) {
    co_return end.error();
  }
  if (end->code != 0) {
    // Of a signal nobody knows how far it has come: the next server tries again.
    const Result<void> cleared = end->signal == 0 ? records_.ClearAsked(job.id) : Result<void>();
    const Result<void> removed = cleared && end->signal == 0 ? records_.Remove(job.id) : cleared;
    co_return removed ? RefusalOf(*end, job.program) : removed.error();
  }
  if (refused) {
    older_.insert(job.program);
  }
  const Result<void> begun = co_await BeginMade(job);
  if (!begun) {
    co_return begun.error();
  }
  co_return job.id;
}

/// Of a job that is made: its program begins, if it is to run.
Task<Result<void>> ServedJobs::BeginMade(const ServedJob& job) {
  const JobType type = TypeOfId(job.id);
  if (!job.wanted) {
    co_return records_.SetMade(job.id);
  }
  const Result<FoundJob> found = FindJob(state_, job.id);
  if (!found) {
    co_return found.error();
  }
  // One that an earlier server was told to make may have been started by somebody since.
  if (!IsNew(found->root)) {
    keeper_.Watch(job.id);
    co_return records_.SetMade(job.id);
  }
  const auto asked =
      type == JobType::kBundle
          ? records_.Asked()
          : Result<std::map<std::string, std::string>>(std::map<std::string, std::string>());
  if (!asked) {
    co_return asked.error();
  }
  if (asked->contains(job.id)) {
    const Result<void> made = records_.SetMade(job.id);
    if (!made) {
      co_return made;
    }
    const Result<void> started = co_await StartBundle(*found);
    const Result<void> cleared = records_.ClearAsked(job.id, kStartVerb);
    co_return started ? cleared : started;
  }
  const std::string_view verb = type == JobType::kBundle ? kWakeVerb : kStartVerb;
  keeper_.RunWanted(*found, verb, keeper_.GoingOn(*found, verb), false);
  const Result<void> made = records_.SetMade(job.id);  // while its program begins
  if (!made || type != JobType::kWorkflow) {
    co_return made;
  }
  co_return co_await AwaitLeft(job.id, JobState::kPrep);
}

/// Whatever its kick-off time is. One that cannot be started says so in its row, and stays PREP.
Task<Result<void>> ServedJobs::StartBundle(FoundJob found) {
  constexpr std::chrono::milliseconds kPatience{5000};
  const std::string id = found.root.id;
  const Result<void> free = co_await AwaitEnd(id);
  if (!free) {
    co_return free;
  }
  const std::int64_t asked_ms = NowMs();
  const Result<void> run = keeper_.Run(found, kStartVerb, keeper_.GoingOn(found, kStartVerb), true);
  if (!run) {
    co_return run;
  }
  const auto begin = SteadyClock::now();
  for (std::chrono::milliseconds pause{2}; SteadyClock::now() - begin < kPatience;
       pause = std::min(pause * 2, kMostPause)) {
    co_await Sleep(pause);
    const Result<FoundJob> now = FindJob(state_, id);
    if (!now) {
      co_return now.error();
    }
    const JobRow& row = now->root;
    if (!row.error_code.empty() && row.modified_ms >= asked_ms) {
      co_return Error{ErrorClass::kError, row.error_code, row.error_message};
    }
    if (row.state != found.root.state) {
      break;
    }
  }
  co_return Result<void>();
}

Task<Result<std::string>> ServedJobs::DryRun(Caller caller, JobSubmission submission) {
  if (!caller.user.empty()) {
    submission.properties["user.name"] = caller.user;
  }
  const Result<std::string> program = co_await ProgramFor(caller, submission);
  if (!program) {
    co_return program.error();
  }
  std::vector<std::string> arguments{"--dryrun", "--config", kChildInput};
  if (submission.type != JobType::kWorkflow) {
    arguments.emplace_back("--resolved");
  }
  ChildCommand command = keeper_.Making(*program, "submit", std::move(arguments));
  command.input = PropertiesText(submission.properties);
  command.most_output = kMostAnswer;
  WorkItem item{UserOf(submission.properties), "dryrun", ""};
  const Result<ChildEnd> end = co_await RunCommand(std::move(item), std::move(command));
  if (!end) {
    co_return end.error();
  }
  if (end->code != 0) {
    co_return RefusalOf(*end, *program);
  }
  co_return submission.type == JobType::kWorkflow ? Result<std::string>("OK")
                                                  : AnswerOf(*end, *program);
}

Task<Result<std::string>> ServedJobs::Validate(Caller caller, std::string file_name,
                                               std::string definition) {
  co_return co_await programs_.Verify(std::move(caller.user), std::move(file_name),
                                      std::move(definition));
}

Task<Result<std::string>> ServedJobs::Draw(Caller caller, std::string format,
                                           std::string definition,
                                           std::vector<std::string> states) {
  co_return co_await programs_.Draw(std::move(caller.user), std::move(format),
                                    std::move(definition), std::move(states));
}

Task<Result<FoundJob>> ServedJobs::Ask(Caller caller, std::string id) const {
  Result<FoundJob> found = FindJob(state_, id);
  if (!found) {
    co_return found.error();
  }
  const Result<void> may = co_await authorization_.ForJob(std::move(caller), found->job);
  if (!may) {
    co_return may.error();
  }
  co_return std::move(*found);
}

Task<Result<void>> ServedJobs::Authorize(Caller caller, JobRow job) {
  return authorization_.ForJob(std::move(caller), std::move(job));
}

/// Looks until the job has left a state, for a while: its program goes on anyway.
Task<Result<void>> ServedJobs::AwaitLeft(std::string id, JobState state) {
  constexpr std::chrono::milliseconds kPatience{2000};
  const auto begin = SteadyClock::now();
  for (std::chrono::milliseconds pause{2}; SteadyClock::now() - begin < kPatience;
       pause = std::min(pause * 2, kMostPause)) {
    co_await Sleep(pause);
    const Result<FoundJob> found = FindJob(state_, id);
    if (!found || found->job.state != state) {
      co_return found ? Result<void>() : Result<void>(found.error());
    }
  }
  co_return Result<void>();
}

Task<Result<void>> ServedJobs::Start(Caller caller, std::string id) {
  const Result<FoundJob> found = co_await Ask(caller, id);
  if (!found) {
    co_return found.error();
  }
  if (!IsPrep(found->job.state) || found->job.number != 0) {
    co_return Swallowed();
  }
  if (TypeOf(found->job.state) == JobType::kBundle) {
    co_return co_await StartBundle(*found);
  }
  const Result<void> begun = keeper_.Run(*found, "start", keeper_.GoingOn(*found, "start"), false);
  if (!begun) {
    co_return begun.error();
  }
  co_return co_await AwaitLeft(id, JobState::kPrep);
}

/// A command of the job's program that asks for something and waits until it is so.
Task<Result<void>> ServedJobs::Tell(FoundJob found, std::string_view verb,
                                    std::string_view option) {
  const std::string& program = found.facts.program_path;
  ChildCommand command = keeper_.Asking(found, verb);
  if (!option.empty()) {
    command.argv.emplace_back(option);
  }
  WorkItem item{found.root.user, std::string(verb), found.job.id};
  const Result<ChildEnd> end = co_await RunCommand(std::move(item), std::move(command));
  if (!end) {
    co_return end.error();
  }
  keeper_.Look(found.root.id);
  co_return end->code == 0 ? Result<void>() : RefusalOf(*end, program);
}

/// Asks a process that runs the job. It is wanted before: that process may die behind its answer.
Task<Result<void>> ServedJobs::TellToGoOn(FoundJob found) {
  const Result<void> wanted = records_.SetWanted(found.root.id, true);
  if (!wanted) {
    co_return wanted;
  }
  keeper_.Watch(found.root.id);
  co_return co_await Tell(std::move(found), "resume", "--ask");
}

/// The same of what brings a job into a state. Who comes second, as after a server that has ended
/// while its command went on, is refused, and finds that it is so, or soon will be: the engine
/// refuses by what it is about to commit.
Task<Result<void>> ServedJobs::TellInto(FoundJob found, std::string_view verb, JobState state) {
  const std::string id = found.job.id;
  const JobState before = found.job.state;
  const Result<void> told = co_await Tell(std::move(found), verb);
  if (told) {
    co_return told;
  }
  const auto until = SteadyClock::now() + kCommitPatience;
  while (true) {
    const Result<FoundJob> now = FindJob(state_, id);
    if (now && now->job.state == state) {
      co_return Result<void>();
    }
    if ((now && now->job.state != before) || SteadyClock::now() > until) {
      co_return told;
    }
    co_await Sleep(kCommitPause);
  }
}

Task<Result<void>> ServedJobs::Suspend(Caller caller, std::string id) {
  Result<FoundJob> found = co_await Ask(caller, id);
  if (!found) {
    co_return found.error();
  }
  co_return co_await TellFamily(std::move(*found), "suspend");
}

/// Null: it is none.
ServedJobs::ChildVerb ServedJobs::FamilyVerb(std::string_view verb) {
  return verb == "suspend"  ? &ServedJobs::SuspendAlone
         : verb == "resume" ? &ServedJobs::ResumeAlone
         : verb == "kill"   ? &ServedJobs::KillAlone
                            : nullptr;
}

/// To a job and its children, some of which may be told already: if this server ends before all
/// are, the next one begins again.
Task<Result<void>> ServedJobs::TellFamily(FoundJob found, std::string verb) {
  const std::string id = found.job.id;
  const Result<void> noted = records_.SetAsked(id, verb);
  if (!noted) {
    co_return noted.error();
  }
  const ChildVerb tell = FamilyVerb(verb);
  const Result<void> told = co_await (this->*tell)(std::move(found));
  const Result<void> cleared = records_.ClearAsked(id, verb);
  co_return told ? cleared : told;
}

/// What a coordinator or a bundle does with it is its own business, and so are its children.
Task<Result<void>> ServedJobs::TellCoordinator(FoundJob found, std::string_view verb) {
  const std::string id = found.root.id;
  const Result<void> told = co_await Tell(std::move(found), verb);
  co_return told ? Follow(id) : told;
}

/// A coordinator or a bundle is to run as long as it is not over, whatever was asked of it.
Result<void> ServedJobs::Follow(const std::string& root_id) {
  const Result<FoundJob> found = FindJob(state_, root_id);
  HPDL_TRY(found);
  if (IsLive(found->root.state) && !keeper_.IsWanted(root_id)) {
    HPDL_TRY(records_.SetWanted(root_id, true));
    keeper_.Watch(root_id);
  }
  keeper_.Look(root_id);
  return {};
}

/// The job, then its children: none begins while it goes on.
Task<Result<void>> ServedJobs::SuspendAlone(FoundJob found) {
  if (TypeOf(found.job.state) != JobType::kWorkflow) {
    co_return co_await TellCoordinator(std::move(found), "suspend");
  }
  if (found.job.state == JobState::kRunning) {
    const Result<void> told = co_await TellInto(found, "suspend", JobState::kSuspended);
    if (!told) {
      co_return told;
    }
  } else if (found.job.state != JobState::kSuspended) {
    co_return Swallowed();
  }
  co_return co_await TellChildren(std::move(found), &ServedJobs::SuspendAlone);
}

/// The same to the sub-workflows that have jobs of their own, of the same user.
Task<Result<void>> ServedJobs::TellChildren(FoundJob found, ChildVerb verb) {
  Result<std::vector<std::string>> parents = JobsBelow(state_, found.job.id);
  if (!parents) {
    co_return parents.error();
  }
  Result<void> all;
  for (const std::string& parent : *parents) {
    const Result<std::vector<std::string>> children = records_.Children(parent);
    if (!children) {
      co_return children.error();
    }
    for (const std::string& id : *children) {
      Result<FoundJob> child = FindJob(state_, id);
      if (!child || child->job.user != found.job.user) {
        continue;
      }
      const Result<void> told = co_await (this->*verb)(std::move(*child));
      all = all && !told ? told : all;
    }
  }
  co_return all;
}

Task<Result<void>> ServedJobs::Resume(Caller caller, std::string id) {
  Result<FoundJob> found = co_await Ask(caller, id);
  if (!found) {
    co_return found.error();
  }
  co_return co_await TellFamily(std::move(*found), "resume");
}

/// The children first, so that a parent which has only their ends to wait for finds them at work.
Task<Result<void>> ServedJobs::ResumeAlone(FoundJob found) {
  if (TypeOf(found.job.state) != JobType::kWorkflow) {
    co_return co_await TellCoordinator(std::move(found), "resume");
  }
  if (found.job.state != JobState::kSuspended) {
    co_return Swallowed();
  }
  const Result<void> children = co_await TellChildren(found, &ServedJobs::ResumeAlone);
  if (!children) {
    co_return children;
  }
  // While its last actions run, a process of it goes on with it. That may end at any moment.
  for (int looks = 0; state_.IsRun(found.root.id); ++looks) {
    const Result<void> told = co_await TellToGoOn(found);
    Result<FoundJob> now = FindJob(state_, found.job.id);
    if (told || !now) {
      co_return now ? told : Result<void>(now.error());
    }
    if (now->job.state != JobState::kSuspended) {
      co_return Swallowed();
    }
    if (looks == kLooks) {
      co_return told;
    }
    found = std::move(*now);
  }
  const Result<void> free = co_await AwaitEnd(found.root.id);
  if (!free) {
    co_return free;
  }
  const Result<void> begun = keeper_.Run(found, "resume", keeper_.GoingOn(found, "resume"), false);
  if (!begun) {
    co_return begun.error();
  }
  co_return co_await AwaitLeft(found.job.id, JobState::kSuspended);
}

Task<Result<void>> ServedJobs::Kill(Caller caller, std::string id) {
  Result<FoundJob> found = co_await Ask(caller, id);
  if (!found) {
    co_return found.error();
  }
  co_return co_await TellFamily(std::move(*found), "kill");
}

/// Its program kills its children, too, if it can; a parked one has none.
Task<Result<void>> ServedJobs::KillAlone(FoundJob found) {
  if (TypeOf(found.job.state) != JobType::kWorkflow) {
    co_return co_await TellCoordinator(std::move(found), "kill");
  }
  if (!IsEnd(found.job.state)) {
    const Result<void> told = co_await TellInto(found, "kill", JobState::kKilled);
    if (!told) {
      co_return told;
    }
  } else if (found.job.state != JobState::kKilled) {
    co_return Swallowed();
  }
  co_return co_await TellChildren(std::move(found), &ServedJobs::KillAlone);
}

Task<Result<void>> ServedJobs::Rerun(Caller caller, std::string id, Properties properties) {
  const Result<FoundJob> found = co_await Ask(caller, id);
  if (!found) {
    co_return found.error();
  }
  if (properties.contains(kSkipNodes) && properties.contains(kFailNodes)) {
    co_return VerbError("E0404", "Only one of the properties are allowed [" +
                                     std::string(kSkipNodes) + " OR " + std::string(kFailNodes) +
                                     "]");
  }
  if (!IsEnd(found->job.state)) {
    co_return NotCompleted(found->job, found->job.state);
  }
  const Result<void> newest = records_.ClearAsked(found->job.id);
  if (!newest) {
    co_return newest.error();
  }
  properties["user.name"] = found->job.user;
  if (!properties.contains(kFailNodes)) {
    properties.try_emplace(std::string(kSkipNodes), ",");  // no name: all nodes run again
  }
  std::string program = found->facts.program_path;
  std::string folder;
  const Result<void> free = co_await AwaitEnd(found->root.id);
  if (!free) {
    co_return free;
  }
  const Result<std::optional<ServedJob>> served = records_.Find(found->root.id);
  if (!served) {
    co_return served.error();
  }
  const std::string path(FormOf(JobType::kWorkflow).property);
  JobSubmission application;
  application.properties = properties;
  const Result<std::string> deployed = records_.applications().OfJob(found->root.id);
  if (!deployed) {
    co_return deployed.error();
  }
  if (!deployed->empty()) {  // the application may have been patched
    const Result<DeployedApplication> active = Active(*deployed);
    if (!active) {
      co_return active.error();
    }
    application.properties[path] = *deployed;
  } else if (*served && (*served)->parent.find('@') != std::string::npos) {
    // Of a coordinator: as Oozie does, the workflow is read again.
    application.properties.try_emplace(path, found->job.app_path);
  }
  if (application.properties.contains(path)) {
    Caller owner{found->job.user};
    Result<std::string> now = co_await ProgramFor(owner, application, &folder);
    if (!now) {
      co_return now.error();
    }
    program = std::move(*now);
  }
  std::vector<std::string> arguments{"--config", kChildInput, id};
  ChildCommand command = keeper_.Making(program, "rerun", std::move(arguments));
  command.input = PropertiesText(properties);
  keeper_.GiveCredential(*found, &command);
  if (!deployed->empty()) {
    // Once more: from here to the run that is wanted nothing else happens.
    const Result<DeployedApplication> active = Active(*deployed);
    if (active && active->folder != folder) {
      co_return ReplacedMeanwhile(*deployed);
    }
    const Result<void> open = active ? records_.applications().SetEnded(found->root.id, false)
                                     : Result<void>(active.error());
    if (!open) {
      co_return open.error();
    }
  }
  co_return co_await RunAgain(*found, std::move(command), program);
}

Task<Result<void>> ServedJobs::Retry(Caller caller, std::string id, std::string node) {
  Result<FoundJob> found = co_await Ask(caller, id);
  if (!found) {
    co_return found.error();
  }
  ChildCommand command = keeper_.Asking(*found, "retry");
  command.argv.insert(command.argv.end(), {"--", std::move(node)});
  WorkItem item{found->root.user, "retry", id};
  const Result<ChildEnd> end = co_await RunCommand(std::move(item), std::move(command));
  if (!end) {
    co_return end.error();
  }
  keeper_.Look(found->root.id);
  if (end->code != 0) {
    co_return RefusalOf(*end, found->facts.program_path);
  }
  Result<FoundJob> now = FindJob(state_, id);
  if (!now || now->job.state != JobState::kSuspended) {
    co_return now ? Result<void>() : Result<void>(now.error());
  }
  // Nobody runs it: the node was only made ready.
  co_return co_await TellFamily(std::move(*now), "resume");
}

/// What a program of a coordinator prints when it is told something.
Task<Result<std::string>> ServedJobs::AskFor(FoundJob found, std::string_view verb,
                                             ChildCommand command) {
  const std::string program = command.argv.front();
  command.most_output = kMostAnswer;
  WorkItem item{found.root.user, std::string(verb), found.job.id};
  const Result<ChildEnd> end = co_await RunCommand(std::move(item), std::move(command));
  if (!end) {
    co_return end.error();
  }
  const Result<void> followed = Follow(found.root.id);
  if (end->code != 0) {
    co_return RefusalOf(*end, program);
  }
  co_return followed ? AnswerOf(*end, program) : Result<std::string>(followed.error());
}

Task<Result<std::vector<std::int64_t>>> ServedJobs::Command(Caller caller, std::string id,
                                                            CoordinatorCommand command) {
  Result<FoundJob> found = co_await Ask(caller, id);
  if (!found) {
    co_return found.error();
  }
  std::vector<std::string> words = WordsOf(command);
  const std::string verb = words.front();
  ChildCommand child = keeper_.Asking(*found, verb);
  child.argv.insert(child.argv.end(), words.begin() + 1, words.end());
  if (!command.properties.empty()) {
    child.argv.insert(child.argv.end(), {"--config", kChildInput});
    child.input = PropertiesText(command.properties);
  }
  const Result<std::string> answer = co_await AskFor(std::move(*found), verb, std::move(child));
  if (!answer) {
    co_return answer.error();
  }
  std::optional<std::vector<std::int64_t>> actions = ReadActedUpon(*answer);
  if (!actions) {
    co_return VerbError(
        "E0307", "Runtime error [the program of " + id + " does not say which actions it means]");
  }
  co_return std::move(*actions);
}

Task<Result<std::string>> ServedJobs::Update(Caller caller, std::string id,
                                             CoordinatorUpdate update) {
  Result<FoundJob> found = co_await Ask(caller, id);
  if (!found) {
    co_return found.error();
  }
  JobSubmission application;
  application.type = TypeOf(found->job.state);
  application.properties = update.properties;
  const std::string path(FormOf(application.type).property);
  application.properties.try_emplace(path, found->job.app_path);
  Caller owner{found->job.user};
  const Result<std::string> program = co_await ProgramFor(owner, application);
  if (!program) {
    co_return program.error();
  }
  ChildCommand command = keeper_.Asking(*found, "update");
  command.argv.front() = *program;
  if (!update.properties.empty()) {
    update.properties["user.name"] = update.properties["mapreduce.job.user.name"] = found->job.user;
    command.argv.insert(command.argv.end(), {"--config", kChildInput});
    command.input = PropertiesText(update.properties);
  }
  if (update.dry_run) {
    command.argv.emplace_back("--dryrun");
  }
  if (!update.with_difference) {
    command.argv.emplace_back("--no-diff");
  }
  co_return co_await AskFor(std::move(*found), "update", std::move(command));
}

/// A program ends a moment after what it has done can be seen.
Task<Result<void>> ServedJobs::AwaitEnd(std::string root_id) {
  const auto begin = SteadyClock::now();
  while (keeper_.IsAtWork(root_id)) {
    if (SteadyClock::now() - begin > kHandOver) {
      co_return VerbError("E0606", "the program of job " + root_id + " has still something to do");
    }
    co_await Sleep(std::chrono::milliseconds{5});
  }
  co_return Result<void>();
}

/// Until the new run is there, or is refused.
Task<Result<void>> ServedJobs::RunAgain(FoundJob found, ChildCommand command, std::string program) {
  if (keeper_.IsAtWork(found.root.id)) {
    co_return NotCompleted(found.job, JobState::kRunning);
  }
  const auto ended = std::make_shared<std::optional<Result<ChildEnd>>>();
  const Result<void> begun = keeper_.Run(found, "rerun", std::move(command), true,
                                         [ended](const Result<ChildEnd>& end) { *ended = end; });
  if (!begun) {
    co_return begun.error();
  }
  for (std::chrono::milliseconds pause{4};; pause = std::min(pause * 2, kMostPause)) {
    co_await Sleep(pause);
    const bool over = ended->has_value();
    const Result<FoundJob> now = FindJob(state_, found.job.id);
    if (!now || now->job.run > found.job.run) {
      co_return now ? Result<void>() : Result<void>(now.error());
    }
    if (over) {
      co_return **ended ? RefusalOf(***ended, program) : (*ended)->error();
    }
  }
}

}  // namespace hpdl::rt
