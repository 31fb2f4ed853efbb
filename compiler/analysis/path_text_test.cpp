#include "compiler/analysis/path_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The texts that PathTextWriter writes for ${nameNode}, ${out} and ${day}.
const std::string kNameNode =
    "\x01"
    "1\x02";
const std::string kOut =
    "\x01"
    "2\x02";
const std::string kDay =
    "\x01"
    "3\x02";

std::string Normal(const std::string& path, const std::string& file_system = kNameNode) {
  return NormalPath(path, file_system);
}

TEST(PathText, FormsThatMeanTheSameAreEqual) {
  const std::string path = kNameNode + "/in/a";
  for (const std::string& form :
       {std::string("/in/a"), std::string(" /in//a/ "), kNameNode + "/in/a/", kNameNode + "//in/a",
        std::string("hdfs:///in/a")}) {
    EXPECT_EQ(Normal(form), path) << form;
  }
  EXPECT_EQ(Normal("hdfs://a:8020//in/a"), "hdfs://a:8020/in/a");
  EXPECT_EQ(Normal("/in/a", "hdfs://a:8020"), "hdfs://a:8020/in/a");
  EXPECT_EQ(Normal("/in/a", ""), "/in/a");
}

TEST(PathText, AnExpressionIsTakenToHoldAnAbsolutePath) {
  EXPECT_EQ(Normal(kOut), kOut);
  EXPECT_EQ(Normal(kNameNode + kOut + "/"), kOut);
  EXPECT_EQ(Normal(kOut + "//" + kDay), kOut + "/" + kDay);
  EXPECT_NE(Normal(kOut), Normal(kDay));
  EXPECT_NE(Normal("/x" + kOut), Normal("/x/" + kOut));
}

TEST(PathText, PathsWithDotsAreNotCompared) {
  for (const char* path : {"/data/y/../x", "/data/./x", "/a/..", "./in", "../x", "."}) {
    EXPECT_EQ(Normal(path), "") << path;
  }
  EXPECT_EQ(Normal("/a/..b/...c"), kNameNode + "/a/..b/...c");
}

TEST(PathText, RelativePathsLieInTheHomeDirectory) {
  EXPECT_EQ(Normal("in/a"), kNameNode + "/~/in/a");
  EXPECT_EQ(Normal(""), "");
  EXPECT_EQ(Normal("/"), kNameNode);
  EXPECT_TRUE(IsAbsolute("/a"));
  EXPECT_TRUE(IsAbsolute("s3a://bucket/a"));
  EXPECT_TRUE(IsAbsolute(kOut));
  EXPECT_FALSE(IsAbsolute("lib/a.jar"));
}

TEST(PathText, OutsideIsWhatNoExpressionCanBringInside) {
  EXPECT_TRUE(IsSurelyOutside(kNameNode + "/out", kNameNode + "/tmp/x"));
  EXPECT_TRUE(IsSurelyOutside(kNameNode + "/out", kNameNode + "/out/x"));
  EXPECT_TRUE(IsSurelyOutside(kOut + "/a/" + kDay, kOut + "/b"));
  EXPECT_FALSE(IsSurelyOutside(kOut + "/a/b", kOut + "/a"));
  EXPECT_FALSE(IsSurelyOutside(kOut, kOut));
  EXPECT_FALSE(IsSurelyOutside(kOut, kNameNode + "/tmp"));
  EXPECT_FALSE(IsSurelyOutside(kOut, kDay));
  EXPECT_FALSE(IsSurelyOutside("/out", "/out/" + kDay));
  EXPECT_FALSE(IsSurelyOutside("/out/" + kDay, "/out/a"));
  EXPECT_FALSE(IsSurelyOutside("/user/joe/out", "/~/out"));
  EXPECT_FALSE(IsSurelyOutside("hdfs://a/out", "hdfs://b/out"));
}

TEST(PathText, FileSystemsEndWithoutASlash) {
  EXPECT_EQ(NormalFileSystem(" hdfs://a:8020/ "), "hdfs://a:8020");
  EXPECT_EQ(NormalFileSystem(kNameNode + "/"), kNameNode);
  EXPECT_EQ(NormalFileSystem("/"), "");
}

TEST(PathText, ListsAreSplitOutsideOfBraces) {
  EXPECT_THAT(SplitList(" /a, /b/{x,y} ,,/c"), ElementsAre("/a", "/b/{x,y}", "/c"));
  EXPECT_THAT(SplitList("${f('a,b')},/c"), ElementsAre("${f('a,b')}", "/c"));
  EXPECT_THAT(SplitList(" , "), IsEmpty());
}

}  // namespace
}  // namespace hpdl::analysis
