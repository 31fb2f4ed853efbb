#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/survey/addresses.h"
#include "compiler/survey/known_properties.h"
#include "compiler/survey/report.h"
#include "compiler/survey/tree_paths.h"

namespace hpdl::survey {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> Texts(std::string_view text) {
  std::vector<std::string> texts;
  for (const Address& address : FindAddresses(text)) {
    texts.push_back(address.text);
  }
  return texts;
}

TEST(Addresses, HaveSchemeHostAndPort) {
  EXPECT_THAT(Texts("hdfs://nn:8020/in/x,hdfs://other/y s3a://bucket/k"),
              ElementsAre("hdfs://nn:8020", "hdfs://other", "s3a://bucket"));
  EXPECT_THAT(Texts("HDFS://${nn}:${port}/x"), ElementsAre("hdfs://${nn}:${port}"));
  EXPECT_THAT(Texts("thrift://meta:9083"), ElementsAre("thrift://meta:9083"));
  EXPECT_THAT(Texts("http://[::1]:80/x"), ElementsAre("http://[::1]:80"));
  EXPECT_THAT(Texts("file:///x /y hdfs:///z :// x"), IsEmpty());
  EXPECT_THAT(Texts("jdbc:hive2://a:10000,b:10000/db;principal=hive/_HOST"),
              ElementsAre("jdbc:hive2://a:10000,b:10000"));
  EXPECT_THAT(Texts("jdbc:mysql://db:3306/x?user=a&password=b"),
              ElementsAre("jdbc:mysql://db:3306"));
  EXPECT_THAT(Texts("jdbc:oracle:thin:scott/tiger@db:1521:orcl"),
              ElementsAre("jdbc:oracle:@db:1521"));
  EXPECT_THAT(Texts("jdbc:oracle:thin:scott/ti/ger@//db:1521/orcl"),
              ElementsAre("jdbc:oracle:@db:1521"));
}

TEST(Addresses, LeaveOutWhoLogsIn) {
  EXPECT_THAT(Texts("hdfs://ann:Hunter2@nn:8020/x"), ElementsAre("hdfs://nn:8020"));
  EXPECT_THAT(Texts("wasb://box@account.net/x"), ElementsAre("wasb://account.net"));
  EXPECT_THAT(AddressesOf("host", "ann@edge"), ElementsAre(Address{AddressRole::kSsh, "edge"}));
}

/// The shown text must contain no part of a password, whatever letters the password contains.
TEST(Addresses, TellNoPassword) {
  const std::string letters = "/?#;:&=,|\\@ \t\n\"'<>`$%{}[]()*";
  for (const char first : letters) {
    for (const char second : letters) {
      for (const std::string url :
           {"hdfs://", "http://", "jdbc:mysql://", "jdbc:oracle:thin:", "s3a://", "ftp://"}) {
        for (const std::string colon : {":", "/"}) {
          const std::string text = url + "ann" + colon + "12" + first + "SECRET" + second +
                                   "34@h:80/x?password=SECRET" + first + "SECRET@SECRET&y=z";
          std::string plain = text.substr(0, text.find("?password"));
          for (const std::string& whole : {text, plain}) {
            for (const std::string name : {"host", "jobTracker", "x"}) {
              for (const Address& address : AddressesOf(name, whole)) {
                EXPECT_THAT(address.text, Not(HasSubstr("SECRET"))) << whole;
                EXPECT_THAT(address.text, Not(HasSubstr("12"))) << whole;
                EXPECT_THAT(address.text, Not(HasSubstr("34"))) << whole;
              }
            }
            EXPECT_THAT(ShownPath(whole), Not(HasSubstr("SECRET"))) << whole;
          }
        }
      }
    }
  }
}

TEST(Addresses, OfNames) {
  EXPECT_THAT(AddressesOf("jobTracker", "rm:8032"),
              ElementsAre(Address{AddressRole::kResourceManager, "rm:8032"}));
  EXPECT_THAT(AddressesOf("resource-manager", "${rm}"), IsEmpty());
  EXPECT_THAT(AddressesOf("job-tracker", "local"), IsEmpty());
  EXPECT_THAT(AddressesOf("anything", "rm:8032"), IsEmpty());
}

TEST(Addresses, TakeLinearTime) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) {
    text += "://a@";
  }
  EXPECT_LE(FindAddresses(text).size(), text.size());
  std::string jdbc;
  for (int i = 0; i < 200'000; ++i) {
    jdbc += "jdbc:a: ";
  }
  EXPECT_LE(FindAddresses(jdbc).size(), jdbc.size());
}

TEST(KnownProperties, AreReplaced) {
  KnownProperties known;
  known.Add("nn", "hdfs://nn");
  known.Add("nn", "later");
  known.Add("root", "${nn}/apps/${unknown}");
  EXPECT_EQ(known.Resolve("${root}/x ${"), "hdfs://nn/apps/${unknown}/x ${");
}

TEST(KnownProperties, HaveNoSecrets) {
  KnownProperties known;
  known.Add("db.password", "Hunter2");
  known.Add("url", "jdbc:mysql://u:Hunter2@h/x");
  EXPECT_EQ(known.Resolve("${db.password}${url}"), "${db.password}${url}");
}

