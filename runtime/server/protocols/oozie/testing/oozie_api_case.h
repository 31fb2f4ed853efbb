#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_TESTING_OOZIE_API_CASE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_TESTING_OOZIE_API_CASE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/access/proxy_users.h"
#include "runtime/server/protocols/oozie/oozie_api.h"
#include "runtime/store/lease.h"

/// Code that the tests of the protocol share.
namespace hpdl::rt::testing {

using Json = nlohmann::json;

/// Records the calls of verbs. If `error` is set, the calls return this error.
class ToldVerbs final : public JobVerbs {
 public:
  Task<Result<std::string>> Submit(Caller caller, JobSubmission submission) override {
    told.push_back("submit " + caller.user + (submission.start ? " start" : ""));
    submitted = std::move(submission);
    co_return error ? Result<std::string>(*error) : Result<std::string>(new_id);
  }
  Task<Result<std::string>> DryRun(Caller caller, JobSubmission submission) override {
    submitted = std::move(submission);
    const Result<void> told = co_await Tell("dryrun " + caller.user);
    co_return told ? Result<std::string>(dry_run) : Result<std::string>(told.error());
  }
  Task<Result<std::string>> Validate(Caller, std::string file_name,
                                     std::string definition) override {
    told.push_back("validate " + file_name + " " + definition);
    co_return error ? Result<std::string>(*error) : Result<std::string>(verdict);
  }
  Task<Result<std::string>> Draw(Caller, std::string format, std::string definition,
                                 std::vector<std::string> states) override {
    std::string picture = format + " of " + definition + ":";
    for (const std::string& state : states) {
      picture += " " + state;
    }
    co_return error ? Result<std::string>(*error) : Result<std::string>(picture);
  }
  Result<std::string> FindExternal(Caller caller, std::string external_id) override {
    told.push_back("find " + caller.user + " " + external_id);
    return error ? Result<std::string>(*error) : Result<std::string>(known);
  }
  Result<JobOrigin> OriginOf(const std::string& id) override {
    const auto found = origins.find(id);
    return found == origins.end() ? JobOrigin() : found->second;
  }
  Result<std::vector<std::string>> ChildrenOf(const std::string& parent) override {
    std::vector<std::string> ids;
    for (const auto& [id, origin] : origins) {
      if (origin.parent_id == parent) {
        ids.push_back(id);
      }
    }
    return ids;
  }
  Task<Result<std::vector<std::int64_t>>> Command(Caller caller, std::string id,
                                                  CoordinatorCommand command) override {
    constexpr const char* kWords[] = {"kill-actions", "rerun-actions", "change",    "ignore",
                                      "sla-enable",   "sla-disable",   "sla-change"};
    std::string words = kWords[static_cast<std::size_t>(command.verb)] + (" " + id);
    for (const auto& [name, value] : {std::pair(" actions=", command.actions),
                                      {" dates=", command.dates},
                                      {" coordinators=", command.coordinators},
                                      {" value=", command.value}}) {
      words += value.empty() ? "" : name + value;
    }
    words += command.refresh ? " refresh" : "";
    words += command.nocleanup ? " nocleanup" : "";
    words += command.failed ? " failed" : "";
    const Result<void> done = co_await Tell(std::move(words), std::move(caller));
    co_return done ? Result<std::vector<std::int64_t>>(acted_upon)
                   : Result<std::vector<std::int64_t>>(done.error());
  }
  Task<Result<std::string>> Update(Caller caller, std::string id,
                                   CoordinatorUpdate update) override {
    submitted.properties = update.properties;
    std::string words = "update " + id;
    words += update.dry_run ? " dryrun" : "";
    words += update.with_difference ? "" : " nodiff";
    const Result<void> done = co_await Tell(std::move(words), std::move(caller));
    co_return done ? Result<std::string>(difference) : Result<std::string>(done.error());
  }
  Task<Result<void>> Start(Caller caller, std::string id) override {
    return Tell("start " + id, std::move(caller));
  }
  Task<Result<void>> Suspend(Caller caller, std::string id) override {
    return Tell("suspend " + id, std::move(caller));
  }
  Task<Result<void>> Resume(Caller caller, std::string id) override {
    return Tell("resume " + id, std::move(caller));
  }
  Task<Result<void>> Kill(Caller caller, std::string id) override {
    return Tell("kill " + id, std::move(caller));
  }
  Task<Result<void>> Rerun(Caller caller, std::string id, Properties properties) override {
    submitted.properties = std::move(properties);
    return Tell("rerun " + id, std::move(caller));
  }
  Task<Result<void>> Retry(Caller caller, std::string id, std::string node) override {
    return Tell("retry " + id + " " + node, std::move(caller));
  }
  Task<Result<void>> Authorize(Caller caller, JobRow) override { co_return NoGuest(caller); }

  std::vector<std::string> told;
  JobSubmission submitted;
  std::optional<Error> error;
  /// For each call that fails, its error. A call is written as in `told`.
  std::map<std::string, Error> errors;
  std::string new_id = "0000009-261121015411192-oozie-joe-W", verdict;
  std::string known;  ///< the job that every external id names
  std::string dry_run = "OK", difference;
  std::vector<std::int64_t> acted_upon;
  std::map<std::string, JobOrigin> origins;
  /// Each verb calls this function. A test uses it to act as the program of the job.
  std::function<void(const std::string& what)> on_told;

