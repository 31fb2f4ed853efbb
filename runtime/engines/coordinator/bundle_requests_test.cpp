#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/testing/bundle_job_fixture.h"
#include "runtime/engines/coordinator/testing/written_coordinator.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;
using State = CoordinatorState;

// ---- definitions

class BundleDefinition : public ::testing::Test {
 protected:
  Result<DefinedBundle> Defined() {
    const ProgramTexts texts(bundle_.Get().definition, {{"user.name", "joe"}, {"k", "job"}});
    return Define(bundle_.Get(), texts, "7-B");
  }
  std::string Wrong() {
    const Result<DefinedBundle> defined = Defined();
    return defined ? "" : defined.error().code + ": " + defined.error().message;
  }

  WrittenBundle bundle_;
};

TEST_F(BundleDefinition, NamesItsCoordinatorsAndTheirProperties) {
  bundle_.Give(0, "k", "own");
  bundle_.Give(0, "oozie.bundle.id", "nobody's to give");
  bundle_.KickOff("2024-07-01T00:00Z");
  const Result<DefinedBundle> defined = Defined();
  ASSERT_TRUE(defined) << defined.error().message;
  EXPECT_EQ(defined->name, "bundle");
  EXPECT_EQ(defined->kick_off, *ReadTime("2024-07-01T00:00Z"));
  ASSERT_EQ(defined->bundled.size(), 2U);
  EXPECT_EQ(defined->bundled[0].place, 0U);
  EXPECT_EQ(defined->bundled[1].place, 1U);
  EXPECT_EQ(defined->bundled[1].name, "b");
  EXPECT_EQ(defined->bundled[1].app_path, "file:///b");
  EXPECT_FALSE(defined->bundled[1].critical);
  EXPECT_TRUE(defined->bundled[1].enabled);
  EXPECT_EQ(defined->bundled[0].properties,
            (Properties{{"user.name", "joe"},
                        {"k", "own"},
                        {"oozie.coord.application.path", "file:///a"},
                        {"oozie.bundle.id", "7-B"}}));
  EXPECT_EQ(defined->bundled[1].properties.at("k"), "job");
}

TEST_F(BundleDefinition, IsCriticalOrEnabledByTheWordTrueInAnyCase) {
  const std::pair<const char*, bool> words[] = {{"true", true},   {"TRUE", true},  {"True", true},
                                                {"false", false}, {"", false},     {"yes", false},
                                                {"tru", false},   {"truer", false}};
  for (const auto& [word, is_true] : words) {
    bundle_.Critical(0, word);
    bundle_.Enabled(0, word);
    const Result<DefinedBundle> defined = Defined();
    ASSERT_TRUE(defined);
    EXPECT_EQ(defined->bundled[0].critical, is_true) << word;
    EXPECT_EQ(defined->bundled[0].enabled, is_true) << word;
  }
}

TEST_F(BundleDefinition, WithoutAKickOffStartsAtOnce) {
  EXPECT_EQ(Defined()->kick_off, 0);
  bundle_.KickOff("");
  EXPECT_EQ(Defined()->kick_off, 0);
}

TEST_F(BundleDefinition, SaysWhatIsWrongWithIt) {
  const std::string head = "E1310: Bundle Job submission Error: [";
  bundle_.KickOff("soon");
  EXPECT_EQ(Wrong(), head +
                         "E1301: Could not read the bundle job definition, [Could not parse "
                         "[soon] using [yyyy-MM-dd'T'HH:mm'Z'] mask]]");
  bundle_.Name(1, "a");
  EXPECT_EQ(Wrong(), head + "E1304: Duplicate bundle application coordinator name [a]]");
}

TEST_F(BundleDefinition, SaysWhatHasNoValue) {
  for (const auto what : {&hpdl_bundled::name, &hpdl_bundled::app_path, &hpdl_bundled::critical,
                          &hpdl_bundled::enabled}) {
    bundle_ = WrittenBundle();
    bundle_.Break(what, &FailsAlways);
    EXPECT_THAT(Wrong(), StartsWith("E1310: Bundle Job submission Error: [E1004: "));
  }
}

