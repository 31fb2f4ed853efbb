#include "runtime/engines/coordinator/bundle_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/engines/coordinator/testing/bundle_job_fixture.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Verb = CoordinatorRequest::Verb;

TEST_F(BundleJobTest, StartsItsCoordinatorsAndEndsWithThem) {
  Settle();
  EXPECT_EQ(Job(), "RUNNING");
  EXPECT_THAT(world_.started, ElementsAre("a-C", "b-C"));
  End("a-C", CoordinatorState::kSucceeded);
  EXPECT_EQ(Job(), "RUNNING");
  End("b-C", CoordinatorState::kSucceeded);
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_TRUE(job_->IsOver());
}

TEST_F(BundleJobTest, EachIsStartedOnceWhereverAProcessDies) {
  for (int dies = 0; dies < 5; ++dies) {
    ASSERT_TRUE(job_->Beat());
    if (dies % 2 == 0) {
      world_.Answer(job_.get());
    }
    Reopen();
  }
  Settle();
  EXPECT_THAT(world_.started, ElementsAre("a-C", "b-C"));
  EXPECT_EQ(Job(), "RUNNING");
}

/// The coordinators were started, but the journal does not show the starts. The starts are not
/// repeated, and the bundle ends.
TEST_F(BundleJobTest, AStartThatNobodyHasNotedIsFound) {
  world_.gives_ids = true;
  world_.answers = false;
  ASSERT_TRUE(job_->Beat());
  ASSERT_EQ(world_.started.size(), 2U);
  world_.answers = true;
  Reopen();
  Settle();
  EXPECT_EQ(world_.started.size(), 2U);
  EXPECT_THAT(world_.told, IsEmpty());
  for (const std::string& id : world_.started) {
    End(id, CoordinatorState::kSucceeded);
  }
  EXPECT_EQ(Job(), "SUCCEEDED");
  EXPECT_TRUE(job_->IsOver());
}

TEST_F(BundleJobTest, OneThatIsOverStaysSoIfACoordinatorIsIgnored) {
  Settle();
  End("a-C", CoordinatorState::kKilled);
  End("b-C", CoordinatorState::kSucceeded);
  EXPECT_EQ(Job(), "DONEWITHERROR");
  End("a-C", CoordinatorState::kIgnored);
  EXPECT_EQ(Job(), "DONEWITHERROR");
}

/// After a crash, a new process passes the recorded rerun request on unchanged.
TEST_F(BundleJobTest, ARerunIsNotForgottenByACrash) {
  Settle();
  End("a-C", CoordinatorState::kSucceeded);
  End("b-C", CoordinatorState::kSucceeded);
  CoordinatorRequest rerun = Of(Verb::kRerun);
  rerun.coordinators = "a";
  rerun.scope = CoordinatorRequest::Scope::kDate;
  rerun.actions = "2024-01-01T00:00Z";
  rerun.refresh = true;
  world_.answers = false;
  ASSERT_TRUE(job_->Ask(rerun));
  ASSERT_TRUE(job_->Beat());
  ASSERT_EQ(world_.told.size(), 1U);
  world_.answers = true;
  Reopen();
  Settle();
  ASSERT_EQ(world_.told.size(), 2U);
  EXPECT_EQ(world_.told[1], world_.told[0]);
  EXPECT_EQ(world_.told[1].verb, Verb::kRerun);
  EXPECT_EQ(world_.told[1].actions, "2024-01-01T00:00Z");
  EXPECT_TRUE(world_.told[1].refresh);
  Reopen();
  Settle();
  EXPECT_EQ(world_.told.size(), 2U) << "what is answered is not told again";
}

TEST_F(BundleJobTest, SeveralRequestsAreToldInTheirOrderAfterACrash) {
  Settle();
  world_.answers = false;
  CoordinatorRequest change = Of(Verb::kChange);
  change.value = "pausetime=2030-01-01T00:00Z";
  ASSERT_TRUE(job_->Ask(change));
  ASSERT_TRUE(job_->Ask(Of(Verb::kSuspend)));
  ASSERT_TRUE(job_->Beat());
  world_.answers = true;
  world_.told.clear();
  Reopen();
  Settle();
  ASSERT_EQ(world_.told.size(), 4U) << ::testing::PrintToString(Told());
  EXPECT_EQ(world_.told[0].verb, Verb::kChange);
  EXPECT_EQ(world_.told[0].value, "pausetime=2030-01-01T00:00Z");
  EXPECT_EQ(world_.told[2].verb, Verb::kSuspend);
}

}  // namespace
}  // namespace hpdl::rt
