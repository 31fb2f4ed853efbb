#include "runtime/server/hpdld/log_file.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

AccessLine Line(std::string_view target) {
  return {1'795'244'733'042, 12, "127.0.0.1", "joe", "PUT", target, 200, 34};
}

std::string Begin() {
  return "2026-11-21T07:05:33.042Z 127.0.0.1 joe \"PUT ";
}

TEST(AccessLog, ALineARequest) {
  EXPECT_EQ(TextOf(Line("/oozie/v2/job/1-W?action=kill")),
            Begin() + "/oozie/v2/job/1-W?action=kill\" 200 34 12\n");
  AccessLine nobody = Line("/health");
  nobody.user = nobody.peer = "";
  EXPECT_EQ(TextOf(nobody), "2026-11-21T07:05:33.042Z - - \"PUT /health\" 200 34 12\n");
}

TEST(AccessLog, HasNoSecrets) {
  EXPECT_EQ(TextOf(Line("/callback/SECRET?id=a@b&status=OK")),
            Begin() + "/callback/***\" 200 34 12\n");
  // A proxy may put a path in front.
  EXPECT_EQ(TextOf(Line("/proxy/callback/SECRET?id=a@b&status=OK")),
            Begin() + "/proxy/callback/***\" 200 34 12\n");
  EXPECT_EQ(TextOf(Line("/callback/SECRET/callback/x")), Begin() + "/callback/***\" 200 34 12\n");
  EXPECT_EQ(TextOf(Line("/oozie/v2/jobs?token=SECRET&show=info&x=SECRET&action=start")),
            Begin() + "/oozie/v2/jobs?show=info&action=start\" 200 34 12\n");
}

TEST(AccessLog, ALineIsALine) {
  EXPECT_EQ(TextOf(Line("/a\n\"b\" \xff")), Begin() + "/a??b???\" 200 34 12\n");
  EXPECT_LT(TextOf(Line(std::string(60'000, 'x'))).size(), 1200U);
}

TEST(LogFile, ThatCannotBeOpened) {
  EXPECT_FALSE(OpenLog("/nosuch/folder/log"));
}

}  // namespace
}  // namespace hpdl::rt
