#include "runtime/world/site/site.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

struct Documented {
  const char* name;
  const char* type;
  std::int64_t low, high;
  const char* preset;
  bool job;
  const char* doc;
};
constexpr Documented kDocumented[] = {
#define SETTING(key, name, type, low, high, preset, job, doc) \
  {name, #type, low, high, preset, (job) != 0, doc},
#include "runtime/world/site/settings.def"
#undef SETTING
};

std::string Range(const Documented& setting) {
  const std::string type = setting.type;
  if (type == "kNumber") {
    return std::to_string(setting.low) + " to " + std::to_string(setting.high);
  }
  return type == "kPolicy"    ? "periodic, exponential"
         : type == "kUnit"    ? "minutes, seconds, milliseconds"
         : type == "kMode"    ? "NORMAL, SAFEMODE, NOWEBSERVICE"
         : type == "kPath"    ? "absolute path"
         : type == "kBoolean" ? "true, false"
         : type == "kText"    ? "text"
                              : "codes, comma separated";
}

std::string Table() {
  std::string out = "| setting | values | default | job | meaning |\n|---|---|---|---|---|\n";
  for (const Documented& s : kDocumented) {
    const std::string preset = s.preset;
    out += std::string("| `") + s.name + "` | " + Range(s) + " | " +
           (preset.empty() ? "none" : preset) + " | " + (s.job ? "yes" : "no") + " | " + s.doc +
           " |\n";
  }
  return out;
}

class SiteTest : public ::testing::Test {
 protected:
  Result<Site> Read(const std::string& text) {
    std::ofstream(path_) << text;
    return Site::Load(path_);
  }
  static std::string Line(const std::string& name, const std::string& value,
                          const std::string& more = "") {
    return "<property><name>" + name + "</name><value>" + value + "</value>" + more +
           "</property>\n";
  }
  Result<Site> With(const std::string& properties) {
    return Read("<configuration>\n" + properties + "</configuration>");
  }
  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/site.xml";
};

TEST(SiteDocs, PageHasTheTable) {
  std::ifstream file(std::string(HPDL_SOURCE_DIR) + "/docs/site.md");
  std::stringstream page;
  page << file.rdbuf();
  EXPECT_NE(page.str().find(Table()), std::string::npos) << "docs/site.md should have\n" << Table();
}

TEST_F(SiteTest, AListAllowsItsNames) {
  const std::string name = "oozie.service.HadoopAccessorService.nameNode.whitelist";
  EXPECT_TRUE(With("")->Allows(Setting::kNameNodes, "nn:8020"));
  EXPECT_TRUE(With(Line(name, " "))->Allows(Setting::kNameNodes, "nn:8020"));
  const Result<Site> site = With(Line(name, "a:1, nn:8020"));
  EXPECT_TRUE(site->Allows(Setting::kNameNodes, "nn:8020"));
  EXPECT_FALSE(site->Allows(Setting::kNameNodes, "nn"));
}

TEST_F(SiteTest, DefaultsAreValid) {
  std::string all;
  for (const Documented& setting : kDocumented) {
    all += Line(setting.name, setting.preset);
  }
  const Result<Site> site = With(all);
  ASSERT_TRUE(site) << site.error().message;
  const Site none = *Site::Load("");
  EXPECT_EQ(none.Number(Setting::kTransientMax), 10);
  EXPECT_EQ(none.Number(Setting::kTransientInterval), 1);
  EXPECT_EQ(none.Number(Setting::kTransientMost), 60);
  EXPECT_TRUE(none.Exponential(Setting::kTransientPolicy));
  EXPECT_EQ(none.Number(Setting::kUserMax), 3);
  EXPECT_EQ(none.Number(Setting::kUserInterval), 10);
  EXPECT_FALSE(none.Exponential(Setting::kUserPolicy));
  EXPECT_EQ(none.UserUnitMs(), 60000);
  EXPECT_EQ(none.Number(Setting::kMaxDepth), 50);
  EXPECT_EQ(none.Number(Setting::kMaxOutput), 2048);
}

TEST_F(SiteTest, EachNumberRefusesWhatIsOutOfRangeOrNone) {
  for (const Documented& s : kDocumented) {
    if (std::string(s.type) != "kNumber") {
      continue;
    }
    for (const std::string& bad :
         {std::to_string(s.low - 1), std::to_string(s.high + 1), std::string("x"), std::string(),
          std::string("1.5"), std::string("0x10"), std::string("99999999999999999999"),
          std::string("3 4")}) {
      const Result<Site> site = With("\n" + Line(s.name, bad));
      ASSERT_FALSE(site) << s.name << " = " << bad;
      EXPECT_EQ(site.error().message, path_ + ":3: property " + s.name + " '" + bad +
                                          "' is not a whole number from " + Range(s));
    }
    for (const std::int64_t good : {s.low, s.high}) {
      EXPECT_TRUE(With(Line(s.name, " " + std::to_string(good) + " "))) << s.name;
    }
  }
}

TEST_F(SiteTest, WordsAreChecked) {
  const std::string policy = SpecOf(Setting::kTransientPolicy).name;
  for (const char* good : {"periodic", "EXPONENTIAL", "fixed"}) {
    EXPECT_TRUE(With(Line(policy, good))) << good;
  }
  EXPECT_NE(With(Line(policy, "often")).error().message.find("'often' is not periodic or"),
            std::string::npos);
  EXPECT_FALSE(With(Line(policy, "")));
  EXPECT_FALSE(With(Line("hpdl.user.retry.interval.unit", "hours")));
  EXPECT_FALSE(With(Line(SpecOf(Setting::kUserCodes).name, "JA008;JA009")));
  EXPECT_FALSE(With(Line("hpdl.nosuch", "1")));
  EXPECT_FALSE(With(Line("hpdl.action.shell.retry.maximum", "1")));
  EXPECT_FALSE(With(Line("hpdl.action..retries.max", "1")));
  EXPECT_TRUE(With(Line("oozie.service.Other.thing", "whatever")));
}

TEST_F(SiteTest, BrokenFilesAreRefusedWithTheirPlace) {
  EXPECT_FALSE(Site::Load("/nosuch/site.xml"));
  EXPECT_FALSE(Site::Load("/tmp"));
  for (const char* text : {"", "<configuration>", "<other/>", "<configuration><property>\n</x>",
                           "<!DOCTYPE a><configuration/>"}) {
    const Result<Site> site = Read(text);
    if (site) {
      EXPECT_STREQ(text, "");
      continue;
    }
    EXPECT_NE(site.error().message.find(path_ + ":"), std::string::npos) << text;
  }
  const Result<Site> circle =
      With(Line("a", "${b}") + Line("b", "${a}") + Line("oozie.action.retries.max", "${a}"));
  ASSERT_FALSE(circle);
  EXPECT_NE(circle.error().message.find(path_ + ":4: property oozie.action.retries.max"),
            std::string::npos);
}

TEST_F(SiteTest, JobWinsUnlessFinalAndKindWinsOverAll) {
  const std::string name = "oozie.action.retries.max";
  const std::string kind = "hpdl.action.shell.retries.max";
  Site site = *With(Line(name, "5") + Line(kind, "${n}") + Line("n", "7"));
  EXPECT_EQ(site.Number(Setting::kTransientMax), 5);
  EXPECT_EQ(site.Number(Setting::kTransientMax, {}, "shell"), 7);
  EXPECT_EQ(site.Number(Setting::kTransientMax, {}, "fs"), 5);
  EXPECT_EQ(site.Number(Setting::kTransientMax, {{name, "6"}}, "fs"), 6);
  EXPECT_EQ(site.Number(Setting::kTransientMax, {{name, "6"}}, "shell"), 7);
  EXPECT_EQ(site.Number(Setting::kTransientMax, {{kind, "8"}}, "shell"), 8);
  EXPECT_EQ(site.Number(Setting::kTransientMax, {{name, "many"}}, "fs"), 5);
  site = *With(Line(name, "5", "<final>true</final>") + Line(name, "4"));
  EXPECT_EQ(site.Number(Setting::kTransientMax, {{name, "6"}}), 5);
  EXPECT_EQ(site.Number(Setting::kTransientMax, {{kind, "6"}}, "shell"), 5);
  // A job cannot set the maximum of user retries.
  const std::string most = SpecOf(Setting::kUserMax).name;
  EXPECT_EQ(site.Number(Setting::kUserMax, {{most, "100"}}), 3);
}

TEST_F(SiteTest, Codes) {
  const Site none;
  for (const char* code :
       {"JA008", "JA009", "JA017", "JA018", "JA019", "FS008", "FS009", "FS014"}) {
    EXPECT_TRUE(none.RetriesForUser(code)) << code;
  }
  EXPECT_FALSE(none.RetriesForUser("FS001"));
  EXPECT_FALSE(none.RetriesForUser(""));
  const Site more = *With(Line(SpecOf(Setting::kUserCodesExt).name, "\n FS001,\n X-1 , ,"));
  EXPECT_TRUE(more.RetriesForUser("FS001"));
  EXPECT_TRUE(more.RetriesForUser("X-1"));
  EXPECT_TRUE(more.RetriesForUser("JA018"));
  EXPECT_FALSE(more.RetriesForUser(""));
  const Site other = *With(Line(SpecOf(Setting::kUserCodes).name, "FS001"));
  EXPECT_FALSE(other.RetriesForUser("JA018"));
  EXPECT_TRUE((*With(Line(SpecOf(Setting::kUserCodesExt).name, "ALL"))).RetriesForUser("ANY"));
}

TEST_F(SiteTest, JobPropertiesAreChecked) {
  for (const Documented& s : kDocumented) {
    const Result<void> checked = CheckJob({{s.name, "?"}});
    const bool any_will_do = std::string_view(s.type) == "kText";
    EXPECT_EQ(checked.ok(), !s.job || any_will_do) << s.name;
    if (!checked) {
      EXPECT_NE(checked.error().message.find(std::string("property ") + s.name + " '?' is not"),
                std::string::npos);
    }
  }
  EXPECT_FALSE(CheckJob({{"hpdl.action.fs.retry.interval", "-1"}}));
  for (const char* name : {"hpdl.credential.set.a", "hpdl.credential.", "hpdl.sla.change"}) {
    const Result<void> checked = CheckJob({{name, "x"}});
    ASSERT_FALSE(checked) << name;
    EXPECT_EQ(checked.error().code, "E0701");
    EXPECT_EQ(checked.error().message,
              "property " + std::string(name) + " is made by hpdl itself, and no job may set it");
  }
  EXPECT_TRUE(CheckJob({{"hpdl.mine", "x"}, {"oozie.action.retries.max", "0"}}));
}

TEST_F(SiteTest, FlagsAndTexts) {
  EXPECT_TRUE(Site().Flag(Setting::kEmailAttachments));
  const std::string name = SpecOf(Setting::kEmailAttachments).name;
  EXPECT_FALSE((*With(Line(name, " False "))).Flag(Setting::kEmailAttachments));
  const Result<Site> broken = With(Line(name, "no"));
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("'no' is not true or false"), std::string::npos);
  EXPECT_EQ((*With(Line(SpecOf(Setting::kSmtpPassword).name, "s p?"))).Text(Setting::kSmtpPassword),
            "s p?");
  EXPECT_EQ(Site().Text(Setting::kSmtpPassword), "");
}

