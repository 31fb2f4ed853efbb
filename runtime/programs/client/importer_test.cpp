#include <optional>
#include <set>

#include "runtime/ground/base/percent.h"
#include "runtime/programs/client/import_run.h"
#include "runtime/programs/client/testing/client_commands.h"

namespace hpdl::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kThere = "0000001-240101000000000-oozie-joe-C";
constexpr const char* kHere = "0000007-240101000000000-hpdl-joe-C";
constexpr const char* kFirst = "3@2024-01-03T00:00Z";

/// Returns midnight of a day of January 2024 as Oozie writes times: "Mon, 01 Jan 2024 00:00:00
/// GMT".
std::string Midnight(int day) {
  const char* const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  return std::string(days[day % 7]) + ", " + (day < 10 ? "0" : "") + std::to_string(day) +
         " Jan 2024 00:00:00 GMT";
}

/// Returns the day of a time such as "2024-01-03T00:00Z".
int DayOf(const std::string& time) {
  return std::stoi(time.substr(8, 2));
}

/// A coordinator at a fake server.
struct Coordinator {
  std::string id = kThere, status = "RUNNING", definition = "<coordinator-app/>";
  std::string pause;  ///< "2024-01-03T00:00Z"; "": no pause time
  std::string start = Midnight(1), end = Midnight(20), next = Midnight(5);
  int concurrency = 1;
  Json actions = Json::array();  ///< the newest first

  void Add(int number, const std::string& state) {
    actions.insert(
        actions.begin(),
        Json{{"actionNumber", number}, {"status", state}, {"nominalTime", Midnight(number)}});
  }
  /// Pauses the job from `time` on, as Oozie does. Removes the actions whose nominal time is not
  /// before `time`. The server makes these actions again after the pause.
  void PauseAt(const std::string& time) {
    pause = time;
    while (!time.empty() && !actions.empty() && DayOf(time) <= actions[0]["actionNumber"]) {
      actions.erase(actions.begin());
      next = Midnight(DayOf(time));
    }
  }
  std::string Text() const {
    Json json = {{"coordJobId", id},
                 {"coordJobName", "daily"},
                 {"user", "joe"},
                 {"status", status},
                 {"startTime", start},
                 {"endTime", end},
                 {"nextMaterializedTime", next},
                 {"concurrency", concurrency},
                 {"actions", actions},
                 {"total", 3},
                 {"conf",
                  "<configuration><property><name>oozie.coord.application.path</name>"
                  "<value>/app</value></property></configuration>"}};
    if (!pause.empty()) {
      json["pauseTime"] = Midnight(DayOf(pause));
    }
    return json.dump();
  }
};

class ImporterTest : public testing::ClientCommands {
 protected:
  void SetUp() override {
    ClientCommands::SetUp();
    old_.Add(1, "SUCCEEDED");
    old_.Add(2, "RUNNING");
    old_.Add(3, "WAITING");
    old_.Add(4, "READY");
    there_.GiveEach([this](const testing::Request& asked) { return At(&old_, "there", asked); });
    server_.GiveEach([this](const testing::Request& asked) { return At(&new_, "here", asked); });
  }

  testing::Answer At(std::optional<Coordinator>* job, const std::string& where,
                     const testing::Request& asked) {
    return *job ? At(&**job, where, asked) : NewJob(asked);
  }

  /// Returns the answer of the server `where` to a request for `job`. Adds each change to changes_,
  /// for example "there: action=kill".
  testing::Answer At(Coordinator* job, const std::string& where, const testing::Request& asked) {
    const std::string query = asked.line.substr(asked.line.find('?') + 1);
    if (asked.line.starts_with("POST")) {
      return NewJob(asked);
    }
    if (asked.line.find(job->id) == std::string::npos) {
      return Refusal("E0604", "no such job");
    }
    if (asked.line.starts_with("GET")) {
      return {query == "show=definition" ? job->definition : job->Text()};
    }
    const std::string change = where + ": " + PercentDecoded(query).value_or(query);
    changes_.push_back(change);
    if (refused_.contains(change)) {
      return Refusal(refusal_, "not now");
    }
    if (const std::size_t at = change.find("pausetime="); at != std::string::npos) {
      if (!ignores_) {
        job->PauseAt(change.substr(at + 10));
      }
    } else if (query == "action=kill") {
      job->status = "KILLED";
    }
    return {};
  }

