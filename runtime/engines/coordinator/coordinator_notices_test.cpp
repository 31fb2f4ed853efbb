#include "runtime/engines/coordinator/coordinator_notices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(CoordinatorNotices, TokensBecomeValues) {
  const CoordinatorNotices notices(
      {{kCoordinatorNoticeUrl, " http://u:secret@h:1/$actionId?s=$status&$status "}}, "C");
  CoordinatorActionRow action;
  action.number = 12;
  const NotificationRow row = notices.Of(action, "RUNNING");
  EXPECT_EQ(row.url, "http://u:secret@h:1/C%4012?s=RUNNING&RUNNING");
  EXPECT_EQ(row.target, "http://h:1");
  EXPECT_EQ(row.node, "12");
  EXPECT_EQ(row.status, "RUNNING");
  EXPECT_EQ(row.hook, kCoordinatorActionHook);
}

TEST(CoordinatorNotices, NoneWithoutAUrl) {
  EXPECT_TRUE(CoordinatorNotices({}, "C").empty());
  EXPECT_TRUE(CoordinatorNotices({{kCoordinatorNoticeUrl, " "}}, "C").empty());
  EXPECT_TRUE(CoordinatorNotices({{kCoordinatorNoticeUrl, "ftp://h/"}}, "C").empty());
}

TEST(CoordinatorNotices, WhatIsRefused) {
  const auto refusal = [](const char* name, const char* value, bool network) {
    const Result<void> checked = CheckCoordinatorNotices({{name, value}}, network);
    if (checked) {
      return std::string();
    }
    EXPECT_EQ(checked.error().code, "E0701");
    EXPECT_THAT(checked.error().message, HasSubstr(std::string("property ") + name + ": "));
    EXPECT_THAT(checked.error().message, Not(HasSubstr("secret")));
    return checked.error().message;
  };
  EXPECT_EQ(refusal(kCoordinatorNoticeUrl, "http://h/$actionId/$status", true), "");
  EXPECT_EQ(refusal(kCoordinatorNoticeProxy, "secret", true), "");
  EXPECT_EQ(refusal("oozie.wf.action.notification.url", "nonsense", true), "");
  EXPECT_EQ(refusal(kCoordinatorNoticeUrl, "http://h/?k=secret&$jobId", true), "");
  EXPECT_EQ(refusal(kCoordinatorNoticeUrl, "secret", true), "");
  EXPECT_THAT(refusal(kCoordinatorNoticeUrl, "http://h/", false), HasSubstr("--no-network"));
}

}  // namespace
}  // namespace hpdl::rt
