#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "stdlib/actions/sqoop/sqoop.kind.h"
#include "stdlib/actions/sqoop/sqoop_command.h"
#include "stdlib/local/testing/kind_test.h"

extern "C" const hpdl_kind hpdl_local_kind_sqoop;

namespace hpdl::stdlib {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(SqoopArguments, OfEitherForm) {
  SqoopArgs args;
  args.command = " import  --connect\n\tjdbc:x --query \"a ";
  EXPECT_THAT(*SqoopArguments(args, false),
              ElementsAre("import", "--connect", "jdbc:x", "--query", "\"a"));
  args.command.reset();
  args.args = {"import", "--query", "select a b", ""};
  EXPECT_THAT(*SqoopArguments(args, false), ElementsAre("import", "--query", "select a b", ""));
  EXPECT_THAT(*SqoopArguments(args, true), ElementsAre("import", "--query", "select a b", ""));
  for (const char* command : {"", "  \n"}) {
    args.command = command;
    EXPECT_EQ(SqoopArguments(args, false).error().code, "JA018");
  }
}

TEST(SqoopArguments, DropTheWordSqoop) {
  SqoopArgs args;
  args.command = "Sqoop export --x";
  EXPECT_THAT(*SqoopArguments(args, false), ElementsAre("export", "--x"));
  args.command = "sqoop --x";
  EXPECT_THAT(*SqoopArguments(args, false), ElementsAre("sqoop", "--x"));
  args.command.reset();
  args.args = {"sqoop", "import"};
  EXPECT_THAT(*SqoopArguments(args, false), ElementsAre("import"));
}

TEST(SqoopArguments, SplitAsAShellSplits) {
  const auto split = [](const char* command) {
    SqoopArgs args;
    args.command = command;
    return SqoopArguments(args, true);
  };
  EXPECT_THAT(*split("import --query \"select 'a b' \\\"c\\\"\" -m '' 1"),
              ElementsAre("import", "--query", "select 'a b' \"c\"", "-m", "", "1"));
  EXPECT_THAT(*split("a'b c'd 'e\\f' g\\ h"), ElementsAre("ab cd", "e\\f", "g h"));
  EXPECT_THAT(*split("import ''"), ElementsAre("import")) << "Oozie drops it, too";
  for (const char* wrong : {"import 'a", "import \"a", "import a\\"}) {
    EXPECT_EQ(split(wrong).error().code, "SQOOP002") << wrong;
  }
  EXPECT_TRUE(UsesShellSplitter({{"oozie.action.sqoop.shellsplitter", " TRUE "}}));
  EXPECT_FALSE(UsesShellSplitter({{"oozie.action.sqoop.shellsplitter", "yes"}}));
  EXPECT_FALSE(UsesShellSplitter({}));
}

TEST(WordsOf, ArgumentsAreInFilesThatNoListOfProcessesShows) {
  SqoopWords words = WordsOf({"import", "--password", "se cret", "", "\"q\"", "a\\"});
  EXPECT_THAT(words.words, ElementsAre("--options-file", "sqoop-arguments-1"));
  EXPECT_THAT(words.files, ElementsAre(Pair("sqoop-arguments-1",
                                            "\"import\"\n\"--password\"\n"
                                            "\"se cret\"\n\"\"\n\"\"q\"\"\n"
                                            "\"a\\\"\n")));
  words = WordsOf({"import", "--query", "select a\nfrom b", "-m", "1"});
  EXPECT_THAT(words.words, ElementsAre("--options-file", "sqoop-arguments-1", "select a\nfrom b",
                                       "--options-file", "sqoop-arguments-2"));
  EXPECT_EQ(words.files.at("sqoop-arguments-2"), "\"-m\"\n\"1\"\n");
  EXPECT_THAT(WordsOf({}).words, IsEmpty());
}

TEST(WithSqoopSite, RightBehindTheToolsName) {
  EXPECT_THAT(WithSqoopSite({"import", "-D", "a=b"}),
              ElementsAre("import", "-conf", "sqoop-site.xml", "-D", "a=b"));
  EXPECT_THAT(WithSqoopSite({"version"}), ElementsAre("version", "-conf", "sqoop-site.xml"));
}

TEST(SecretsOf, EveryPasswordAmongTheArguments) {
  SqoopArgs args;
  args.command =
      "import -Dhadoop.x.password=one -D y.Password=two --connect jdbc:mysql://h/d?password=three "
      "--password four --table password";
  EXPECT_THAT(SecretsOf(args), ::testing::IsSupersetOf({"one", "two", "three", "four"}));
  EXPECT_THAT(SecretsOf(args), ::testing::Not(Contains("password")));
  args.command = "";
  EXPECT_THAT(SecretsOf(args), IsEmpty());
}

class SqoopTest : public testing::KindTest {
 protected:
  SqoopTest() : KindTest(kSqoopElements) {
    unsetenv("SQOOP_HOME");
    unsetenv("HADOOP_CLASSPATH");
    const std::string home = job_ + "/home";
    mkdir(home.c_str(), 0700);
    mkdir((home + "/bin").c_str(), 0700);
    std::ofstream(home + "/bin/sqoop") << "#!/bin/sh\n";
    chmod((home + "/bin/sqoop").c_str(), 0700);
    ctx_.properties["hpdl.sqoop.home"] = home;
    ctx_.process = [this](const rt::Command& command) {
      command_ = command;
      for (const char* name : {"sqoop-arguments-1", "sqoop-site.xml"}) {
        texts_[name] = Text(name);
        struct stat info{};
        EXPECT_EQ(stat((command.directory + "/" + name).c_str(), &info), 0);
        EXPECT_EQ(info.st_mode & 0777U, 0600U);
      }
      return status_;
    };
    status_.pid = 4711;
    Add("name-node", "file:///");
  }
  rt::Outcome Run() { return ctx_.Run(hpdl_local_kind_sqoop); }
  std::string Text(const std::string& name) const {
    std::ifstream in(command_.directory + "/" + name);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  rt::Command command_;
  /// The texts of files that exist while the command runs.
  std::map<std::string, std::string> texts_;
  rt::ExitStatus status_;
};

TEST_F(SqoopTest, OnThisMachine) {
  Add("command", "import --connect jdbc:x --password secret -- --schema s");
  AddProperty("my.key", "value");
  ctx_.files = {{"lib/driver.jar", "PK"}};
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_EQ(outcome.external_id, "4711");
  EXPECT_THAT(command_.argv[0], EndsWith("/home/bin/sqoop"));
  EXPECT_THAT(command_.argv, ::testing::Not(Contains(HasSubstr("secret"))));
  EXPECT_THAT(texts_["sqoop-arguments-1"],
              HasSubstr("\"secret\"\n\"--bindir\"\n\"" + command_.directory + "\"\n\"--\"\n"));
  EXPECT_THAT(texts_["sqoop-arguments-1"],
              ::testing::StartsWith("\"import\"\n\"-conf\"\n\"sqoop-site.xml\"\n"));
  EXPECT_THAT(texts_["sqoop-site.xml"], HasSubstr("<name>my.key</name>"));
  EXPECT_THAT(texts_["sqoop-site.xml"], HasSubstr("<name>mapreduce.framework.name</name>"));
  EXPECT_THAT(command_.environment, Contains("HADOOP_CLASSPATH=" + command_.directory + ":" +
                                             command_.directory + "/driver.jar"));
  EXPECT_EQ(Text("sqoop-arguments-1"), "") << "it has gone";
  EXPECT_EQ(Text("sqoop-site.xml"), "");
}

TEST_F(SqoopTest, Failures) {
  Add("command", "import --password s3cret");
  std::ofstream(ctx_.ErrPath()) << "26/11/27 10:00:00 INFO x: fine\n26/11/27 10:00:00 ERROR "
                                   "manager.SqlManager: s3cret has no such table\n";
  status_.code = 1;
  EXPECT_EQ(Run().error->message,
            "sqoop: exit code 1, and says:\n26/11/27 10:00:00 ERROR manager.SqlManager: *** has no "
            "such table");
  status_.code = 0;
  status_.signal = 9;
  EXPECT_THAT(Run().error->message, HasSubstr("sqoop: ended by signal 9"));
  ctx_.properties["hpdl.sqoop.home"] = "/nowhere";
  EXPECT_EQ(Run().error->code, "JA018");
  Clear();
  Add("command", " ");
  EXPECT_THAT(Run().error->message, HasSubstr("sqoop has no arguments"));
}

}  // namespace
}  // namespace hpdl::stdlib