// ---- requests

/// A bundle whose coordinators a-C and b-C run.
class BundleRequests : public BundleJobTest {
 protected:
  std::vector<std::string> ToldOf() {
    std::vector<std::string> told;
    for (const CoordinatorRequest& each : std::exchange(world_.told, {})) {
      std::string text = each.ToText();
      text = text.substr(text.find("verb ") + 5);
      text = text.substr(0, text.find('\n'));
      told.push_back(text + " " + each.job);
    }
    return told;
  }
};

TEST_F(BundleRequests, ItsCoordinatorsAreStartedAsTheDefinitionSays) {
  written_.Give(0, "k", "v");
  written_.CompiledIn(1, 4);
  written_.Critical(1, "true");
  Reopen();
  world_.gives_ids = true;
  Settle();
  ASSERT_EQ(world_.starts.size(), 2U);
  const WorkflowStart& a = world_.starts[0];
  const std::string id = "0000001-240601000000000-hpdl-joe-B";
  EXPECT_EQ(a.number, 0);
  EXPECT_EQ(a.parent, id);
  EXPECT_EQ(a.key, id + "/a");
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.id, "id-1");
  EXPECT_EQ(a.app_path, "file:///a");
  EXPECT_EQ(a.properties, (Properties{{"user.name", "joe"},
                                      {"k", "v"},
                                      {"oozie.coord.application.path", "file:///a"},
                                      {"oozie.bundle.id", id}}));
  EXPECT_EQ(world_.starts[1].part, 4U);
  EXPECT_EQ(world_.starts[1].number, 1);
  EXPECT_EQ(Row(0).name, "a");
  EXPECT_EQ(Row(0).coordinator_id, "id-1");
  EXPECT_FALSE(Row(0).critical);
  EXPECT_TRUE(Row(1).critical);
  EXPECT_EQ(Row(1).place, 1);
  EXPECT_EQ(Row(0).pending, 0);
  EXPECT_EQ(Row(0).state, State::kRunning);
  EXPECT_EQ(job_->row().started_ms, Ms("2024-06-01T00:00Z"));
}

TEST_F(BundleRequests, OneThatIsNotEnabledIsLeftOut) {
  written_.Enabled(0, "false");
  Reopen();
  Settle();
  EXPECT_THAT(world_.started, ElementsAre("b-C"));
  EXPECT_EQ(journal_->coordinator().Bundled()->size(), 1U);
  End("b-C", State::kSucceeded);
  EXPECT_EQ(Job(), "SUCCEEDED");
}

TEST_F(BundleRequests, WithoutCoordinatorsItFails) {
  written_.Enabled(0, "false");
  written_.Enabled(1, "false");
  Reopen();
  Settle();
  EXPECT_EQ(Job(), "FAILED");
  EXPECT_EQ(job_->row().error_code, "E1318");
  EXPECT_EQ(job_->row().error_message,
            "No coord jobs for the bundle=[0000001-240601000000000-hpdl-joe-B], fail the bundle");
  EXPECT_EQ(journal_->Jobs()->front().error_code, "E1318");
}

TEST_F(BundleRequests, ApplicationsThatAreNotThereAreLookedForAgain) {
  world_.missing.insert("file:///b");
  Settle();
  EXPECT_EQ(Job(), "PREP");
  EXPECT_EQ(job_->row().error_code, "E1001");
  EXPECT_EQ(job_->row().error_message, "Could not read the coordinator job definition, file:///b");
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-06-01T00:01Z"));
  world_.missing.clear();
  Pass(59);
  EXPECT_EQ(Job(), "PREP");
  Pass(1);
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_EQ(job_->row().error_code, "");
  EXPECT_EQ(job_->row().error_message, "");
}

TEST_F(BundleRequests, ApplicationsAreLookedAtBeforeTheStart) {
  world_.unknown = {"file:///a", "file:///b"};
  ASSERT_TRUE(job_->Beat());
  EXPECT_THAT(world_.looked, ElementsAre("file:///a", "file:///b"));
  EXPECT_THAT(world_.starts, IsEmpty());
  Settle();
  EXPECT_THAT(world_.started, ElementsAre("a-C", "b-C"));
}

