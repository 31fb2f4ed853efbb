#include "runtime/programs/celos_deploy/target_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt::celos {
namespace {

using ::testing::HasSubstr;

constexpr const char* kGood = R"({
  "hadoop.hdfs-site.xml": "file:///h",
  "hadoop.core-site.xml": "file:///c",
  "workflows.dir.uri": "sftp://celos.example.com/w",
  "defaults.dir.uri": "/d",
  "hive.jdbc.url": {"any": ["thing", 1, null, true]}
})";

std::string TargetProblem(std::string_view text) {
  const Result<TargetFile> target = ReadTargetFile(text, "t.json");
  return target ? "" : target.error().message;
}

TEST(TargetFile, HasFourUris) {
  const Result<TargetFile> target = ReadTargetFile(kGood, "t.json");
  ASSERT_TRUE(target.ok()) << target.error().message;
  EXPECT_EQ(target->hdfs_site, "file:///h");
  EXPECT_EQ(target->core_site, "file:///c");
  EXPECT_EQ(target->workflows, "sftp://celos.example.com/w");
  EXPECT_EQ(target->defaults, "/d");
}

TEST(TargetFile, WithoutOneOfThem) {
  for (const char* name :
       {"hadoop.hdfs-site.xml", "hadoop.core-site.xml", "workflows.dir.uri", "defaults.dir.uri"}) {
    std::string text = kGood;
    text.replace(text.find(name), 1, "X");
    EXPECT_EQ(TargetProblem(text),
              "t.json: " + std::string(name) + " was not specified in the target file");
  }
}

TEST(TargetFile, ACommaBeforeTheBracket) {
  EXPECT_EQ(TargetProblem("{\n  \"a\": \"b\",\n}"),
            "t.json:2:11: a comma before the closing bracket is invalid JSON: remove it");
  EXPECT_EQ(TargetProblem("{\"a\": [1, ]}"),
            "t.json:1:9: a comma before the closing bracket is invalid JSON: remove it");
}

TEST(TargetFile, ThatIsNoJson) {
  EXPECT_EQ(TargetProblem(""), "t.json:1:1: the file ends too early");
  EXPECT_EQ(TargetProblem("{\n \"a\""), "t.json:2:5: the file ends too early");
  EXPECT_EQ(TargetProblem("{\n 'a'"), "t.json:2:2: the rest of the file is not valid JSON");
  EXPECT_EQ(TargetProblem("{\"a\": \"b\"} x"),
            "t.json:1:12: the rest of the file is not valid JSON");
  EXPECT_THAT(TargetProblem("{\"a\": \"\xFF\"}"), HasSubstr("not valid JSON"));
}

TEST(TargetFile, OfOtherTypes) {
  EXPECT_EQ(TargetProblem("[]"), "t.json: the file is a list, not an object of strings");
  EXPECT_EQ(TargetProblem("\"x\""), "t.json: the file is a string, not an object of strings");
  EXPECT_EQ(TargetProblem("{\"workflows.dir.uri\": 1}"),
            "t.json: workflows.dir.uri is a number, not a string");
  EXPECT_EQ(TargetProblem("{\"workflows.dir.uri\": {}}"),
            "t.json: workflows.dir.uri is an object, not a string");
}

TEST(TargetFile, IsBounded) {
  EXPECT_THAT(TargetProblem(std::string(kLongestTargetFile + 1, ' ')),
              HasSubstr("the file is larger than"));
  EXPECT_EQ(TargetProblem("{\"a\": " + std::string(100'000, '[')),
            "t.json: the file is nested too deeply");
}

}  // namespace
}  // namespace hpdl::rt::celos
