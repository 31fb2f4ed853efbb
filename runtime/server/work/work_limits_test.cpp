#include "runtime/server/work/work_limits.h"

#include <gtest/gtest.h>

#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/work/testing/site_of.h"

namespace hpdl::rt {
namespace {

std::string LimitsInOne(const Site& site, WorkKind kind, bool many_users) {
  const PlaceLimits limits = LimitsOf(site, kind, many_users);
  return std::to_string(limits.all) + "/" + std::to_string(limits.of_user);
}

TEST(WorkLimits, OfASiteThatSaysNothing) {
  struct Case {
    WorkKind kind;
    const char *one, *many;
  };
  const Case cases[] = {{WorkKind::kProgram, "100/100", "100/100"},
                        {WorkKind::kCompilation, "2/2", "2/1"},
                        {WorkKind::kCommand, "8/8", "32/8"},
                        {WorkKind::kPicture, "1/1", "2/1"},
                        {WorkKind::kAction, "100/100", "100/100"}};
  for (const Case& each : cases) {
    EXPECT_EQ(LimitsInOne(Site(), each.kind, false), each.one) << WordOf(each.kind);
    EXPECT_EQ(LimitsInOne(Site(), each.kind, true), each.many) << WordOf(each.kind);
  }
}

TEST(WorkLimits, AreThoseOfTheSite) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/site.xml";
  const Site site = testing::SiteOf(path, {{"hpdl.server.programs.max", "7"},
                                           {"hpdl.server.user.programs.max", "3"},
                                           {"hpdl.server.actions.max", "5"},
                                           {"hpdl.server.user.actions.max", "9"},
                                           {"hpdl.server.compile.max", "9"}});
  EXPECT_EQ(LimitsInOne(site, WorkKind::kProgram, false), "7/3");
  EXPECT_EQ(LimitsInOne(site, WorkKind::kAction, true), "5/5") << "no user has more than there are";
  EXPECT_EQ(LimitsInOne(site, WorkKind::kCompilation, false), "9/9");
  EXPECT_EQ(LimitsInOne(site, WorkKind::kCompilation, true), "9/4");
  const Site one = testing::SiteOf(path, {{"hpdl.server.compile.max", "1"}});
  EXPECT_EQ(LimitsInOne(one, WorkKind::kCompilation, true), "1/1");
}

TEST(WorkKinds, HaveWords) {
  std::string words;
  for (const WorkKind kind : kWorkKinds) {
    words.append(WordOf(kind)).append(" ");
  }
  EXPECT_EQ(words, "program compilation command picture action ");
}

}  // namespace
}  // namespace hpdl::rt