TEST_F(BundleRequests, WhatIsCompiledInOrNotEnabledIsNotLookedAt) {
  written_.CompiledIn(0, 0);
  written_.Enabled(1, "no");
  Reopen();
  world_.missing = {"file:///a", "file:///b"};
  Settle();
  EXPECT_THAT(world_.started, ElementsAre("a-C"));
}

TEST_F(BundleRequests, ItStartsAtItsKickOff) {
  BundleRow row = Bundle();
  row.kick_off = *ReadTime("2024-06-01T01:00Z");
  ASSERT_TRUE(journal_->coordinator().Put(row) && journal_->Commit());
  Reopen();
  Settle();
  EXPECT_EQ(Job(), "PREP");
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-06-01T01:00Z"));
  const std::vector<Wait> waits = job_->Waits();
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].kind, Wait::Kind::kTime);
  EXPECT_EQ(waits[0].since_ms, Ms("2024-06-01T00:00Z"));
  EXPECT_EQ(waits[0].until_ms, Ms("2024-06-01T01:00Z"));
  Pass(3599);
  EXPECT_EQ(Job(), "PREP");
  Pass(1);
  EXPECT_EQ(Job(), "RUNNING");
}

TEST_F(BundleRequests, AStartIsBeforeTheKickOff) {
  BundleRow row = Bundle();
  row.kick_off = *ReadTime("2024-07-01T00:00Z");
  ASSERT_TRUE(journal_->coordinator().Put(row) && journal_->Commit());
  Reopen();
  Settle();
  world_.missing.insert("file:///a");
  EXPECT_THAT(Refusal(Of(Verb::kStart)), HasSubstr("E1001: "));
  EXPECT_EQ(job_->row().error_code, "E1001");
  world_.missing.clear();
  world_.unknown.insert("file:///a");
  const auto later = job_->Ask(Of(Verb::kStart));
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().code, kAskAgain);
  EXPECT_EQ(later.error().error_class, ErrorClass::kTransient);
  Settle();
  EXPECT_EQ(Job(), "PREP");
  EXPECT_THAT(*Ask(Of(Verb::kStart)), IsEmpty());
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_EQ(world_.starts.size(), 2U);
  EXPECT_THAT(*Ask(Of(Verb::kStart)), IsEmpty()) << "it has started";
  EXPECT_EQ(world_.starts.size(), 2U);
}

TEST_F(BundleRequests, ACoordinatorThatCannotBeStartedEndsTheOthers) {
  Settle();
  const auto refused = [this](const char* code) {
    world_.refusal = Error{ErrorClass::kError, code, "why"};
  };
  refused("E0504");
  Become(State::kRunning);
  BundledRow row = Row(1);
  row.coordinator_id.clear();
  row.pending = 1;
  ASSERT_TRUE(journal_->coordinator().Put(row) && journal_->Commit());
  Reopen();
  Settle();
  EXPECT_EQ(Row(1).error_code, "E0504");
  EXPECT_EQ(Row(1).error_message, "why");
  EXPECT_EQ(Row(1).state, State::kFailed);
  EXPECT_EQ(Row(1).pending, 0);
  EXPECT_EQ(Row(1).coordinator_id, "");
  EXPECT_THAT(ToldOf(), ElementsAre("kill a-C"));
  End("a-C", State::kKilled);
  EXPECT_EQ(Job(), "FAILED");
  EXPECT_TRUE(job_->IsOver());
}

