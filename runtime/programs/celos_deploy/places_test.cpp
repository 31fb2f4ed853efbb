#include "runtime/programs/celos_deploy/places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "runtime/programs/celos_deploy/testing/failing_machines.h"

namespace hpdl::rt::celos {
namespace {

using ::testing::AnyOf;
using testing::FailingFiles;
using testing::FailingHdfs;
using testing::Faults;
using ::testing::HasSubstr;
using testing::kFolder;
using testing::Tree;

/// The files of a test: the folders of the scripts at the Celos server, and the files in HDFS.
struct World {
  Tree scripts = {{"/w", kFolder}, {"/d", kFolder}, {"/w/other.js", "other"}};
  Tree hdfs = {{"/app", kFolder}, {"/app/other", kFolder}, {"/app/zzz", kFolder}};

  bool operator==(const World&) const = default;
};

std::ostream& operator<<(std::ostream& out, const World& world) {
  for (const Tree* tree : {&world.scripts, &world.hdfs}) {
    for (const auto& [path, content] : *tree) {
      out << "\n" << path << " = " << content;
    }
  }
  return out;
}

World WithOld() {
  World world;
  world.scripts["/w/wf.js"] = "old workflow";
  world.scripts["/d/wf.js"] = "old defaults";
  world.hdfs["/app/wf"] = kFolder;
  world.hdfs["/app/wf/old"] = "old file";
  return world;
}

World WithNew() {
  World world;
  world.scripts["/w/wf.js"] = "new workflow";
  world.scripts["/d/wf.js"] = "new defaults";
  world.hdfs["/app/wf"] = kFolder;
  world.hdfs["/app/wf/lib"] = kFolder;
  world.hdfs["/app/wf/lib/a.jar"] = "/deploy/hdfs/lib/a.jar";
  return world;
}

DeployFolder NewFolder() {
  DeployFolder folder;
  folder.workflow = "new workflow";
  folder.defaults = "new defaults";
  folder.hdfs = "/deploy/hdfs";
  folder.entries = {{"lib", true}, {"lib/a.jar", false}};
  return folder;
}

/// Deploys `from`, or undeploys the workflow if `from` is nullopt. Changes the files in `world`.
Result<void> Run(World* world, const std::optional<DeployFolder>& from, Faults* faults) {
  boost::asio::io_context loop(1);
  FailingHdfs hdfs(&world->hdfs, faults);
  FailingFiles files(&world->scripts, faults);
  ApplicationFolder application(loop, hdfs, "/app", "wf");
  FileUri workflows, defaults;
  workflows.path = "/w";
  defaults.path = "/d";
  ScriptPlace workflow_place(files, workflows, "wf");
  ScriptPlace defaults_place(files, defaults, "wf");
  const Places places{application, defaults_place, workflow_place};
  if (!from) {
    return TakeAway(places);
  }
  const Result<void> done = PutInPlace(*from, places);
  if (done) {
    (void)application.Clean();
  }
  return done;
}

World After(World world, const std::optional<DeployFolder>& from) {
  Faults none;
  const Result<void> done = Run(&world, from, &none);
  EXPECT_TRUE(done.ok()) << done.error().message;
  return world;
}

/// Repeats the deployment. In the n-th repetition, the n-th file system call fails. Calls
/// `look(world, result)` after each deployment. Ends when a deployment needs fewer than n calls.
template <class Look>
void AtEachCall(Faults::Kind kind, const World& before, const DeployFolder& from, Look look) {
  for (int at = 1;; ++at) {
    World world = before;
    Faults faults{kind, at};
    const Result<void> done = Run(&world, from, &faults);
    if (faults.calls < at) {
      EXPECT_GT(at, 10) << "that were all calls";
      return;
    }
    SCOPED_TRACE("call " + std::to_string(at));
    look(world, done);
  }
}

TEST(Places, GetTheNewInPlaceOfTheOld) {
  EXPECT_EQ(After(WithOld(), NewFolder()), WithNew());
  EXPECT_EQ(After(World(), NewFolder()), WithNew());
  EXPECT_EQ(After(WithNew(), NewFolder()), WithNew());
}

TEST(Places, WithoutScriptsTheOldOnesGo) {
  DeployFolder from = NewFolder();
  from.workflow.reset();
  from.defaults.reset();
  World expected = WithNew();
  expected.scripts.erase("/w/wf.js");
  expected.scripts.erase("/d/wf.js");
  EXPECT_EQ(After(WithOld(), from), expected);
}

TEST(Places, FoldersThatAreMissingAreMade) {
  World world;
  world.scripts.clear();
  world.hdfs.clear();
  World expected = WithNew();
  expected.scripts.erase("/w/other.js");
  expected.hdfs.erase("/app/other");
  expected.hdfs.erase("/app/zzz");
  EXPECT_EQ(After(world, NewFolder()), expected);
}

TEST(Places, AreEmptyAgain) {
  EXPECT_EQ(After(WithOld(), std::nullopt), World());
  EXPECT_EQ(After(World(), std::nullopt), World());
  World nothing;
  nothing.scripts.clear();
  nothing.hdfs.clear();
  EXPECT_EQ(After(nothing, std::nullopt), nothing);
}

TEST(Places, OneFailureLeavesAllAsItWas) {
  for (const Faults::Kind kind : {Faults::Kind::kRefused, Faults::Kind::kLost}) {
    for (const World& before : {WithOld(), World()}) {
      AtEachCall(kind, before, NewFolder(), [&](const World& world, const Result<void>& done) {
        // A deployment succeeds even if the deletion of an old file fails.
        if (done.ok()) {
          EXPECT_EQ(After(world, NewFolder()), WithNew());
          return;
        }
        EXPECT_EQ(done.error().message.find("may be the new version"), std::string::npos);
        World left = world;
        // A failed call may have written a file or half of a file beside the script.
        std::erase_if(left.scripts, [](const auto& each) { return each.first.find("/.") == 2; });
        std::erase_if(left.hdfs, [](const auto& each) { return each.first.find("/.") == 4; });
        EXPECT_EQ(left, before) << done.error().message;
        EXPECT_EQ(After(world, NewFolder()), WithNew());
      });
    }
  }
}

TEST(Places, WhatDiesAnywhereIsWholeAndTheNextOneMendsIt) {
  for (const Faults::Kind kind : {Faults::Kind::kDead, Faults::Kind::kDeadAfter}) {
    AtEachCall(kind, WithOld(), NewFolder(), [&](const World& world, const Result<void>& done) {
      for (const char* path : {"/w/wf.js", "/d/wf.js"}) {
        EXPECT_THAT(world.scripts.at(path), AnyOf(HasSubstr("old "), HasSubstr("new ")));
      }
      const bool old_files = world.hdfs.contains("/app/wf/old");
      const bool new_files = world.hdfs.contains("/app/wf/lib/a.jar");
      EXPECT_FALSE(old_files && new_files);
      if (!old_files && !new_files) {
        EXPECT_THAT(done.error().message,
                    HasSubstr("hdfs://nn/app/wf could not be restored and may be the new version"));
      }
      EXPECT_EQ(After(world, NewFolder()), WithNew());
      EXPECT_EQ(After(world, std::nullopt), World());
    });
  }
}

TEST(Places, LeftoversOfOthersStay) {
  World before = WithOld();
  before.scripts["/w/.other.js.hpdl-1"] = "x";
  before.scripts["/w/.wf.js.hpdl-1"] = "x";
  before.hdfs["/app/.other.hpdl-new-1"] = kFolder;
  before.hdfs["/app/.wf.hpdl-new-1"] = kFolder;
  before.hdfs["/app/.wf.hpdl-new-1/a"] = "a";
  before.hdfs["/app/.wf.hpdl-old-2"] = kFolder;
  before.hdfs["/app/.wf.hpdl-old-3"] = kFolder;
  World expected = WithNew();
  expected.scripts["/w/.other.js.hpdl-1"] = "x";
  expected.hdfs["/app/.other.hpdl-new-1"] = kFolder;
  EXPECT_EQ(After(before, NewFolder()), expected);
}

}  // namespace
}  // namespace hpdl::rt::celos