  /// Makes a job on the new server, or returns the result of a dry run.
  testing::Answer NewJob(const testing::Request& asked) {
    const bool tried = asked.line.find("action=dryrun") != std::string::npos;
    if (tried && asked.body.find("<value>none</value>") != std::string::npos) {
      return knows_first_ ? Refusal("E0803", "hpdl.coord.first.action is no action") : Made("OK");
    }
    if (tried) {
      return Made("<coordinator-app/>");
    }
    changes_.push_back("here: " + asked.headers.at("idempotency-key"));
    if (refused_.contains("made")) {
      return Refusal(refusal_, "not now");
    }
    new_ = Coordinator{
        .id = kHere, .status = "PREP", .pause = "2024-01-03T00:00Z", .next = Midnight(3)};
    return Made(kHere);
  }

  static testing::Answer Made(const std::string& id) { return {Json{{"id", id}}.dump(), 201}; }
  static testing::Answer Refusal(const std::string& code, const std::string& message) {
    return {"", 400, "oozie-error-code: " + code + "\r\noozie-error-message: " + message + "\r\n"};
  }

  /// Runs hpdl import. Returns its standard output, or its standard error if it fails.
  std::string Import(const std::string& words) {
    changes_.clear();
    const Said said = Run("import|--from|" + there_.url() + "|-state|" + home_.path() + "/state" +
                          (words.empty() ? "" : "|" + words));
    EXPECT_EQ(said.code, said.err.empty() ? 0 : 255);
    return said.err.empty() ? said.out : said.err;
  }

  testing::FakeOozie there_;
  Coordinator old_;
  std::optional<Coordinator> new_;
  bool knows_first_ = true, ignores_ = false;
  /// The changes that the servers refuse, in the format of changes_; "made" stands for a new job.
  std::set<std::string> refused_;
  std::string refusal_ = "E1015";
  std::vector<std::string> changes_;
};

const std::string kMade = std::string("here: import ") + kThere + " " + kFirst + " 0";
const std::string kPaused = "there: action=change&value=pausetime=2024-01-03T00:00Z";
const std::string kReleased = "here: action=change&value=pausetime=";

TEST_F(ImporterTest, MakesTheJobHereThenPausesTheOneThereThenLetsGo) {
  EXPECT_THAT(Import(kThere), HasSubstr("(daily): goes on at the new server as " +
                                        std::string(kHere) + " from action " + kFirst));
  EXPECT_THAT(changes_, ElementsAre(kMade, kPaused, kReleased));
  EXPECT_EQ(old_.pause, "2024-01-03T00:00Z");
  EXPECT_EQ(new_->pause, "");
  EXPECT_THAT(Import(kThere), HasSubstr("was imported before, as " + std::string(kHere)));
  EXPECT_THAT(changes_, IsEmpty());
}

TEST_F(ImporterTest, GivesTheJobHereWhatTheOneThereHas) {
  old_.end = Midnight(15);
  old_.concurrency = 4;
  old_.status = "SUSPENDED";
  old_.pause = "2024-01-09T00:00Z";
  EXPECT_THAT(Import(kThere), HasSubstr(", suspended as it was\n"));
  EXPECT_THAT(
      changes_,
      ElementsAre(kMade, "here: action=change&value=endtime=2024-01-15T00:00Z;concurrency=4",
                  "here: action=suspend", kPaused, kReleased + "2024-01-09T00:00Z"));
  EXPECT_EQ(new_->pause, "2024-01-09T00:00Z");
}

TEST_F(ImporterTest, TriesWithoutAnyChange) {
  EXPECT_THAT(
      Import(std::string("--dry-run|") + kThere),
      HasSubstr("(daily): would go on at the new server from action 3@2024-01-03T00:00Z\n  at the "
                "old server: pausetime=2024-01-03T00:00Z; 1 action before this time goes on\n"
                "  2 actions that wait at the old server would be made at the new server\n"));
  EXPECT_THAT(changes_, IsEmpty());
  ASSERT_THAT(Import(kThere), HasSubstr("goes on at the new server"));
  EXPECT_THAT(Import(std::string("--dry-run|") + kThere), HasSubstr("was imported before"));
}

TEST_F(ImporterTest, RefusesWhatItCannotTake) {
  knows_first_ = false;
  EXPECT_THAT(Import(kThere), HasSubstr("does not know the property hpdl.coord.first.action"));
  knows_first_ = true;
  old_.status = "KILLED";
  EXPECT_THAT(Import(kThere), HasSubstr("is KILLED at the old server"));
  EXPECT_THAT(Import(std::string("--dry-run|") + kThere), HasSubstr("is KILLED at the old server"));
  old_.status = "RUNNING";
  EXPECT_THAT(Import(std::string("-doas|ann|") + kThere),
              HasSubstr("belongs to joe at the old server, not to ann"));
  old_.end = Midnight(3);
  EXPECT_THAT(Import(kThere),
              HasSubstr("all actions have begun at the old server; nothing is left to import"));
  EXPECT_THAT(Import(std::string("--dry-run|") + kThere),
              HasSubstr("all actions have begun at the old server"));
  EXPECT_THAT(changes_, IsEmpty());
  EXPECT_THAT(Import("0000009-240101000000000-oozie-joe-C"), HasSubstr("E0604 : no such job"));
}

