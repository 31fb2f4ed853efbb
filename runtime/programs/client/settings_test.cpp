#include "runtime/programs/client/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/programs/client/auth_token.h"
#include "runtime/programs/client/small_file.h"

namespace hpdl::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(ReadRcFile, TakesWhatSetsVariables) {
  std::vector<std::string> problems;
  const auto variables = ReadRcFile(
      "# ours\n\nOOZIE_URL=http://host:11000/oozie\nexport A='a $b `c`'\n  export\tB=\"d \\\"e\" # "
      "f\n"
      "C=g\\ h\nD=\nOOZIE_URL=http://other/oozie\r\n",
      &problems);
  EXPECT_THAT(variables, ElementsAre(Pair("A", "a $b `c`"), Pair("B", "d \"e"), Pair("C", "g h"),
                                     Pair("D", ""), Pair("OOZIE_URL", "http://other/oozie")));
  EXPECT_THAT(problems, IsEmpty());
}

TEST(ReadRcFile, ExecutesNothing) {
  std::vector<std::string> problems;
  const auto variables = ReadRcFile(
      "A=$(id)\nB=`id`\nC=\"$HOME\"\nD=a; rm -rf /\nif true; then\n1E=x\nF='open\nG=a b\nH=a|b\n",
      &problems);
  EXPECT_THAT(variables, IsEmpty());
  EXPECT_EQ(problems.size(), 9U);
  EXPECT_EQ(problems.front(), "line 1 is not NAME=VALUE and is ignored");
}

TEST(Settings, AreReadFromEverywhere) {
  rt::testing::TemporaryFolder folder;
  setenv("HOME", folder.path().c_str(), 1);
  setenv("OOZIE_CLIENT_OPTS", "-Xmx1g -Done=1  -Dtwo", 1);
  setenv("OOZIE_URL", "http://environment", 1);
  std::ofstream(folder.path() + "/.oozierc") << "export OOZIE_URL=http://file\n";
  std::vector<std::string> words{"-Dthree=a=b", "-Done=2", "jobs", "-Dfour=4"};
  const Settings settings = Settings::Read(&words);
  EXPECT_THAT(words, ElementsAre("jobs", "-Dfour=4"));
  EXPECT_EQ(settings.Variable("OOZIE_URL"), "http://file");
  EXPECT_EQ(settings.Variable("OOZIE_NOTHING"), std::nullopt);
  EXPECT_EQ(settings.Property("one"), "2");
  EXPECT_EQ(settings.Property("two"), "");
  EXPECT_EQ(settings.Property("three"), "a=b");
  EXPECT_EQ(settings.Property("four"), std::nullopt);
  EXPECT_FALSE(settings.user().empty());
}

TEST(ReadSmallFile, RefusesWhatIsNoFile) {
  rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/x";
  EXPECT_EQ(ReadSmallFile(path, 10), std::nullopt);
  EXPECT_EQ(errno, ENOENT);
  mkfifo(path.c_str(), 0600);
  EXPECT_EQ(ReadSmallFile(path, 10), std::nullopt);
  EXPECT_EQ(ReadSmallFile(folder.path(), 10), std::nullopt);
  std::ofstream(folder.path() + "/y") << std::string(100, 'y');
  EXPECT_EQ(ReadSmallFile(folder.path() + "/y", 10), std::nullopt);
  EXPECT_EQ(errno, EFBIG);
  EXPECT_EQ(ReadSmallFile(folder.path() + "/y", 100), std::string(100, 'y'));
}

TEST(AuthToken, IsKeptWhileItLasts) {
  rt::testing::TemporaryFolder folder;
  const AuthTokenFile file(folder.path(), "http://localhost:11000/oozie", true);
  EXPECT_TRUE(file.path().ends_with("/.oozie-auth-token-aHR0cDovL2xvY2FsaG9zdDoxMTAwMC9vb3ppZQ=="));
  EXPECT_EQ(file.Read(0), "");
  file.Write("\"u=joe&e=1000000&s=x\"");
  struct stat info{};
  ASSERT_EQ(stat(file.path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  EXPECT_EQ(file.Read(700'000), "\"u=joe&e=1000000&s=x\"");
  EXPECT_EQ(file.Read(700'001), "");
  EXPECT_NE(stat(file.path().c_str(), &info), 0);
  const AuthTokenFile none(folder.path(), "u", false);
  none.Write("\"e=9\"");
  EXPECT_EQ(ReadSmallFile(none.path(), 100), std::nullopt);
}

TEST(AuthToken, ComesWithAReply) {
  rt::HttpReply reply;
  EXPECT_EQ(TokenOf(reply), "");
  reply.headers = {{"Set-Cookie", "other=1"},
                   {"set-cookie", "hadoop.auth=\"u=a&e=1\"; Path=/; HttpOnly"}};
  EXPECT_EQ(TokenOf(reply), "\"u=a&e=1\"");
  reply.headers = {{"Set-Cookie", "hadoop.auth=; Path=/"}};
  EXPECT_EQ(TokenOf(reply), "");
}

}  // namespace
}  // namespace hpdl::client