TEST_F(BundleRequests, WhatIsAskedOfItGoesToItsCoordinators) {
  Settle();
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  EXPECT_EQ(Job(), "SUSPENDED");
  EXPECT_EQ(Bundle().suspended_ms, Ms("2024-06-01T00:00Z"));
  EXPECT_THAT(ToldOf(), ElementsAre("suspend a-C", "suspend b-C"));
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  EXPECT_THAT(ToldOf(), IsEmpty()) << "it is suspended";
  End("a-C", State::kSuspended);
  End("b-C", State::kSuspended);
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  EXPECT_EQ(Bundle().suspended_ms, 0);
  EXPECT_THAT(ToldOf(), ElementsAre("resume a-C", "resume b-C"));
  End("a-C", State::kRunning);
  End("b-C", State::kRunning);
  EXPECT_EQ(Job(), "RUNNING");
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  EXPECT_THAT(ToldOf(), IsEmpty());
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill)));
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(Job(), "KILLED");
  world_.states["a-C"] = world_.states["b-C"] = State::kKilled;
  Settle();
  EXPECT_THAT(ToldOf(), ElementsAre("kill a-C", "kill b-C"));
  EXPECT_EQ(Job(), "KILLED");
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  EXPECT_THAT(ToldOf(), IsEmpty());
}

TEST_F(BundleRequests, EachVerbIsForCoordinatorsInSomeStates) {
  const auto told = [this](Verb verb, State bundle, State coordinator) {
    world_.states["a-C"] = coordinator;
    world_.states["b-C"] = State::kSucceeded;
    Become(bundle);
    EXPECT_TRUE(job_->Ask(Of(verb)));
    EXPECT_TRUE(job_->Beat());
    world_.Answer(job_.get());
    EXPECT_TRUE(job_->Beat());
    const std::vector<std::string> all = ToldOf();
    return std::count_if(all.begin(), all.end(), [](auto& each) { return each.ends_with("a-C"); });
  };
  Settle();
  const std::pair<State, const char*> states[] = {{State::kPrep, "suspend kill"},
                                                  {State::kPrepSuspended, "resume kill"},
                                                  {State::kPrepPaused, "kill"},
                                                  {State::kRunning, "suspend kill"},
                                                  {State::kRunningWithError, "suspend kill"},
                                                  {State::kSuspended, "resume kill"},
                                                  {State::kSuspendedWithError, "resume kill"},
                                                  {State::kPaused, "suspend kill"},
                                                  {State::kPausedWithError, "suspend kill"},
                                                  {State::kSucceeded, ""},
                                                  {State::kDoneWithError, ""},
                                                  {State::kKilled, ""},
                                                  {State::kFailed, ""},
                                                  {State::kIgnored, ""}};
  for (const auto& [state, verbs] : states) {
    const std::string all = verbs;
    SCOPED_TRACE(WordOf(state));
    EXPECT_EQ(told(Verb::kSuspend, State::kRunning, state),
              (all.find("suspend") != std::string::npos) ? 1 : 0);
    EXPECT_EQ(told(Verb::kResume, State::kSuspended, state),
              (all.find("resume") != std::string::npos) ? 1 : 0);
    EXPECT_EQ(told(Verb::kKill, State::kRunning, state),
              (all.find("kill") != std::string::npos) ? 1 : 0);
  }
}

/// Oozie does not suspend such a coordinator, which then starts under the suspended bundle.
TEST_F(BundleRequests, ASettingSuspendsCoordinatorsThatArePausedBeforeTheirStart) {
  Settle();
  for (const bool reaches : {false, true}) {
    settings_.bundle_suspends_prep_paused = reaches;
    world_.states = {{"a-C", State::kPrepPaused}, {"b-C", State::kSucceeded}};
    Become(State::kPaused);
    Settle();
    ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
    EXPECT_EQ(Job(), "SUSPENDED");
    const std::vector<std::string> told = ToldOf();
    EXPECT_EQ(told, reaches ? std::vector<std::string>{"suspend a-C"} : std::vector<std::string>());
    End("a-C", reaches ? State::kPrepSuspended : State::kRunning);
    EXPECT_EQ(Job(), "SUSPENDED");
  }
  ASSERT_TRUE(Ask(Of(Verb::kResume)));
  EXPECT_THAT(ToldOf(), ElementsAre("resume a-C"));
}