TEST_F(ImporterTest, WithdrawsTheJobHereIfItsDefinitionIsAnother) {
  for (const auto& [change, why] :
       {std::pair(
            +[](Coordinator* job) { job->definition = "<other/>"; }, "is not that of"),
        std::pair(
            +[](Coordinator* job) { job->start = Midnight(2); }, "differs from the start of")}) {
    Coordinator before = old_;
    change(&old_);
    EXPECT_THAT(Import(kThere), HasSubstr(why));
    EXPECT_EQ(changes_.back(), "here: action=kill");
    EXPECT_EQ(old_.pause, "");
    old_ = before;
  }
  EXPECT_THAT(Import(kThere), HasSubstr("goes on at the new server"));
  EXPECT_THAT(changes_.front(), HasSubstr(std::string(kFirst) + " 2")) << "another attempt";
}

TEST_F(ImporterTest, GoesOnWhereItWasInterrupted) {
  refusal_ = "HTTP";  // the server gives no answer
  refused_ = {"made"};
  EXPECT_THAT(Import(kThere), HasSubstr("; run the same command again to continue"));
  refused_ = {kPaused};
  EXPECT_THAT(Import(kThere), HasSubstr("the server may have carried out the change"));
  EXPECT_THAT(changes_, ElementsAre(kMade, kPaused));
  refused_ = {kReleased};
  EXPECT_THAT(Import(kThere),
              HasSubstr("waits at the new server: run the same command again to continue"));
  EXPECT_THAT(changes_, ElementsAre(kPaused, kReleased));
  refused_ = {};
  EXPECT_THAT(Import(kThere), HasSubstr("goes on at the new server"));
  EXPECT_THAT(changes_, ElementsAre(kReleased));
}

TEST_F(ImporterTest, TakesBackWhatTheServerThereRefuses) {
  refused_ = {kPaused};
  EXPECT_THAT(Import(kThere), HasSubstr("E1015 : not now"));
  EXPECT_THAT(changes_, ElementsAre(kMade, kPaused, "here: action=kill"));
  refused_ = {"made"};
  EXPECT_THAT(Import(kThere), HasSubstr("E1015 : not now"));
  EXPECT_EQ(changes_.size(), 1U);
}

TEST_F(ImporterTest, SaysThatThePauseWasNotSet) {
  ignores_ = true;
  EXPECT_THAT(Import(kThere),
              HasSubstr("the old server confirmed pausetime=2024-01-03T00:00Z for "));
}

TEST_F(ImporterTest, UndoesAnImport) {
  EXPECT_THAT(Import(std::string("--undo|") + kThere), HasSubstr("no import of"));
  old_.pause = "2024-01-09T00:00Z";
  ASSERT_THAT(Import(kThere), HasSubstr("goes on at the new server"));
  EXPECT_THAT(
      Import(std::string("--undo|") + kThere),
      HasSubstr("is as before: " + std::string(kHere) +
                " at the new server is killed, pausetime=2024-01-09T00:00Z at the old server"));
  EXPECT_THAT(changes_, ElementsAre(kReleased + "2024-01-03T00:00Z", "here: action=kill",
                                    "there: action=change&value=pausetime=2024-01-09T00:00Z"));
  EXPECT_EQ(old_.pause, "2024-01-09T00:00Z");
  EXPECT_EQ(new_->status, "KILLED");
  EXPECT_THAT(Import(std::string("--undo|") + kThere), HasSubstr("no import of"));
}

TEST_F(ImporterTest, UndoesNothingOnceAnActionHasBegunHere) {
  ASSERT_THAT(Import(kThere), HasSubstr("goes on at the new server"));
  new_->Add(3, "WAITING");
  new_->Add(4, "RUNNING");
  EXPECT_THAT(Import(std::string("--undo|") + kThere),
              HasSubstr("have begun at the new server, and an undo would run"));
  EXPECT_THAT(changes_, IsEmpty());
  new_->actions = Json::array();
  refused_ = {kReleased + "2024-01-03T00:00Z"};
  refusal_ = "E1022";
  EXPECT_THAT(Import(std::string("--undo|") + kThere),
              HasSubstr("have begun at the new server, and an undo would run"));
  EXPECT_EQ(new_->status, "PREP");
}

