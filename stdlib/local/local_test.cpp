#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "runtime/config/config.h"
#include "runtime/engine/testing/fake_context.h"
#include "stdlib/local/command.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class LocalTest : public ::testing::Test {
 protected:
  LocalTest() : job_(MakeDirectory()), ctx_(job_) {}
  ~LocalTest() override { std::system(("rm -rf " + job_).c_str()); }
  static std::string MakeDirectory() {
    char name[] = "/tmp/hpdl_local_XXXXXX";
    return mkdtemp(name);
  }

  std::string job_;
  rt::testing::FakeContext ctx_;
};

TEST(EnvironmentWith, TheLastOfANameCountsOnce) {
  setenv("HPDL_LOCAL_TEST", "inherited", 1);
  const auto environment =
      EnvironmentWith({"HPDL_LOCAL_TEST=a", "HPDL_LOCAL_TEST2=x", "HPDL_LOCAL_TEST=b=c"});
  EXPECT_THAT(environment, Contains("HPDL_LOCAL_TEST=b=c").Times(1));
  EXPECT_THAT(environment, Contains("HPDL_LOCAL_TEST2=x"));
  EXPECT_THAT(environment, Not(Contains("HPDL_LOCAL_TEST=a")));
  EXPECT_THAT(environment, Not(Contains("HPDL_LOCAL_TEST=inherited")));
}

TEST(FileEntry, NamesStayInTheWorkDirectory) {
  const auto plain = ParseFileEntry("file", "a/b.txt");
  EXPECT_EQ(plain->path, "a/b.txt");
  EXPECT_EQ(plain->name, "b.txt");
  EXPECT_EQ(ParseFileEntry("file", "/x/y#z")->name, "z");
  for (const char* entry :
       {"", "/", "a#", "a#.", "a#..", "a#../b", "a#/etc/passwd", "..", "a/.."}) {
    const auto parsed = ParseFileEntry("archive", entry);
    ASSERT_FALSE(parsed.ok()) << entry;
    EXPECT_EQ(parsed.error().code, "JA018");
    EXPECT_THAT(parsed.error().message, HasSubstr("archive "));
  }
}

TEST(ConfigurationXml, ReadsBackAsItWas) {
  const rt::Properties properties = {
      {"a", "<x> & \"y\" 'z'"}, {"b.c", "line\nnext\ttab"}, {"d", "]]>"}, {"e", "\xc3\xa9"}};
  const auto read = rt::ReadHadoopXml(ConfigurationXml(properties), "test");
  ASSERT_TRUE(read.ok()) << read.error().message;
  rt::Properties back;
  rt::Apply(*read, &back);
  EXPECT_EQ(back, properties);
}

TEST_F(LocalTest, FilesOfOneNameAndOtherContentDoNotMeet) {
  const std::string one = "one", two = "two";
  hpdl_file first{{"lib/a.jar", 9}, one.data(), one.size(), {1}};
  hpdl_file second{{"lib/a.jar", 9}, two.data(), two.size(), {2}};
  const auto place = PlaceOfBundled(ctx_, first);
  const auto other = PlaceOfBundled(ctx_, second);
  EXPECT_EQ(*ReadWholeFile(*place), "one");
  EXPECT_EQ(*ReadWholeFile(*other), "two");
  EXPECT_TRUE(place->starts_with(job_ + "/files/"));
}

TEST_F(LocalTest, AFileThatHasItsContentIsLeftAlone) {
  const std::string path = job_ + "/x";
  ASSERT_TRUE(KeepFile(path, "text", 0600).ok());
  struct stat before{}, after{};
  stat(path.c_str(), &before);
  ASSERT_TRUE(KeepFile(path, "text", 0600).ok());
  stat(path.c_str(), &after);
  EXPECT_EQ(before.st_ino, after.st_ino);
  for (const char* content : {"texT", "text2", ""}) {
    ASSERT_TRUE(KeepFile(path, content, 0600).ok());
    EXPECT_EQ(*ReadWholeFile(path), content);
  }
  EXPECT_FALSE(KeepFile(job_ + "/none/x", "text", 0600).ok());
}

TEST_F(LocalTest, LinksReplaceWhatWasThere) {
  ASSERT_TRUE(LinkTo("/etc/hostname", job_ + "/link").ok());
  ASSERT_TRUE(LinkTo("/etc/passwd", job_ + "/link").ok());
  char target[64];
  EXPECT_EQ(std::string(target, readlink((job_ + "/link").c_str(), target, sizeof target)),
            "/etc/passwd");
}

TEST_F(LocalTest, AnActionsPropertiesCountMoreThanFilesAndGlobal) {
  ctx_.files.emplace_back("job.xml",
                          "<configuration><property><name>a</name><value>file</value></property>"
                          "<property><name>b</name><value>file</value></property></configuration>");
  Configuration own;
  own.properties.push_back({"a", "own", ""});
  const auto properties = ActionConfiguration(ctx_, {"job.xml"}, own);
  EXPECT_EQ(properties->at("a"), "own");
  EXPECT_EQ(properties->at("b"), "file");
  EXPECT_EQ(ActionConfiguration(ctx_, {"none.xml"}, own).error().code, "JA008");
}

TEST(ErrorOfStart, TellsWhoIsToAct) {
  rt::ExitStatus status;
  EXPECT_FALSE(ErrorOfStart(status, "x").has_value());
  status.start_error = "x: No such file or directory";
  EXPECT_EQ(ErrorOfStart(status, "x")->error_class, rt::ErrorClass::kError);
  status.unstarted = true;
  EXPECT_EQ(ErrorOfStart(status, "x")->error_class, rt::ErrorClass::kNonTransient);
  rt::ExitStatus lost;
  lost.lost = true;
  EXPECT_EQ(ErrorOfStart(lost, "x")->code, "JA017");
}

TEST(SignalText, NamesTheSignal) {
  EXPECT_EQ(SignalText(9), "ended by signal 9 (SIGKILL)");
  EXPECT_EQ(SignalText(100), "ended by signal 100");
}

}  // namespace
}  // namespace hpdl::stdlib