 private:
  static Result<void> NoGuest(const Caller& caller) {
    return caller.user == "guest"
               ? Result<void>(Error{ErrorClass::kError, "E0508", "not the guest's"})
               : Result<void>();
  }
  Task<Result<void>> Tell(std::string what, Caller caller = Caller()) {
    const Result<void> may = NoGuest(caller);
    if (!may) {
      co_return may;
    }
    const auto own = errors.find(what);
    if (on_told) {
      on_told(what);
    }
    told.push_back(std::move(what));
    co_return own != errors.end() ? own->second : error ? Result<void>(*error) : Result<void>();
  }
};

inline constexpr std::int64_t kCreatedMs = 1'795'226'358'000;  // Sat, 21 Nov 2026 01:59:18 GMT

inline NodeRow Node(std::string name, std::string type, std::string transition) {
  NodeRow row;
  row.node = std::move(name);
  row.type = std::move(type);
  row.state = NodeState::kOk;
  row.transition = std::move(transition);
  row.started_ms = row.ended_ms = kCreatedMs + 1000;
  return row;
}

/// Tests OozieApi with the jobs of a state directory. The tests write the jobs as engines do.
class OozieApiTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto state = StateDirectory::Open(folder_.path(), true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    OpenApi();
  }

  /// Makes the OozieApi again; with `with_error`, it shows states with error.
  void OpenApi(bool with_error = false) {
    OozieSettings settings;
    settings.states_with_error = with_error;
    settings.base_url = "http://127.0.0.1:11000/oozie";
    settings.version = "1.2";
    settings.host_name = "node1";
    settings.configuration = {{"oozie.email.smtp.host", "localhost"}, {"db.password", "hidden"}};
    settings.environment = {"HOME=/home/joe", "API_TOKEN=hidden"};
    settings.verbs = &verbs_;
    settings.ask_program = [this](Caller caller, ProgramQuestion question) {
      return Program(std::move(caller), std::move(question));
    };
    settings.authorize_administration = settings.authorize_system_info =
        [](Caller caller) -> Task<Result<void>> { co_return NoGuests(caller); };
    settings.act_as = [this](Caller caller, std::string other, std::string address) {
      return proxies_.ActAs(std::move(caller), std::move(other), std::move(address));
    };
    settings.purge = [this](PurgeQuery query) { return Purge(query); };
    settings.libraries = [this](Caller caller) { return Libraries(std::move(caller)); };
    settings.on_mode = [this](SystemMode mode) { modes_.push_back(mode); };
    api_.emplace(std::move(settings));
  }

  Task<Result<SystemLibrary>> Libraries(Caller caller) {
    EXPECT_EQ(caller.user, "joe");
    co_return libraries_;
  }

  static Result<void> NoGuests(const Caller& caller) {
    return caller.user != "guest"
               ? Result<void>()
               : Error{ErrorClass::kError, "E0503",
                       "User [" + caller.user + "] does not have admin privileges"};
  }

  Task<Result<ProgramAnswer>> Program(Caller, ProgramQuestion question) {
    asked_ = std::move(question.argv);
    ++questions_;
    if (program_error_) {
      co_return *program_error_;
    }
    ProgramAnswer answer;
    answer.output = asked_.back() == "--version" ? program_version_ : program_prints_;
    co_return asked_.back() == "--defaults" ? program_defaults_
                                            : Result<ProgramAnswer>(std::move(answer));
  }

  Task<Result<std::size_t>> Purge(PurgeQuery query) {
    const auto text = [](std::optional<std::int64_t> number) {
      return number ? std::to_string(*number) : "-";
    };
    std::string words;
    for (const std::optional<std::int64_t>& days : query.days) {
      words += text(days) + " ";
    }
    purged_.push_back(words + text(query.batch));
    co_return std::size_t{0};
  }

  /// Encodes the evaluated arguments of an action or a decision.
  static std::string Arguments(std::vector<ArgNode> arguments,
                               std::optional<ArgNode> global = std::nullopt) {
    ActionArguments all;
    all.root.children = std::move(arguments);
    all.global = std::move(global);
    return EncodeArguments(all);
  }

  static JobRow Job(int number, std::string name, JobState state) {
    JobRow job;
    char id[64];
    std::snprintf(id, sizeof id, "%07d-261121015411192-oozie-joe-W", number);
    job.id = id;
    job.dialect = HPDL_DIALECT_OOZIE;
    job.app_path = "file:///srv/wf/apps/" + name.substr(0, name.find('-'));
    job.app_name = std::move(name);
    job.user = "joe";
    job.state = state;
    job.created_ms = kCreatedMs + number;
    job.started_ms = state == JobState::kPrep ? 0 : kCreatedMs + 1000;
    job.ended_ms = IsEnd(state) ? kCreatedMs + 1000 : 0;
    job.modified_ms = kCreatedMs + 1000;
    return job;
  }