/// The bundle treats a coordinator as suspended once it has sent the suspend request, even before
/// the coordinator's state is SUSPENDED.
TEST_F(BundleRequests, AResumeFollowsASuspensionThatIsUnderWay) {
  Settle();
  ASSERT_TRUE(job_->Ask(Of(Verb::kSuspend)));
  ASSERT_TRUE(job_->Ask(Of(Verb::kSuspend)));
  ASSERT_TRUE(job_->Ask(Of(Verb::kResume)));
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill)));
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill)));
  Settle();
  EXPECT_THAT(ToldOf(), ElementsAre("suspend a-C", "suspend b-C", "resume a-C", "resume b-C",
                                    "kill a-C", "kill b-C"));
}

TEST_F(BundleRequests, AKillBeforeTheKickOffEndsIt) {
  BundleRow row = Bundle();
  row.kick_off = *ReadTime("2024-07-01T00:00Z");
  ASSERT_TRUE(journal_->coordinator().Put(row) && journal_->Commit());
  Reopen();
  Settle();
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  EXPECT_EQ(Job(), "KILLED");
  EXPECT_TRUE(job_->IsOver());
  EXPECT_NE(job_->row().ended_ms, 0);
  EXPECT_THAT(world_.starts, IsEmpty());
}

/// The program may die after it has committed the pending starts and before it starts the
/// coordinators. A kill then removes the pending starts.
TEST_F(BundleRequests, AKillTakesBackStartsThatNobodyHasAskedFor) {
  world_.answers = false;
  ASSERT_TRUE(job_->Beat());
  world_.answers = true;
  Reopen();
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  EXPECT_EQ(world_.starts.size(), 2U) << "of before";
  EXPECT_EQ(Row(0).state, State::kKilled);
  EXPECT_EQ(Row(0).pending, 0);
  EXPECT_EQ(Job(), "KILLED");
}

TEST_F(BundleRequests, ACoordinatorThatComesAfterTheKillIsKilled) {
  ASSERT_TRUE(job_->Beat());
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill)));
  Settle();
  EXPECT_THAT(ToldOf(), ElementsAre("kill a-C", "kill b-C"));
}

TEST_F(BundleRequests, ARequestThatFailsIsToldAndTheNextOneFollows) {
  Settle();
  world_.undone = Error{ErrorClass::kError, "E0508", "not yours"};
  ASSERT_TRUE(Ask(Of(Verb::kSuspend)));
  EXPECT_EQ(Row(0).error_code, "E0508");
  EXPECT_EQ(Row(0).error_message, "not yours");
  EXPECT_EQ(Row(0).pending, 0);
  EXPECT_EQ(Row(0).requests, "");
  world_.undone.reset();
  ASSERT_TRUE(Ask(Of(Verb::kKill)));
  EXPECT_EQ(Row(0).error_code, "");
  EXPECT_EQ(Row(0).error_message, "");
}

TEST_F(BundleRequests, ThosesForCoordinatorsAloneAreRefused) {
  Settle();
  for (const Verb verb : {Verb::kIgnore, Verb::kUpdate}) {
    EXPECT_EQ(Refusal(Of(verb)),
              "E0302: Invalid parameter [this request is for coordinators, not for bundles]");
  }
}

// ---- change

TEST_F(BundleRequests, APauseGoesToItsCoordinatorsToo) {
  Settle();
  ASSERT_TRUE(Ask(ChangeTo("pausetime=2024-06-01T02:00Z")));
  EXPECT_EQ(Bundle().pause, *ReadTime("2024-06-01T02:00Z"));
  ASSERT_EQ(world_.told.size(), 2U);
  EXPECT_EQ(world_.told[0].value, "pausetime=2024-06-01T02:00Z");
  EXPECT_THAT(ToldOf(), ElementsAre("change a-C", "change b-C"));
  EXPECT_EQ(*job_->NextBeatMs(), Ms("2024-06-01T02:00Z"));
  Pass(7199);
  EXPECT_EQ(Job(), "RUNNING");
  Pass(1);
  EXPECT_EQ(Job(), "PAUSED");
  ASSERT_TRUE(Ask(ChangeTo("pausetime=")));
  EXPECT_EQ(Bundle().pause, 0);
  EXPECT_EQ(Job(), "RUNNING");
}

