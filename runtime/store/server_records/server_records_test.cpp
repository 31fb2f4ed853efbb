#include "runtime/store/server_records/server_records.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/sqlite/testing/faulty_disk.h"

namespace hpdl::rt {
namespace {

class ServerRecordsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto state = StateDirectory::Open(root_ + "/state", true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    Reopen();
  }
  void Reopen() {
    records_.reset();
    auto records = ServerRecords::Open(*state_);
    ASSERT_TRUE(records) << records.error().message;
    records_ = std::move(*records);
  }
  static ServedJob Job(const std::string& id, const std::string& key = "") {
    return {id, "joe", key, "d1", "/programs/p", "a=1\n", true};
  }
  std::optional<ServedJob> Find(const std::string& id) {
    const auto found = records_->Find(id);
    EXPECT_TRUE(found) << found.error().message;
    return found ? *found : std::nullopt;
  }
  std::vector<std::string> Unsettled() {
    std::vector<std::string> ids;
    const auto jobs = records_->Unsettled();
    EXPECT_TRUE(jobs);
    for (const ServedJob& job : jobs ? *jobs : std::vector<ServedJob>()) {
      ids.push_back(job.id);
    }
    return ids;
  }

  testing::TemporaryFolder folder_;
  std::string root_ = folder_.path();
  std::unique_ptr<StateDirectory> state_;
  std::unique_ptr<ServerRecords> records_;
};

TEST_F(ServerRecordsTest, TheFirstSubmissionOfAllOutlivesAPowerCut) {
  const std::string first = root_ + "/first", left = root_ + "/left";
  const testing::FaultyDisk disk("/first/server.db");
  auto state = StateDirectory::Open(first, true);
  ASSERT_TRUE(state);
  state_ = std::move(*state);
  Reopen();
  ASSERT_TRUE(records_->Add(Job("1-W", "k")));
  disk.CopySynced(first, left);
  ASSERT_EQ(chmod(left.c_str(), 0700), 0);
  state = StateDirectory::Open(left, true);
  ASSERT_TRUE(state) << state.error().message;
  state_ = std::move(*state);
  Reopen();
  EXPECT_TRUE(Find("1-W"));
  records_.reset();  // must be closed before the disk is destroyed
  state_.reset();
}

TEST_F(ServerRecordsTest, WhatTheJournalSaysTooIsDurableWithTheNextChange) {
  const std::string first = root_ + "/first";
  const testing::FaultyDisk disk("/first/server.db");
  state_ = std::move(*StateDirectory::Open(first, true));
  Reopen();
  const auto left = [&](const std::string& name) {
    const std::string path = root_ + "/" + name;
    disk.CopySynced(first, path);
    EXPECT_EQ(chmod(path.c_str(), 0700), 0);
    const auto state = std::move(*StateDirectory::Open(path, true));
    const auto records = std::move(*ServerRecords::Open(*state));
    const auto job = *records->Find("1-W");
    return !job              ? std::string("none")
           : job->properties ? "to be made"
           : job->wanted     ? "wanted"
                             : "kept";
  };
  ASSERT_TRUE(records_->Add(Job("1-W", "k")));
  EXPECT_EQ(left("added"), "to be made");
  ASSERT_TRUE(records_->SetMade("1-W"));
  EXPECT_EQ(left("made"), "to be made") << "which may be done again";
  ASSERT_TRUE(records_->Add(Job("2-W")));
  EXPECT_EQ(left("with the next"), "wanted");
  ASSERT_TRUE(records_->SetWanted("1-W", false));
  EXPECT_EQ(left("ended"), "wanted") << "until somebody looks at it";
  ASSERT_TRUE(records_->SetWanted("2-W", true));
  EXPECT_EQ(left("with the one after"), "kept");
  records_.reset();  // must be closed before the disk is destroyed
  state_.reset();
}

TEST_F(ServerRecordsTest, WhatWasSubmittedIsThereAfterTheEnd) {
  ASSERT_TRUE(records_->Add(Job("1-W", "k")));
  Reopen();
  const auto job = Find("1-W");
  ASSERT_TRUE(job);
  EXPECT_EQ(job->user, "joe");
  EXPECT_EQ(job->key, "k");
  EXPECT_EQ(job->digest, "d1");
  EXPECT_EQ(job->program, "/programs/p");
  EXPECT_EQ(job->properties, "a=1\n");
  EXPECT_TRUE(job->wanted);
  EXPECT_FALSE(Find("2-W"));
}

TEST_F(ServerRecordsTest, PropertiesGoOnceTheJobIsMade) {
  ASSERT_TRUE(records_->Add(Job("1-W")));
  ASSERT_TRUE(records_->SetMade("1-W"));
  EXPECT_FALSE(Find("1-W")->properties);
  EXPECT_TRUE(Find("1-W")->wanted);
}

TEST_F(ServerRecordsTest, WhatHasEndedIsKeptOnlyForItsKey) {
  ASSERT_TRUE(records_->Add(Job("1-W", "k")));
  ASSERT_TRUE(records_->SetOver("1-W"));
  EXPECT_FALSE(Find("1-W")->properties);
  EXPECT_FALSE(Find("1-W")->wanted);
  ASSERT_TRUE(records_->Add(Job("2-W")));
  ASSERT_TRUE(records_->SetOver("2-W"));
  EXPECT_FALSE(Find("2-W"));
}

TEST_F(ServerRecordsTest, AKeyIsOfItsUser) {
  ASSERT_TRUE(records_->Add(Job("1-W", "k")));
  ServedJob other = Job("2-W", "k");
  other.user = "ann";
  ASSERT_TRUE(records_->Add(other));
  EXPECT_FALSE(records_->Add(Job("3-W", "k")));  // the user has another job with this key
  EXPECT_EQ((*records_->FindKey("joe", "k"))->id, "1-W");
  EXPECT_EQ((*records_->FindKey("ann", "k"))->id, "2-W");
  EXPECT_FALSE(*records_->FindKey("bob", "k"));
  EXPECT_TRUE(*records_->FindAnyKey("k"));
  EXPECT_FALSE(*records_->FindAnyKey("l"));
  EXPECT_FALSE(*records_->FindAnyKey(""));
}

TEST_F(ServerRecordsTest, AnExternalIdIsOfItsUser) {
  ServedJob mine = Job("1-W"), other = Job("2-W");
  mine.external = other.external = "e";
  other.user = "ann";
  ASSERT_TRUE(records_->Add(mine));
  ASSERT_TRUE(records_->Add(other));
  mine.id = "3-W";
  ASSERT_TRUE(records_->Add(mine));
  Reopen();
  EXPECT_EQ((*records_->FindExternal("joe", "e"))->id, "3-W") << "the newest";
  ASSERT_TRUE(records_->Remove("3-W"));
  EXPECT_EQ((*records_->FindExternal("joe", "e"))->id, "1-W");
  EXPECT_EQ((*records_->FindExternal("ann", "e"))->id, "2-W");
  EXPECT_EQ((*records_->FindExternal("", "e"))->id, "2-W");
  EXPECT_EQ(Find("1-W")->external, "e");
  EXPECT_FALSE(*records_->FindExternal("bob", "e"));
  EXPECT_FALSE(*records_->FindExternal("joe", ""));
  ASSERT_TRUE(records_->Remove("1-W"));
  EXPECT_FALSE(*records_->FindExternal("joe", "e"));
  EXPECT_TRUE(records_->Add(mine));
}

TEST_F(ServerRecordsTest, AnExternalIdGoesWithItsJob) {
  ServedJob job = Job("1-W");
  job.external = "e";
  ASSERT_TRUE(records_->Add(job));
  EXPECT_EQ(records_->RemoveSettled({"1-W"})->size(), 1U) << "it is wanted";
  EXPECT_TRUE(*records_->FindExternal("joe", "e"));
  ASSERT_TRUE(records_->SetMade("1-W"));
  ASSERT_TRUE(records_->SetWanted("1-W", false));
  EXPECT_TRUE(records_->RemoveSettled({"1-W"})->empty());
  EXPECT_FALSE(*records_->FindExternal("joe", "e"));
  job.id = "2-W";
  EXPECT_TRUE(records_->Add(job)) << "it may be used again";
}

TEST_F(ServerRecordsTest, WhatAJobCameFromIsKept) {
  for (const char* id : {"1-W", "2-W", "3-W"}) {
    ServedJob job = Job(id);
    job.parent = *id == '2' ? "" : "0-W";
    ASSERT_TRUE(records_->Add(job));
    ASSERT_TRUE(records_->SetMade(id));
    ASSERT_TRUE(records_->SetWanted(id, false));
  }
  EXPECT_EQ(*records_->Children("0-W"), (std::vector<std::string>{"1-W", "3-W"}));
  EXPECT_EQ(*records_->Children(""), std::vector<std::string>());
  EXPECT_EQ(Find("3-W")->parent, "0-W");
  EXPECT_FALSE(Find("2-W"));
}

TEST_F(ServerRecordsTest, NoKeyIsNoKey) {
  ASSERT_TRUE(records_->Add(Job("1-W")));
  ASSERT_TRUE(records_->Add(Job("2-W")));
  EXPECT_FALSE(*records_->FindKey("joe", ""));
}

TEST_F(ServerRecordsTest, UnsettledIsWhatIsWantedOrNotMade) {
  ServedJob waits = Job("3-W");
  waits.wanted = false;
  for (const ServedJob& job : {Job("1-W"), Job("2-W"), waits}) {
    ASSERT_TRUE(records_->Add(job));
  }
  ASSERT_TRUE(records_->SetMade("1-W"));
  ASSERT_TRUE(records_->SetMade("2-W"));
  ASSERT_TRUE(records_->SetWanted("2-W", false));
  EXPECT_EQ(Unsettled(), (std::vector<std::string>{"1-W", "3-W"}));
  ASSERT_TRUE(records_->Remove("3-W"));
  EXPECT_EQ(Unsettled(), std::vector<std::string>{"1-W"});
}

TEST_F(ServerRecordsTest, OnlyAKeyIsKeptOfWhatIsNotWanted) {
  ASSERT_TRUE(records_->Add(Job("1-W")));
  ASSERT_TRUE(records_->Add(Job("2-W", "k")));
  for (const char* id : {"1-W", "2-W"}) {
    ASSERT_TRUE(records_->SetMade(id));
    ASSERT_TRUE(records_->SetWanted(id, false));
  }
  EXPECT_FALSE(Find("1-W"));
  EXPECT_FALSE(Find("2-W")->wanted);
  ASSERT_TRUE(records_->SetWanted("2-W", true));
  EXPECT_EQ(Unsettled(), std::vector<std::string>{"2-W"});
}

TEST_F(ServerRecordsTest, AJobThatCameOtherwiseCanBeWanted) {
  ASSERT_TRUE(records_->SetWanted("9-W", true));
  EXPECT_EQ(Unsettled(), std::vector<std::string>{"9-W"});
  EXPECT_FALSE(Find("9-W")->properties);
}

TEST_F(ServerRecordsTest, CrashesAreCountedAnewOnceItIsWantedAgain) {
  ASSERT_TRUE(records_->Add(Job("1-W")));
  ASSERT_TRUE(records_->SetCrashes("1-W", 2, "m"));
  EXPECT_EQ(Find("1-W")->crashes, 2);
  EXPECT_EQ(Find("1-W")->mark, "m");
  ASSERT_TRUE(records_->SetWanted("1-W", true));
  EXPECT_EQ(Find("1-W")->crashes, 0);
  EXPECT_EQ(Find("1-W")->properties, "a=1\n");
}

TEST_F(ServerRecordsTest, ProgramsOfApplications) {
  EXPECT_EQ(*records_->FindProgram("joe:1"), "");
  ASSERT_TRUE(records_->PutProgram("joe:1", "/p/1"));
  ASSERT_TRUE(records_->PutProgram("joe:1", "/p/2"));
  Reopen();
  EXPECT_EQ(*records_->FindProgram("joe:1"), "/p/2");
}

TEST_F(ServerRecordsTest, ProgramsAndTheirParts) {
  using Parts = std::map<std::string, std::string>;
  const Parts two = {{"/a", "1"}, {"/b", "2"}}, one = {{"/b", "3"}};
  ASSERT_TRUE(records_->PutProgram("joe:1", "/p/1", two));
  ASSERT_TRUE(records_->PutProgram("joe:2", "/p/1", two));
  ASSERT_TRUE(records_->PutProgram("joe:1", "/p/2", one));
  Reopen();
  EXPECT_EQ(*records_->PartsOf("joe:1"), one);
  EXPECT_EQ(*records_->PartsOf("joe:2"), two);
  EXPECT_EQ(*records_->PartsOf("joe:3"), Parts());
}

TEST_F(ServerRecordsTest, TheFileIsForItsOwnerAlone) {
  struct stat info{};
  for (const char* name : {"/state/server.db", "/state/server.db-wal"}) {
    ASSERT_EQ(stat((root_ + name).c_str(), &info), 0) << name;
    EXPECT_EQ(info.st_mode & 0777, 0600U) << name;
  }
}

TEST_F(ServerRecordsTest, ALinkInItsPlaceIsRefused) {
  records_.reset();
  const std::string path = root_ + "/state/server.db";
  ASSERT_EQ(rename(path.c_str(), (root_ + "/elsewhere").c_str()), 0);
  ASSERT_EQ(symlink((root_ + "/elsewhere").c_str(), path.c_str()), 0);
  EXPECT_FALSE(ServerRecords::Open(*state_));
}

TEST_F(ServerRecordsTest, WhatIsSettledIsRemovedTogether) {
  for (const char* id : {"1-W", "2-W", "3-W", "4-W"}) {
    ASSERT_TRUE(records_->Add(Job(id, id)));
  }
  ASSERT_TRUE(records_->SetMade("1-W"));
  ASSERT_TRUE(records_->SetWanted("1-W", false));
  ASSERT_TRUE(records_->SetMade("2-W"));           // this job stays: it should run
  ASSERT_TRUE(records_->SetWanted("3-W", false));  // this job stays: it is not made yet
  const auto left = records_->RemoveSettled({"1-W", "2-W", "3-W", "5-W"});
  ASSERT_TRUE(left) << left.error().message;
  EXPECT_EQ(*left, (std::set<std::string>{"2-W", "3-W"}));
  Reopen();
  EXPECT_FALSE(Find("1-W"));
  EXPECT_TRUE(Find("2-W") && Find("3-W") && Find("4-W"));
}

TEST_F(ServerRecordsTest, WhatWasAskedLast) {
  using Asked = std::map<std::string, std::string>;
  ASSERT_TRUE(records_->SetAsked("1-W", "suspend"));
  ASSERT_TRUE(records_->SetAsked("1-W", "kill"));
  ASSERT_TRUE(records_->SetAsked("2-W", "resume"));
  // The request `suspend` is done after another request has replaced it.
  ASSERT_TRUE(records_->ClearAsked("1-W", "suspend"));
  Reopen();
  EXPECT_EQ(*records_->Asked(), (Asked{{"1-W", "kill"}, {"2-W", "resume"}}));
  EXPECT_EQ(*records_->AskedOf("1-W"), "kill");
  ASSERT_TRUE(records_->ClearAsked("1-W", "kill"));
  EXPECT_EQ(*records_->AskedOf("1-W"), "");
  ASSERT_TRUE(records_->ClearAsked("2-W"));
  EXPECT_EQ(*records_->Asked(), Asked());
}

TEST_F(ServerRecordsTest, WarningsStayWithTheProgram) {
  ASSERT_TRUE(records_->PutProgram("app", "/programs/p", {}, "w:1:1: warning: odd\nmore"));
  ASSERT_TRUE(records_->PutProgram("other", "/programs/q", {}, "x"));
  Reopen();
  EXPECT_EQ(*records_->WarningsOf("app"), "w:1:1: warning: odd\nmore");
  EXPECT_EQ(*records_->WarningsOf("nosuch"), "");
  ASSERT_TRUE(records_->PutProgram("app", "/programs/p", {}, "new"));
  EXPECT_EQ(*records_->WarningsOf("app"), "new");
  ASSERT_TRUE(records_->PutProgram("app", "/programs/p"));
  EXPECT_EQ(*records_->WarningsOf("app"), "");
  EXPECT_TRUE(*records_->DropProgram("/programs/q"));
  EXPECT_EQ(*records_->WarningsOf("other"), "");
}

TEST_F(ServerRecordsTest, AProgramThatAJobIsMadeWithStays) {
  ASSERT_TRUE(records_->PutProgram("app", "/programs/p"));
  ASSERT_TRUE(records_->PutProgram("other", "/programs/q"));
  ASSERT_TRUE(records_->Add(Job("1-W")));
  EXPECT_FALSE(*records_->DropProgram("/programs/p"));
  EXPECT_EQ(*records_->FindProgram("app"), "/programs/p");
  ASSERT_TRUE(records_->Remove("1-W"));
  EXPECT_TRUE(*records_->DropProgram("/programs/p"));
  EXPECT_EQ(*records_->FindProgram("app"), "");
  EXPECT_EQ(*records_->FindProgram("other"), "/programs/q");
}

}  // namespace
}  // namespace hpdl::rt