  std::string Put(const JobRow& job, const std::vector<NodeRow>& nodes,
                  const Properties& properties = {}) {
    auto journal = state_->CreateJob(job.id);
    EXPECT_TRUE(journal) << journal.error().message;
    auto lease = state_->TakeLease(job.id);
    EXPECT_TRUE(lease) << lease.error().message;
    EXPECT_TRUE((*journal)->PutFacts({.program_hash = "hash", .program_path = "/programs/p"}));
    EXPECT_TRUE((*journal)->PutJob(job));
    for (const NodeRow& node : nodes) {
      EXPECT_TRUE((*journal)->PutNode(node));
    }
    EXPECT_TRUE((*journal)->PutProperties(0, job.run, properties));
    EXPECT_TRUE((*journal)->Commit());
    return job.id;
  }

  /// Like Job(), but returns the row of a coordinator or a bundle.
  static JobRow Coordination(int number, std::string name, JobType type, CoordinatorState state) {
    JobRow job = Job(number, std::move(name), JobState::kRunning);
    job.id.back() = LetterOf(type);
    job.state = JobStateOf(type, state);
    return job;
  }
  std::string PutCoordinator(const JobRow& job, const CoordinatorRow& row,
                             const std::vector<CoordinatorActionRow>& actions,
                             const Properties& properties = {}) {
    Put(job, {}, properties);
    Change(job.id, [&](Journal& journal) {
      EXPECT_TRUE(journal.coordinator().Put(row));
      for (const CoordinatorActionRow& action : actions) {
        EXPECT_TRUE(journal.coordinator().Put(action));
      }
    });
    return job.id;
  }
  std::string PutBundle(const JobRow& job, const BundleRow& row,
                        const std::vector<BundledRow>& coordinators,
                        const Properties& properties = {}) {
    Put(job, {}, properties);
    Change(job.id, [&](Journal& journal) {
      EXPECT_TRUE(journal.coordinator().Put(row));
      for (const BundledRow& each : coordinators) {
        EXPECT_TRUE(journal.coordinator().Put(each));
      }
    });
    return job.id;
  }
  /// Changes the journal of an existing job, and commits.
  template <class Writes>
  void Change(const std::string& id, const Writes& writes) {
    auto lease = state_->TakeLease(id);
    EXPECT_TRUE(lease) << lease.error().message;
    auto journal = state_->OpenJob(id, false);
    EXPECT_TRUE(journal) << journal.error().message;
    writes(**journal);
    EXPECT_TRUE((*journal)->Commit());
  }

  OozieAnswer Ask(std::string_view method, std::string_view target, std::string_view body = {},
                  std::string_view type = "application/xml", std::string_view user = "joe") {
    OozieRequest request;
    request.method = method;
    request.target = target;
    request.body = body;
    request.content_type = type;
    request.caller.user = user;
    return Ask(request);
  }
  OozieAnswer Ask(OozieRequest request) {
    request.address = "10.0.0.1";
    boost::asio::io_context loop;
    OozieAnswer answer;
    boost::asio::co_spawn(
        loop, [&]() -> Task<void> { answer = co_await api_->Answer(request, *state_); },
        [](std::exception_ptr failure) { EXPECT_FALSE(failure); });
    loop.run();
    return answer;
  }
  std::string Body(std::string_view target) { return Ask("GET", target).body; }
  /// Returns "STATUS CODE" of an answer.
  static std::string Code(const OozieAnswer& answer) {
    std::smatch match;
    const bool found =
        std::regex_search(answer.fields, match, std::regex("oozie-error-code: ([A-Z0-9]*)"));
    return std::to_string(answer.status) + (found ? " " + match[1].str() : "");
  }

  boost::asio::io_context names_loop_{1};
  Children children_{names_loop_};
  NameService names_{names_loop_, children_, {}};
  /// Only the gateway may act for other users, and from one address only.
  ProxyUsers proxies_{{{"gateway", {.any_group = true, .hosts = {"10.0.0.1"}}}},
                      names_,
                      [](LogLevel, std::string_view) {}};
  const TemporaryFolder folder_;
  std::unique_ptr<StateDirectory> state_;
  ToldVerbs verbs_;
  std::vector<SystemMode> modes_;
  std::vector<std::string> asked_, purged_;
  std::optional<Error> program_error_;
  std::string program_prints_ = "what the program prints";
  std::string program_version_ = "workflow w\ncontent hash\n";
  Result<ProgramAnswer> program_defaults_ = ProgramAnswer();
  int questions_ = 0;  ///< the number of times that a program was asked
  Result<SystemLibrary> libraries_ =
      Error{ErrorClass::kError, kNotFound, "File hdfs://nn/lib does not exist"};
  std::optional<OozieApi> api_;
};

/// A submission of an application by a caller who claims to be another user.
inline constexpr const char* kSubmission =
    "<configuration><property><name>oozie.wf.application.path</name><value>file:///a</value>"
    "</property><property><name>user.name</name><value>mallory</value></property></configuration>";

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_TESTING_OOZIE_API_CASE_H_
