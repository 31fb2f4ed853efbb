#include "runtime/ground/base/current_user.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLong(60'000);

TEST(NameInPasswd, FindsTheFirstLineWithTheUid) {
  constexpr std::string_view kText =
      "root:x:0:0:root:/root:/bin/bash\n"
      "broken\n"
      "\n"
      ":x:7:7::/:\n"
      "+::::::\n"
      "odd:x:12ab:12:::\n"
      "ann:x:1000:1000:Ann,,,:/home/ann:/bin/sh\n"
      "other:x:1000:1000::/:/bin/sh\n"
      "last:x:12:12::/:/bin/sh";
  EXPECT_EQ(NameInPasswd(kText, 0), "root");
  EXPECT_EQ(NameInPasswd(kText, 1000), "ann");
  EXPECT_EQ(NameInPasswd(kText, 12), "last");
  EXPECT_EQ(NameInPasswd(kText, 7), std::nullopt);
  EXPECT_EQ(NameInPasswd(kText, 100), std::nullopt);
  EXPECT_EQ(NameInPasswd("", 0), std::nullopt);
}

TEST(HomeInPasswd, IsOfTheSameLine) {
  constexpr std::string_view kText =
      "root:x:0:0:root:/root:/bin/bash\nann:x:1000:1000:Ann,,,:/home/ann:/bin/sh\nnone:x:2:2\n";
  EXPECT_EQ(HomeInPasswd(kText, 0), "/root");
  EXPECT_EQ(HomeInPasswd(kText, 1000), "/home/ann");
  EXPECT_EQ(HomeInPasswd(kText, 2), std::nullopt);
  EXPECT_EQ(HomeInPasswd(kText, 3), std::nullopt);
}

/// Tests of NameByGetent() with scripts in place of getent.
class NameByGetentTest : public ::testing::Test {
 protected:
  std::optional<std::string> Ask(const std::string& script, milliseconds limit = kLong) {
    const std::string path = folder_.path() + "/getent";
    unlink(path.c_str());
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    chmod(path.c_str(), 0700);
    return NameByGetent(path.c_str(), 4711, limit);
  }

  testing::TemporaryFolder folder_;
};

TEST_F(NameByGetentTest, IsWhatTheProgramSays) {
  EXPECT_EQ(Ask("echo \"ldap:*:$2:4711:$1:/home/ldap:/bin/sh\""), "ldap");
  EXPECT_EQ(Ask("echo ldap:*:4712:4711:::"), std::nullopt);
  EXPECT_EQ(Ask("exit 2"), std::nullopt);
  EXPECT_EQ(Ask("echo ldap:*:4711:4711:::; exit 1"), std::nullopt);
  EXPECT_EQ(NameByGetent("/nowhere/getent", 4711, kLong), std::nullopt);
}

TEST_F(NameByGetentTest, IsBounded) {
  EXPECT_EQ(Ask("exec sleep 600", milliseconds(50)), std::nullopt);
  EXPECT_EQ(Ask("exec yes"), std::nullopt);
}

TEST(CurrentUser, IsTheEnvironmentsElseTheUids) {
  setenv("HADOOP_USER_NAME", "hdp", 1);
  setenv("USER", "unix", 1);
  EXPECT_EQ(CurrentUser(), "hdp");
  setenv("HADOOP_USER_NAME", "", 1);
  EXPECT_EQ(CurrentUser(), "unix");
  unsetenv("USER");
  if (geteuid() == 0) {
    EXPECT_EQ(CurrentUser(), "root");
  } else {
    EXPECT_FALSE(CurrentUser().empty());
  }
}

}  // namespace
}  // namespace hpdl::rt