TEST_F(BundleRequests, AChangeSaysWhatIsWrongWithIt) {
  BundleRow row = Bundle();
  row.kick_off = *ReadTime("2024-05-01T00:00Z");
  ASSERT_TRUE(journal_->coordinator().Put(row) && journal_->Commit());
  Reopen();
  Settle();
  const std::string head = "E1317: Invalid bundle job change value ";
  EXPECT_EQ(Refusal(ChangeTo("concurrency=1")),
            head + "concurrency=1, can only change pausetime or end time");
  EXPECT_EQ(Refusal(ChangeTo("status=RUNNING")),
            head + "status=RUNNING, can only change pausetime or end time");
  EXPECT_EQ(Refusal(ChangeTo("endtime=soon")), head + "soon, is not a valid date");
  EXPECT_EQ(Refusal(ChangeTo("pausetime=2024-05-31T23:59Z")),
            head + "pausetime=2024-05-31T23:59Z, must be a non-past time");
  EXPECT_EQ(Refusal(ChangeTo("endtime=2024-04-30T23:59Z")),
            head + "endtime=2024-04-30T23:59Z, the end must not be before the kick-off");
  EXPECT_THAT(Refusal(ChangeTo("x")), HasSubstr("E1015: "));
  EXPECT_THAT(ToldOf(), IsEmpty());
  EXPECT_EQ(Refusal(ChangeTo("pausetime=2024-06-01T00:00Z")), "") << "now is not past";
  EXPECT_EQ(Refusal(ChangeTo("endtime=2024-05-01T00:00Z")), "");
  EXPECT_EQ(Bundle().end, *ReadTime("2024-05-01T00:00Z"));
}

TEST_F(BundleRequests, ALaterEndHasItGoOn) {
  Settle();
  End("a-C", State::kSucceeded);
  End("b-C", State::kSucceeded);
  ASSERT_EQ(Job(), "SUCCEEDED");
  EXPECT_NE(job_->row().ended_ms, 0);
  ASSERT_TRUE(Ask(ChangeTo("pausetime=2024-07-01T00:00Z")));
  EXPECT_THAT(ToldOf(), IsEmpty()) << "no pause of what is over";
  EXPECT_EQ(Bundle().pause, 0);
  ASSERT_TRUE(job_->Ask(ChangeTo("endtime=2024-07-01T00:00Z")));
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_EQ(Bundle().end, *ReadTime("2024-07-01T00:00Z"));
  EXPECT_EQ(job_->row().ended_ms, 0);
  Settle();
  EXPECT_THAT(ToldOf(), ElementsAre("change a-C", "change b-C"));
}

TEST_F(BundleRequests, AKilledOneOrAKilledCoordinatorIsNotChanged) {
  Settle();
  End("a-C", State::kKilled);
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-07-01T00:00Z")));
  EXPECT_THAT(ToldOf(), ElementsAre("change b-C"));
  ASSERT_TRUE(job_->Ask(Of(Verb::kKill)));
  world_.states["b-C"] = State::kKilled;
  Settle();
  ToldOf();
  ASSERT_TRUE(Ask(ChangeTo("endtime=2024-08-01T00:00Z")));
  EXPECT_THAT(ToldOf(), IsEmpty());
  EXPECT_EQ(Bundle().end, *ReadTime("2024-07-01T00:00Z"));
}

// ---- rerun and SLA agreements

TEST_F(BundleRequests, ARerunByNamesIsOfAllTimes) {
  Settle();
  CoordinatorRequest rerun = Of(Verb::kRerun);
  rerun.coordinators = "b";
  rerun.nocleanup = true;
  ASSERT_TRUE(Ask(rerun));
  ASSERT_EQ(world_.told.size(), 1U);
  EXPECT_EQ(world_.told[0].job, "b-C");
  EXPECT_EQ(world_.told[0].scope, Scope::kDate);
  EXPECT_EQ(world_.told[0].actions, "1970-01-01T00:00Z::9999-12-31T23:59Z");
  EXPECT_EQ(world_.told[0].coordinators, "");
  EXPECT_TRUE(world_.told[0].nocleanup);
}