TEST_F(ImporterTest, FinishesAnUndoThatWasInterrupted) {
  ASSERT_THAT(Import(kThere), HasSubstr("goes on at the new server"));
  refused_ = {"there: action=change&value=pausetime="};
  EXPECT_THAT(Import(std::string("--undo|") + kThere), HasSubstr("E1015 : not now"));
  EXPECT_THAT(Import(kThere),
              HasSubstr("was interrupted: run import --undo for this coordinator again"));
  refused_ = {};
  EXPECT_THAT(Import(std::string("--undo|") + kThere), HasSubstr("is as before"));
  EXPECT_THAT(changes_, ElementsAre("there: action=change&value=pausetime="));
}

TEST_F(ImporterTest, ListsWhatThereIs) {
  there_.GiveEach([this](const testing::Request& asked) -> testing::Answer {
    if (asked.line.find("jobtype=coord") != std::string::npos) {
      return {Json{{"coordinatorjobs",
                    {{{"coordJobId", kThere}, {"user", "joe"}},
                     {{"coordJobId", kHere}, {"coordJobName", "lost"}}}}}
                  .dump()};
    }
    if (asked.line.find("jobtype=bundle") != std::string::npos) {
      return {R"({"bundlejobs":[{"bundleJobId":"1-B","bundleJobName":"all","user":"ann",
                                 "status":"PREP"}]})"};
    }
    return At(&old_, "there", asked);
  });
  const Said said = Run("import|--from|" + there_.url() + "|-state|" + home_.path() + "/state");
  EXPECT_EQ(said.code, 255) << "one of them could not be looked at";
  EXPECT_THAT(said.out, HasSubstr(std::string(kThere) + "  daily  joe   RUNNING  " + kFirst +
                                  "  2        1            -       -\n"));
  EXPECT_THAT(said.out, HasSubstr("lost   -     -        E0604 : no such job"));
  EXPECT_THAT(said.out, HasSubstr("\n1-B  all   ann   PREP\n"));
  EXPECT_THAT(there_.requests().back().line, HasSubstr("/v2/job/" + std::string(kHere)));
  const Said all =
      Run("import|--from|" + there_.url() + "|--all|-state|" + home_.path() + "/state");
  EXPECT_EQ(all.err,
            "coordinators not imported: 1, because they do not belong to joe; use -doas to import "
            "them\n");
  EXPECT_THAT(all.out, HasSubstr("goes on at the new server"));
  EXPECT_THAT(changes_, ElementsAre(kMade, kPaused, kReleased));
}

TEST_F(ImporterTest, TakesTheCoordinatorsOfABundle) {
  const std::string bundle = "0000001-240101000000000-oozie-joe-B";
  there_.GiveEach([&](const testing::Request& asked) -> testing::Answer {
    return asked.line.find(bundle) == std::string::npos
               ? At(&old_, "there", asked)
               : testing::Answer{
                     Json{{"bundleJobId", bundle}, {"bundleCoordJobs", {{{"coordJobId", kThere}}}}}
                         .dump()};
  });
  EXPECT_THAT(Import(bundle + "|-format|json"), HasSubstr("\"result\": \"imported\""));
  EXPECT_THAT(changes_, ElementsAre(kMade, kPaused, kReleased));
}

TEST_F(ImporterTest, UnderstandsItsOptions) {
  const std::string id = kThere;
  const std::pair<std::string, const char*> refusals[] = {
      {"--all|" + id, "import takes ids or --all, not both"},
      {"--undo", "import --undo takes ids, and neither --all nor --dry-run"},
      {"--undo|--all", "import --undo takes ids, and neither --all nor --dry-run"},
      {"--undo|--dry-run|" + id, "import --undo takes ids, and neither --all nor --dry-run"},
      {"-format|xml|" + id, "import takes -format text or json"},
      {"-timeout|0|" + id, "import -timeout takes a number of seconds from 1 to 86400"},
      {"-timeout|86401|" + id, "import -timeout takes a number of seconds from 1 to 86400"},
      {"x", "import takes ids of coordinators and bundles, which end with -C and -B"}};
  for (const auto& [words, why] : refusals) {
    EXPECT_EQ(Import(words), std::string("Error: ") + why + "\n") << words;
  }
  EXPECT_THAT(Run("import|--from|ftp://old").err,
              HasSubstr("of the form http://HOST:PORT/oozie for --from"));
  EXPECT_THAT(Run("import|--from|" + server_.url() + "/|" + id).err,
              HasSubstr("-oozie and --from must be different servers"));
}

}  // namespace
}  // namespace hpdl::client