TEST(KnownProperties, AreBounded) {
  KnownProperties known;
  known.Add("circle", "a${circle}");
  std::string many;
  for (int i = 0; i < 400; ++i) {
    many += "${next}";
  }
  for (int i = 0; i < 20; ++i) {
    std::string value;
    for (int j = 0; j < 200; ++j) {
      value += "${v" + std::to_string(i + 1) + "}";
    }
    known.Add("v" + std::to_string(i), value);
  }
  known.Add("v20", "");
  EXPECT_EQ(known.Resolve("${circle}"), "${circle}");
  EXPECT_EQ(known.Resolve("${v0}"), "${v0}");
}

TEST(TreePaths, AreFoundByTheirEnds) {
  TreePaths tree({"workflow.xml"});
  tree.Add("/home/flows/etl/daily/workflow.xml");
  tree.Add("/home/flows/sub.xml");
  const std::string file = "/home/flows/etl/daily/workflow.xml";
  EXPECT_EQ(tree.Of("${nameNode}/user/${user}/etl/daily", file), Lead::kInside);
  EXPECT_EQ(tree.Of("hdfs://nn/apps/etl/daily/workflow.xml", file), Lead::kInside);
  EXPECT_EQ(tree.Of("hdfs://nn/daily", file), Lead::kInside);
  EXPECT_EQ(tree.Of("hdfs://nn/apps/daily", file), Lead::kInside) << "beside the file's folder";
  EXPECT_EQ(tree.Of("hdfs://nn/apps/daily", "/home/flows/x/y/z"), Lead::kOutside);
  EXPECT_EQ(tree.Of("hdfs://nn/apps/weekly", file), Lead::kOutside);
  EXPECT_EQ(tree.Of("hdfs://nn", file), Lead::kOutside);
  EXPECT_EQ(tree.Of("../../sub.xml", file), Lead::kInside);
  EXPECT_EQ(tree.Of("${path}", file), Lead::kUnknown);
  EXPECT_EQ(tree.Of("", file), Lead::kUnknown);
}

TEST(Report, HidesSecretsOfAllFilesInAll) {
  Survey survey({"workflow.xml"});
  survey.AddRoot("tree", "/home/tree");
  survey.AddProperties("tree/job.properties",
                       {{.name = "db.password", .value = "Hunter2x", .line = 1},
                        {.name = "x", .value = "hdfs://Hunter2x/y", .line = 2}},
                       {});
  DefinitionFacts facts;
  facts.file = "tree/workflow.xml";
  facts.app_paths.push_back({"sub-workflow", "/apps/Hunter2x", 3});
  facts.datasets.push_back({"in", "/data/Hunter2x", 1, 0});
  survey.AddDefinition(facts);
  const Report report = std::move(survey).Finish();
  EXPECT_EQ(report.plain_secrets, 1u);
  for (const std::string& text : {FormatText(report), FormatJson(report), FormatHtml(report)}) {
    EXPECT_THAT(text, Not(HasSubstr("Hunter2x")));
    EXPECT_THAT(text, HasSubstr("/apps/********"));
  }
}

TEST(Report, ASecretThatIsACommonWordMasksOnlyItself) {
  Survey survey({"workflow.xml"});
  survey.AddRoot("tree", "/home/tree");
  survey.AddProperties("tree/job.properties",
                       {{.name = "db.password", .value = "prod", .line = 7},
                        {.name = "nameNode", .value = "hdfs://prod-nn:8020", .line = 8}},
                       {});
  const Report report = std::move(survey).Finish();
  for (const std::string& text : {FormatText(report), FormatJson(report), FormatHtml(report)}) {
    EXPECT_THAT(text, HasSubstr("hdfs://prod-nn:8020"));
    EXPECT_THAT(text, HasSubstr("db.password")) << "the place of the secret";
    EXPECT_THAT(text, Not(HasSubstr("**")));
  }
}

TEST(Report, ARootWhoseNameBeginsAnotherRootIsNotThatRoot) {
  Survey survey({"workflow.xml"});
  survey.AddRoot("ab", "/x/ab");
  survey.AddRoot("a", "/y/a");
  DefinitionFacts facts;
  facts.file = "ab/one/workflow.xml";
  facts.app_paths.push_back({"sub-workflow", "/x/ab/one", 1});
  survey.AddDefinition(facts);
  EXPECT_EQ(std::move(survey).Finish().paths.rows().begin()->first.lead, Lead::kInside);
}

TEST(Report, IsHarmlessWhereItIsShown) {
  Survey survey({"workflow.xml"});
  survey.AddRoot("<b>&\x1b[1m", "/");
  DefinitionFacts facts;
  facts.file = "<script>\x1b[2J\xff";
  facts.custom_kinds["<i>"] = {1, 1};
  survey.AddDefinition(facts);
  const Report report = std::move(survey).Finish();
  EXPECT_THAT(FormatText(report), Not(HasSubstr("\x1b")));
  EXPECT_THAT(FormatHtml(report), Not(HasSubstr("<script>")));
  EXPECT_THAT(FormatHtml(report), Not(HasSubstr("<i>")));
  EXPECT_THAT(FormatJson(report), HasSubstr("\"customKinds\":[{\"name\":\"<i>\""));
}

}  // namespace
}  // namespace hpdl::survey