TEST_F(BundleRequests, ARerunByDatesIsOfAllCoordinators) {
  Settle();
  End("a-C", State::kSucceeded);
  End("b-C", State::kSucceeded);
  CoordinatorRequest rerun = Of(Verb::kRerun);
  rerun.scope = Scope::kDate;
  rerun.actions = "2024-01-01T00:00Z";
  ASSERT_TRUE(job_->Ask(rerun));
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(Job(), "RUNNING");
  Settle();
  EXPECT_THAT(ToldOf(), ElementsAre("rerun a-C", "rerun b-C"));
}

/// Oozie ignores names that its bundle does not have.
TEST_F(BundleRequests, ARerunOfNothingIsSwallowed) {
  Settle();
  ASSERT_TRUE(Ask(Of(Verb::kRerun)));
  EXPECT_THAT(ToldOf(), IsEmpty()) << "neither names nor dates";
  CoordinatorRequest rerun = Of(Verb::kRerun);
  rerun.coordinators = "x,y";
  End("a-C", State::kSucceeded);
  End("b-C", State::kSucceeded);
  ASSERT_TRUE(Ask(rerun));
  EXPECT_THAT(ToldOf(), IsEmpty()) << "it has no such coordinators";
  EXPECT_EQ(Job(), "SUCCEEDED");
  rerun.coordinators = "x, b";
  ASSERT_TRUE(Ask(rerun));
  EXPECT_THAT(ToldOf(), ElementsAre("rerun b-C")) << "without the blank and the unknown name";
}

TEST_F(BundleRequests, NoRerunOfWhatHasNotBegunOrIsLost) {
  Settle();
  CoordinatorRequest rerun = Of(Verb::kRerun);
  rerun.coordinators = "a,b";
  for (const State state :
       {State::kPrep, State::kPrepSuspended, State::kPrepPaused, State::kKilled, State::kFailed}) {
    SCOPED_TRACE(WordOf(state));
    Become(state);
    ASSERT_TRUE(job_->Ask(rerun));
    EXPECT_EQ(Row(0).requests, "");
    ASSERT_TRUE(job_->Beat());
    EXPECT_THAT(ToldOf(), Not(::testing::Contains(StartsWith("rerun"))));
    world_.Forget();
  }
}

TEST_F(BundleRequests, CommandsAboutAgreementsGoToTheCoordinatorsThatAreNamed) {
  Settle();
  for (const Verb verb : {Verb::kSlaEnable, Verb::kSlaDisable, Verb::kSlaChange}) {
    CoordinatorRequest request = Of(verb);
    request.value = "sla-should-end=5";
    request.scope = Scope::kDate;
    request.actions = "2024-01-01T00:00Z";
    request.coordinators = "x,b";
    ASSERT_TRUE(Ask(request));
    ASSERT_EQ(world_.told.size(), 1U);
    EXPECT_EQ(world_.told[0].verb, verb);
    EXPECT_EQ(world_.told[0].job, "b-C");
    EXPECT_EQ(world_.told[0].value, "sla-should-end=5");
    EXPECT_EQ(world_.told[0].actions, "2024-01-01T00:00Z");
    request.coordinators = "";
    world_.told.clear();
    ASSERT_TRUE(Ask(request));
    EXPECT_EQ(world_.told.size(), 2U);
    world_.told.clear();
  }
  CoordinatorRequest by_id = Of(Verb::kSlaEnable);
  by_id.coordinators = "a-C";
  ASSERT_TRUE(Ask(by_id));
  EXPECT_THAT(ToldOf(), ElementsAre("sla-enable a-C"));
  CoordinatorRequest unknown = Of(Verb::kSlaDisable);
  unknown.coordinators = "x";
  EXPECT_EQ(Refusal(unknown), "E1026: SLA alert update command failed: No record found");
  CoordinatorRequest wrong = Of(Verb::kSlaChange);
  wrong.value = "nonsense";
  EXPECT_THAT(Refusal(wrong), StartsWith("E10"));
  EXPECT_THAT(ToldOf(), IsEmpty());
}

