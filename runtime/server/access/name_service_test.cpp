#include "runtime/server/access/name_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/server/work/testing/awaiting.h"

namespace hpdl::rt {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(StaticGroups, AreRead) {
  const auto groups = ReadStaticGroups(" ann=dev, ops ;bob=;; cat = x");
  ASSERT_TRUE(groups) << groups.error().message;
  EXPECT_THAT(groups->at("ann"), ElementsAre("dev", "ops"));
  EXPECT_THAT(groups->at("bob"), IsEmpty());
  EXPECT_THAT(groups->at("cat"), ElementsAre("x"));
  EXPECT_EQ(groups->size(), 3U);
  for (const char* bad : {"ann", "=dev", "ann=a=b", "a=b;c"}) {
    EXPECT_FALSE(ReadStaticGroups(bad)) << bad;
  }
}

class NameServiceTest : public ::testing::Test {
 protected:
  std::string First(const std::string& user) {
    const auto groups = testing::Await(loop_, names_.GroupsOf(user));
    return groups ? groups->front() : groups.error().message;
  }

  boost::asio::io_context loop_{1};
  Children children_{loop_};
  NameService names_{loop_, children_, {{"ann", {"dev", "ops"}}, {"bob", {}}, {"root", {"few"}}}};
};

TEST_F(NameServiceTest, GroupsOfUsers) {
  EXPECT_EQ(First("ann"), "dev");
  EXPECT_EQ(First("root"), "few");  // the site's groups are used, not the machine's
  EXPECT_EQ(First("daemon"), "daemon");
  EXPECT_EQ(First("bob"), "No groups found for user bob");
  EXPECT_EQ(First("nobodyhere"), "No groups found for user nobodyhere");
  EXPECT_EQ(First("0"), "No groups found for user 0");  // "0" is a name, not a uid
  EXPECT_EQ(First("--help"), "No groups found for user --help");
  EXPECT_EQ(First(""), "No groups found for user ");
}

TEST_F(NameServiceTest, AddressesOfHosts) {
  EXPECT_THAT(testing::Await(loop_, names_.AddressesOf("localhost")), Contains("127.0.0.1"));
  EXPECT_THAT(testing::Await(loop_, names_.AddressesOf("nosuch.invalid")), IsEmpty());
  EXPECT_THAT(testing::Await(loop_, names_.AddressesOf("--version")), IsEmpty());
}

}  // namespace
}  // namespace hpdl::rt
