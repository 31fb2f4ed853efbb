#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "stdlib/actions/hive2/beeline.h"
#include "stdlib/local/testing/kind_test.h"

extern "C" const hpdl_kind hpdl_local_kind_hive2;

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

TEST(HiveConnectionTest, UserAndPasswordAreTakenOut) {
  HiveConnection plain = ConnectionOf("jdbc:hive2://h:1/db", "joe", "p");
  EXPECT_EQ(plain.url, "jdbc:hive2://h:1/db");
  EXPECT_EQ(plain.user, "joe");
  EXPECT_EQ(plain.password, "p");
  HiveConnection full = ConnectionOf(
      "jdbc:hive2://h:1/db;ssl=true;PassWord=s3=cret;user=ann;x=y?hive.a=b;c=password#v=w", "joe",
      "p");
  EXPECT_EQ(full.url, "jdbc:hive2://h:1/db;ssl=true;x=y?hive.a=b;c=password#v=w");
  EXPECT_EQ(full.user, "ann");
  EXPECT_EQ(full.password, "s3=cret");
  EXPECT_FALSE(full.secret);
  EXPECT_TRUE(ConnectionOf("jdbc:hive2://h/;trustStorePassword=x", "joe", "").secret);
  EXPECT_EQ(ConnectionOf("jdbc:hive2://h/;;a", "joe", "").url, "jdbc:hive2://h/;a");
  EXPECT_EQ(ConnectionOf("jdbc:hive2://h/?a=b;user=x", "joe", "").url,
            "jdbc:hive2://h/?a=b;user=x");
}

TEST(SecretsOfTest, EveryPasswordOfTheAction) {
  Hive2Args args;
  args.jdbc_url = "jdbc:hive2://h/db;trustStorePassword=one";
  args.password = "two";
  args.params = {"db_password=three", "x=y"};
  args.arguments = {"--verbose", "javax.jdo.option.ConnectionPassword=four"};
  EXPECT_THAT(SecretsOf(args), IsSupersetOf({"one", "two", "three", "four"}));
  EXPECT_THAT(SecretsOf(args), Not(Contains("y")));
}

class Hive2Test : public testing::KindTest {
 protected:
  Hive2Test() : KindTest(kHive2Elements) { args_.jdbc_url = "jdbc:hive2://h:1/db"; }
  rt::Result<Beeline> Words(const rt::Properties& configuration = {}) {
    return BeelineOf(ctx_, args_, configuration, "tag");
  }
  void ExpectRefused(const std::string& words) {
    const auto beeline = Words();
    ASSERT_FALSE(beeline.ok());
    EXPECT_EQ(beeline.error().code, "JA018");
    EXPECT_THAT(beeline.error().message, HasSubstr(words));
    EXPECT_THAT(beeline.error().message, Not(HasSubstr("s3cret")));
  }
  Hive2Args args_;
};

TEST_F(Hive2Test, AQueryWithParameters) {
  args_.query = "select '${x}'";
  args_.params = {"x=a b", "y="};
  args_.arguments = {"--outputformat=csv2"};
  const auto beeline = Words({{"oozie.job.id", "1"}, {"oozie.launcher.a", "b"}, {"other", "c"}});
  ASSERT_TRUE(beeline.ok());
  EXPECT_THAT(beeline->words,
              ElementsAre("-u", "jdbc:hive2://h:1/db", "-n", "joe", "-d",
                          "org.apache.hive.jdbc.HiveDriver", "-p", "-", "-f", "hive2-script.hql",
                          "--hivevar", "x=a b", "--hivevar", "y=", "--outputformat=csv2",
                          "--hiveconf", "mapreduce.job.tags=tag", "--hiveconf", "oozie.job.id=1"));
  EXPECT_EQ(beeline->files.at("hive2-script.hql"), "select '${x}'\n");
}

TEST_F(Hive2Test, NoPasswordIsInTheWords) {
  args_.query = "q";
  args_.password = "s3cret";
  auto beeline = Words();
  EXPECT_THAT(beeline->words, IsSupersetOf({"-w", "hive2-password"}));
  EXPECT_THAT(beeline->words, Not(Contains(HasSubstr("s3cret"))));
  EXPECT_EQ(beeline->files.at("hive2-password"), "s3cret");
  args_.password.reset();
  args_.jdbc_url = "jdbc:hive2://h:1/db;sslTrustStore=t;trustStorePassword=s3\\cret;user=ann";
  beeline = Words();
  EXPECT_THAT(beeline->words, Not(Contains(HasSubstr("cret"))));
  EXPECT_THAT(beeline->files.at("hive2-connection.properties"),
              HasSubstr("url=jdbc:hive2://h:1/db;sslTrustStore=t;trustStorePassword=s3\\\\cret\n"
                        "user=ann\n"));
}

TEST_F(Hive2Test, WhatIsRefused) {
  args_.query = "q";
  args_.params = {"=s3cret"};
  ExpectRefused("param");
  args_.params = {"novalue"};
  ExpectRefused("novalue is not of the form NAME=VALUE");
  args_.params.clear();
  for (const char* argument : {"-u", "-p", "-w", "--property-file", "-e"}) {
    args_.arguments = {argument};
    ExpectRefused(argument);
  }
  args_.arguments.clear();
  args_.jdbc_url = "jdbc:mysql://h/s3cret";
  ExpectRefused("jdbc:hive2://");
  args_.jdbc_url = "jdbc:hive2://h/\n";
  ExpectRefused("jdbc:hive2://");
  args_.jdbc_url = "jdbc:hive2://h/";
  args_.password = "s3cret\nurl=x";
  ExpectRefused("line end");
}

TEST_F(Hive2Test, OnThisMachineItIsBeelineOfTheHome) {
  Add("jdbc-url", "jdbc:hive2://h:1/db");
  Add("password", "s3cret");
  Add("query", "show tables");
  const std::string home = job_ + "/hive";
  std::filesystem::create_directories(home + "/bin");
  std::ofstream(home + "/bin/beeline") << "#!/bin/sh\n";
  chmod((home + "/bin/beeline").c_str(), 0755);
  ctx_.properties["hpdl.hive.home"] = home;
  rt::Command started;
  struct stat info{};
  ctx_.process = [&](const rt::Command& command) {
    started = command;
    EXPECT_EQ(stat((started.directory + "/hive2-password").c_str(), &info), 0);
    std::ofstream(ctx_.ErrPath()) << "Error: joe/s3cret sees no such table (state=42S02)\n";
    rt::ExitStatus status;
    status.pid = 7;
    status.code = 2;
    return status;
  };
  const rt::Outcome outcome = ctx_.Run(hpdl_local_kind_hive2);
  EXPECT_EQ(started.argv.front(), home + "/bin/beeline");
  EXPECT_THAT(started.environment, Contains("HIVE_HOME=" + home));
  EXPECT_THAT(started.argv, Not(Contains(HasSubstr("s3cret"))));
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  EXPECT_NE(stat((started.directory + "/hive2-password").c_str(), &info), 0) << "it has gone";
  ASSERT_TRUE(outcome.error.has_value());
  EXPECT_EQ(outcome.error->message,
            "beeline: exit code 2, and says:\nError: joe/*** sees no such table (state=42S02)");
  EXPECT_EQ(outcome.external_id, "7");
}

}  // namespace
}  // namespace hpdl::stdlib
