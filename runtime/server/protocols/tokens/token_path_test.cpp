#include "runtime/server/protocols/tokens/token_path.h"

#include <gtest/gtest.h>

#include "runtime/server/protocols/tokens/token_api.h"

namespace hpdl::rt {
namespace {

TEST(TokenPath, HasTheWordsOfARunAndOfANode) {
  const auto run = ReadTokenPath("/namespaces/n/apps/a%2Fb/workflows/w%20x/runs/r/token");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->name_space, "n");
  EXPECT_EQ(run->app, "a/b");
  EXPECT_EQ(run->workflow, "w x");
  EXPECT_EQ(run->run, "r");
  EXPECT_EQ(run->node, "");
  EXPECT_TRUE(ReadTokenPath("/namespaces/n/apps/a/workflows/w/runs/r/token/")) << "as files are";
  EXPECT_EQ(ReadTokenPath("/v3/namespaces/n/apps/a/workflows/w/runs/r/nodes/x/token")->node, "x");
  EXPECT_EQ(RunOfTokenPath("/v3/namespaces/n/apps/a/workflows/w/runs/r%40/token"), "r@");
}

TEST(TokenPath, MayHaveNoNamespace) {
  const auto run = ReadTokenPath("/apps/a/workflows/w/runs/r/token");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->name_space, "default");
  EXPECT_EQ(run->app + " " + run->workflow + " " + run->run + " " + run->node, "a w r ");
  EXPECT_EQ(ReadTokenPath("/v3/apps/a/workflows/w/runs/r/nodes/x/token")->node, "x");
  EXPECT_EQ(RunOfTokenPath("/apps/a/workflows/w/runs/r%40/token"), "r@");
}

TEST(TokenPath, OthersAreNone) {
  for (const char* path : {"",
                           "/",
                           "/v3",
                           "/v3/namespaces",
                           "/oozie/v2/job/r",
                           "/v3/v3/namespaces/n/token",
                           "/v4/namespaces/n/apps/a/workflows/w/runs/r/token",
                           "/namespaces/n/apps/a/workflows/w/runs/r",
                           "/namespaces/n/apps/a/workflows/w/runs/r/tokens",
                           "/namespaces/n/apps/a/workflows/w/token",
                           "/namespaces/n/apps/a/workflows/w/runs//token",
                           "/namespaces/n/apps/a/workflows/w/runs/%/token",
                           "/namespaces/n/workflows/a/apps/w/runs/r/token",
                           "/apps",
                           "/apps/a/token",
                           "/v4/apps/a/workflows/w/runs/r/token",
                           "/apps/a/workflows/w/runs/r/nodes/x",
                           "/apps/a/namespaces/n/workflows/w/runs/r/token",
                           "/apps/a/workflows/w/runs//token",
                           "/namespaces/n/apps/a/workflows/w/runs/r/nodes/x/nodes/y/token"}) {
    EXPECT_FALSE(ReadTokenPath(path)) << path;
    EXPECT_EQ(RunOfTokenPath(path), "") << path;
  }
}

}  // namespace
}  // namespace hpdl::rt