TEST_F(SiteTest, KnowsItsFile) {
  EXPECT_EQ(Site().path(), "");
  const Result<Site> site = With("");
  ASSERT_TRUE(site);
  EXPECT_TRUE(site->path().starts_with('/'));
}

TEST(DirectoryForTest, IsThatOfTheName) {
  constexpr std::string_view kSetting = "nn:8020=/a, *=conf,RM:8032 = ../b ,x,=/c,y=, nn:8020=/d";
  EXPECT_EQ(DirectoryFor(kSetting, "nn:8020", "/etc/hpdl/site.xml"), "/a");
  EXPECT_EQ(DirectoryFor(kSetting, "*", "/etc/hpdl/site.xml"), "/etc/hpdl/conf");
  EXPECT_EQ(DirectoryFor(kSetting, "rm:8032", "/etc/hpdl/site.xml"), "/etc/hpdl/../b");
  EXPECT_EQ(DirectoryFor(kSetting, "*", ""), "");
  for (const char* none : {"nn", "x", "y", "nn:8020=/a"}) {
    EXPECT_EQ(DirectoryFor(kSetting, none, "/etc/hpdl/site.xml"), "") << none;
  }
  EXPECT_EQ(DirectoryFor("", "*", "/site.xml"), "");
}

TEST_F(SiteTest, LocateTakesTheOptionThenTheVariable) {
  ::setenv("HPDL_SITE", "/a/site.xml", 1);
  EXPECT_EQ(Site::Locate("/b.xml"), "/b.xml");
  EXPECT_EQ(Site::Locate(""), "/a/site.xml");
  char here[4096];
  ASSERT_NE(getcwd(here, sizeof here), nullptr);
  EXPECT_EQ(Site::Locate("c.xml"), std::string(here) + "/c.xml");
  ::unsetenv("HPDL_SITE");
}

}  // namespace
}  // namespace hpdl::rt