// ---- the states of the bundle

TEST_F(BundleRequests, WhatItTellsOfIsDurable) {
  std::vector<std::string> news;
  job_->on_news = [&](const ScheduleNews& each) {
    news.push_back(each.name + " " + each.state + " " + each.job_id);
  };
  Settle();
  EXPECT_THAT(news,
              ElementsAre("a PREP ", "b PREP ", " RUNNING ", "a RUNNING a-C", "b RUNNING b-C"));
  news.clear();
  End("a-C", State::kDoneWithError);
  EXPECT_THAT(news, ElementsAre("a DONEWITHERROR a-C", " RUNNINGWITHERROR "));
}

TEST_F(BundleRequests, ItWaitsForItsCoordinators) {
  Settle();
  const std::vector<Wait> waits = job_->Waits();
  ASSERT_EQ(waits.size(), 2U);
  const JobState runs = JobStateOf(JobType::kCoordinator, State::kRunning);
  EXPECT_EQ(waits[0].kind, Wait::Kind::kJob);
  EXPECT_THAT(waits[0].what, ElementsAre("a-C", std::to_string(static_cast<int>(runs))));
  EXPECT_EQ(waits[0].since_ms, Row(0).modified_ms);
  EXPECT_EQ(waits[0].until_ms, 0);
  EXPECT_EQ(job_->NextBeatMs(), std::nullopt);
  job_->Seen();
  EXPECT_EQ(job_->NextBeatMs(), Ms("2024-06-01T00:00Z"));
}

TEST_F(BundleRequests, AnAnswerToWhatNobodyHasAskedOfItIsPassedOver) {
  Settle();
  job_->Started(0, std::string("other"));
  job_->Started(9, std::string("other"));
  job_->Done(0, Error{ErrorClass::kError, "E1", "x"});
  job_->Done(9, {});
  EXPECT_TRUE(job_->IsIdle());
  Settle();
  EXPECT_EQ(Row(0).coordinator_id, "a-C");
  EXPECT_EQ(Row(0).error_code, "");
}

TEST_F(BundleRequests, ItsNoteOfParkingIsKeptUntilTheNextBeat) {
  Settle();
  ASSERT_TRUE(job_->Park("note"));
  EXPECT_EQ(journal_->Jobs()->front().parked, "note");
  Reopen();
  job_->Unpark();
  ASSERT_TRUE(job_->Beat());
  EXPECT_EQ(journal_->Jobs()->front().parked, std::nullopt);
}

TEST_F(BundleRequests, AJournalWithoutABundleIsDamaged) {
  Settle();
  BundledRow row = Row(0);
  row.requests = "nonsense";
  ASSERT_TRUE(journal_->coordinator().Put(row) && journal_->Commit());
  const auto broken = BundleJob::Open(written_.Get(), {}, *journal_, world_);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, "E0713");
  EXPECT_EQ(broken.error().message,
            "the journal has a request to coordinator a that cannot be read");
  JobRow job = journal_->Jobs()->front();
  job.state = JobState::kRunning;
  ASSERT_TRUE(journal_->PutJob(job) && journal_->Commit());
  const auto other = BundleJob::Open(written_.Get(), {}, *journal_, world_);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, "E0713");
  EXPECT_EQ(other.error().message, "the journal has no bundle");
  const auto empty = SqliteJournal::Create(temporary_.path() + "/other.db");
  ASSERT_TRUE(empty);
  EXPECT_EQ(BundleJob::Open(written_.Get(), {}, **empty, world_).error().code, "E0713");
  job.state = JobStateOf(JobType::kBundle, State::kPrep);
  ASSERT_TRUE((*empty)->PutJob(job) && (*empty)->Commit());
  EXPECT_EQ(BundleJob::Open(written_.Get(), {}, **empty, world_).error().code, "E0713");
}

}  // namespace
}  // namespace hpdl::rt
