#include "runtime/engine/notification_redirect.h"

#include <gtest/gtest.h>

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
