#include "runtime/engines/workflow/notification_redirect.h"

#include <gtest/gtest.h>

#include <fstream>

#include "runtime/engines/workflow/notifier.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {
namespace {

TEST(NotificationRedirect, StaysAtItsPlace) {
  EXPECT_TRUE(MayLead("hooks.example:80", "hooks.example:80", ""));
  EXPECT_TRUE(MayLead("hooks.example:8080", "HOOKS.example:8080", ""));
  EXPECT_TRUE(MayLead("[::1]:8080", "[::1]:8080", ""));
  EXPECT_TRUE(MayLead("hooks.example:80", "hooks.example:443", ""));
  EXPECT_FALSE(MayLead("hooks.example:443", "hooks.example:80", ""));
  EXPECT_FALSE(MayLead("hooks.example:80", "hooks.example:8080", ""));
  EXPECT_FALSE(MayLead("hooks.example:80", "169.254.169.254:80", ""));
  EXPECT_FALSE(MayLead("hooks.example:80", "hooks.example.evil:80", ""));
  EXPECT_FALSE(MayLead("[::1]:80", "[::2]:80", ""));
  EXPECT_FALSE(MayLead("", "", "*"));
}

TEST(NotificationRedirect, TheSiteSaysWhereTo) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/site.xml";
  std::ofstream(path) << "<configuration><property><name>hpdl.notification.redirect.hosts</name>"
                         "<value>a.example, b.example</value></property></configuration>";
  const Result<Site> site = Site::Load(path);
  ASSERT_TRUE(site) << site.error().message;
  EXPECT_EQ(NotificationPolicy::Of(*site).redirect_hosts, "a.example, b.example");
  EXPECT_EQ(NotificationPolicy::Of(Site()).redirect_hosts, "");
}

TEST(NotificationRedirect, GoesWhereTheSiteSays) {
  const char* named = "other.example:9000 , third.example,[::2]:81,[::3]";
  EXPECT_TRUE(MayLead("a:80", "Other.example:9000", named));
  EXPECT_FALSE(MayLead("a:80", "other.example:9001", named));
  EXPECT_TRUE(MayLead("a:80", "third.example:1", named));
  EXPECT_TRUE(MayLead("a:80", "[::2]:81", named));
  EXPECT_FALSE(MayLead("a:80", "[::2]:80", named));
  EXPECT_TRUE(MayLead("a:80", "[::3]:80", named));
  EXPECT_FALSE(MayLead("a:80", "fourth.example:80", named));
  EXPECT_FALSE(MayLead("a:80", "fourth.example:80", ",,"));
  EXPECT_TRUE(MayLead("a:80", "fourth.example:80", "*"));
}

}  // namespace
}  // namespace hpdl::rt
