#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "stdlib/actions/java/java.kind.h"
#include "stdlib/actions/java/java_command.h"
#include "stdlib/actions/java/launcher_classes.h"
#include "stdlib/local/java_options.h"
#include "stdlib/local/testing/kind_test.h"
#include "stdlib/local/work_files.h"

extern "C" const hpdl_kind hpdl_local_kind_java;

namespace hpdl::stdlib {
namespace {

using rt::testing::Argument;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Tests without a JVM. They check the command line of the JVM and set its exit status.
class JavaTest : public testing::KindTest {
 protected:
  JavaTest() : KindTest(kJavaElements) {
    mkdir((job_ + "/bin").c_str(), 0700);
    std::ofstream(job_ + "/bin/java") << "#!/bin/sh\n";
    chmod((job_ + "/bin/java").c_str(), 0700);
    setenv("JAVA_HOME", job_.c_str(), 1);
    Add("main-class", "org.Main");
    End("returned", 0);
  }
  /// Sets the content of the launcher's file, and the exit code or signal of the JVM.
  void End(const std::string& note, int code, int signal = 0) {
    ctx_.process = [this, note, code, signal](const rt::Command& command) {
      command_ = command;
      ++runs_;
      if (!note.empty()) {
        std::ofstream(NotePath(ctx_)) << note;
      }
      rt::ExitStatus status;
      status.pid = 4711;
      status.code = code;
      status.signal = signal;
      return status;
    };
  }
  rt::Outcome Run() { return ctx_.Run(hpdl_local_kind_java); }
  std::string Message() {
    const rt::Outcome outcome = Run();
    EXPECT_TRUE(outcome.error.has_value());
    EXPECT_EQ(outcome.error->code, "JA018");
    EXPECT_EQ(outcome.error->error_class, rt::ErrorClass::kError);
    EXPECT_EQ(outcome.external_status, "FAILED/KILLED");
    return outcome.error->message;
  }
  /// Returns the word behind `option`.
  std::string After(const std::string& option) {
    for (std::size_t i = 0; i + 1 < command_.argv.size(); ++i) {
      if (command_.argv[i] == option) {
        return command_.argv[i + 1];
      }
    }
    return "";
  }

  rt::Command command_;
  int runs_ = 0;
};

TEST_F(JavaTest, Returned) {
  const rt::Outcome outcome = Run();
  EXPECT_FALSE(outcome.error.has_value());
  EXPECT_EQ(outcome.external_id, "4711");
  EXPECT_EQ(outcome.external_status, "SUCCEEDED");
  EXPECT_FALSE(outcome.data.has_value());
  EXPECT_EQ(command_.argv[0], job_ + "/bin/java");
  EXPECT_EQ(command_.directory, job_ + "/attempts/1.work");
}

TEST_F(JavaTest, ExitWithZeroIsASuccess) {
  End("running", 0);
  EXPECT_FALSE(Run().error.has_value());
}

TEST_F(JavaTest, EveryOtherEndThatIsNotAReturnIsAnError) {
  End("running", 7);
  EXPECT_EQ(Message(), "main class org.Main ended java with exit code 7, as System.exit does");
  End("returned", 3);
  EXPECT_THAT(Message(), HasSubstr("returned, then java ended with exit code 3"));
  End("threw\njava.io.IOException: a\nb", 1);
  EXPECT_EQ(Message(), "main class org.Main threw java.io.IOException: a\nb");
  End("unusable\nclass org.Main is not in the class path", 1);
  EXPECT_EQ(Message(), "class org.Main is not in the class path");
  End("running", -1, 9);
  EXPECT_EQ(Message(), "java ended by signal 9 (SIGKILL)");
  unlink(NotePath(ctx_).c_str());
  End("", 1);
  EXPECT_EQ(Message(), "java ended with exit code 1 before it called main class org.Main");
  End("", 0);
  EXPECT_THAT(Message(), StartsWith("java ended with exit code 0"));
}

TEST_F(JavaTest, AFileCutShortIsNoReturn) {
  for (const char* note : {"ret", "returnedx", "\n", "RETURNED"}) {
    End(note, 5);
    EXPECT_THAT(Message(), HasSubstr("exit code 5")) << note;
  }
}

TEST_F(JavaTest, TheTextOfAnExceptionIsBoundedAndClean) {
  End("threw\n" + std::string(100000, 'x') + "\x1b[0m\xff", 1);
  EXPECT_LT(Message().size(), 2100U);
}

TEST_F(JavaTest, EndOfStandardErrorIsInTheMessage) {
  std::ofstream(ctx_.ErrPath()) << "at org.Main.main\n";
  End("threw\nx", 1);
  EXPECT_EQ(Message(), "main class org.Main threw x; standard error ends with:\nat org.Main.main");
}

TEST_F(JavaTest, ALostJvmNeedsAPerson) {
  ctx_.process = [](const rt::Command&) {
    rt::ExitStatus status;
    status.lost = true;
    status.pid = 77;
    return status;
  };
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->error_class, rt::ErrorClass::kNonTransient);
  EXPECT_EQ(outcome.error->code, "JA017");
}

TEST_F(JavaTest, TheOrderOfTheWords) {
  Add("java-opts", "-Xmx9m  -Da='b c'");
  Add("arg", "-x y");
  Add("arg", "");
  Run();
  const std::vector<std::string>& argv = command_.argv;
  EXPECT_EQ(argv[1], "-Xmx9m");
  EXPECT_EQ(argv[2], "-Da=b c");
  const std::vector<std::string> end(argv.end() - 6, argv.end());
  EXPECT_THAT(end, ElementsAre(kLauncherMain, NotePath(ctx_), "0", "org.Main", "-x y", ""));
  EXPECT_THAT(argv, Contains("-Doozie.job.id=" + ctx_.identity.id));
  EXPECT_THAT(argv, Contains("-Doozie.action.id=" + ctx_.identity.id + "@action"));
  EXPECT_THAT(
      argv, Contains("-Doozie.action.conf.xml=" + job_ + "/attempts/1.work/oozie-action.conf.xml"));
}

TEST_F(JavaTest, LibrariesAreInTheClassPathInOrder) {
  ctx_.files = {{"lib/b.jar", "b"},
                {"lib/a.jar", "a"},
                {"lib/deep/c.jar", "c"},
                {"lib/x.txt", "x"},
                {"other.jar", "o"}};
  Add("file", "other.jar#renamed");
  Run();
  const std::string files = job_ + "/files/0000000000000000/";
  EXPECT_EQ(After("-cp"), job_ + "/attempts/1.work:" + files + "a.jar:" + files + "b.jar:" + files +
                              "other.jar:" + job_ + "/java");
  EXPECT_EQ(*ReadWholeFile(command_.directory + "/x.txt"), "x");
  EXPECT_EQ(*ReadWholeFile(command_.directory + "/renamed"), "o");
  EXPECT_FALSE(FileExists(command_.directory + "/c.jar"));
}

TEST_F(JavaTest, InheritedLibrariesAreInTheClassPathAfterOwnOnes) {
  const std::string parent = job_ + "/parent.jar";
  std::ofstream(parent) << "of a parent in another program";
  ctx_.files = {{"lib/b.jar", "b"}};
  ctx_.inherited.push_back({"/above",
                            {rt::testing::PackagedFile("lib/b.jar", "old"),
                             rt::testing::PackagedFile("lib/a.jar", "a")}});
  ctx_.properties = {{"oozie.wf.subworkflow.classpath.inheritance", "true"},
                     {"oozie.wf.application.lib", "file://" + parent}};
  EXPECT_FALSE(Run().error.has_value());
  const std::string files = job_ + "/files/0000000000000000/";
  EXPECT_EQ(After("-cp"), job_ + "/attempts/1.work:" + files + "b.jar:" + files +
                              "a.jar:" + parent + ":" + job_ + "/java");
}

TEST_F(JavaTest, AnArchiveNamedLikeAJarIsInTheClassPathAsAFolder) {
  ctx_.files = {{"a.zip", "a"}, {"b.jar", "b"}};
  Add("archive", "a.zip#a.jar");
  Add("archive", "b.jar#b");
  Run();
  EXPECT_EQ(After("-cp"),
            job_ + "/attempts/1.work:" + command_.directory + "/a.jar:" + job_ + "/java");
  EXPECT_TRUE(FileExists(command_.directory + "/a.jar"));
}

TEST_F(JavaTest, CopiesAreCheckedByTheirContent) {
  ctx_.files = {{"lib/a.jar", "right"}};
  Run();
  const std::string place = job_ + "/files/0000000000000000/a.jar";
  struct stat before{}, after{};
  stat(place.c_str(), &before);
  Run();
  stat(place.c_str(), &after);
  EXPECT_EQ(before.st_ino, after.st_ino) << "what is right is not written again";
  for (const char* wrong : {"wrong", "righ", "right!", ""}) {
    std::ofstream(place, std::ios::trunc) << wrong;
    Run();
    EXPECT_EQ(*ReadWholeFile(place), "right") << wrong;
  }
}

TEST_F(JavaTest, NativeLibraries) {
  unsetenv("LD_LIBRARY_PATH");
  Run();
  EXPECT_THAT(command_.environment, ::testing::Not(Contains(StartsWith("LD_LIBRARY_PATH="))));
  ctx_.files = {{"lib/libx.so.1.2", "x"}};
  Run();
  EXPECT_TRUE(FileExists(command_.directory + "/libx.so"));
  EXPECT_THAT(command_.environment, Contains("LD_LIBRARY_PATH=" + command_.directory));
}

TEST_F(JavaTest, FilesThatCannotBePlaced) {
  const std::pair<const char*, const char*> cases[] = {{"none.txt", "JA008"},
                                                       {"/no/such/file", "JA008"},
                                                       {"/etc/passwd#../x", "JA018"},
                                                       {"/etc/passwd#", "JA018"},
                                                       {"s3://x/y", "E0904"}};
  for (const char* element : {"file", "archive"}) {
    for (const auto& [file, code] : cases) {
      Clear();
      Add("main-class", "M");
      Add(element, file);
      const rt::Outcome outcome = Run();
      ASSERT_TRUE(outcome.error.has_value()) << element << " " << file;
      EXPECT_EQ(outcome.error->code, code) << element << " " << file;
    }
  }
  EXPECT_EQ(runs_, 0);
}

TEST_F(JavaTest, ConfigurationHasWhatTheEngineAdds) {
  AddProperty("a.b", "<1> & 2");
  Add("name-node", "hdfs://nn");
  Run();
  const std::string xml = *ReadWholeFile(command_.directory + "/oozie-action.conf.xml");
  EXPECT_THAT(xml, HasSubstr("<name>a.b</name><value>&lt;1&gt; &amp; 2</value>"));
  EXPECT_THAT(xml, HasSubstr("<name>fs.defaultFS</name><value>hdfs://nn</value>"));
  EXPECT_THAT(xml, HasSubstr("<name>user.name</name><value>joe</value>"));
  EXPECT_THAT(xml, HasSubstr("<name>mapreduce.job.tags</name><value>hpdl-0"));
}

TEST_F(JavaTest, ANameNodeWithoutASchemeIsOfHdfs) {
  Add("name-node", "nn:8020");
  Run();
  EXPECT_THAT(*ReadWholeFile(command_.directory + "/oozie-action.conf.xml"),
              HasSubstr("<name>fs.defaultFS</name><value>hdfs://nn:8020</value>"));
}

TEST_F(JavaTest, PropertiesThatAnActionMayNotHave) {
  for (const char* name : {"fs.default.name", "yarn.resourcemanager.address", "user.name"}) {
    Clear();
    Add("main-class", "M");
    AddProperty(name, "x");
    const rt::Outcome outcome = Run();
    ASSERT_TRUE(outcome.error.has_value()) << name;
    EXPECT_EQ(outcome.error->code, "JA010");
    EXPECT_EQ(outcome.error->error_class, rt::ErrorClass::kFatal);
  }
  EXPECT_EQ(runs_, 0);
}

TEST_F(JavaTest, OptionsOfConfigurationAndLauncherComeFirst) {
  AddProperty("mapred.child.java.opts", "-Da=1");
  Add("launcher", "", {Argument(2, "-Da=2"), Argument(3, "X=1:Y=2")});
  Add("java-opt", "-Da=3 4");
  Run();
  const std::vector<std::string> options(command_.argv.begin() + 1, command_.argv.begin() + 4);
  EXPECT_THAT(options, ElementsAre("-Da=1", "-Da=2", "-Da=3 4"));
  EXPECT_THAT(command_.environment, Contains("X=1"));
  EXPECT_THAT(command_.environment, Contains("Y=2"));
}

TEST_F(JavaTest, OptionsOfTheLauncherComeAfterThoseOfJobs) {
  AddProperty("mapreduce.map.java.opts", "-Da=2");
  AddProperty("mapred.child.java.opts", "-Da=1");
  AddProperty("oozie.launcher.mapreduce.map.java.opts", "-Da=3");
  AddProperty("oozie.launcher.javaopts", "-Da=4");
  Run();
  const std::vector<std::string> options(command_.argv.begin() + 1, command_.argv.begin() + 4);
  EXPECT_THAT(options, ElementsAre("-Da=2", "-Da=3", "-Da=4"));
}

TEST_F(JavaTest, WrongLauncherEnvironment) {
  Add("launcher", "", {Argument(3, "NOVALUE")});
  EXPECT_THAT(Run().error->message, HasSubstr("launcher env NOVALUE"));
}

TEST_F(JavaTest, CaptureReadsTheFileThatMainWrote) {
  Add("capture-output", "");
  ctx_.limit = 5;
  const std::string path = job_ + "/attempts/1.work/output.properties";
  EXPECT_TRUE(Run().data->empty()) << "none written";
  std::ofstream(path) << "a=123";
  EXPECT_EQ(Run().data->at("a"), "123");
  std::ofstream(path) << "a=1234";
  EXPECT_THAT(Message(), StartsWith("captured output has 6 bytes, the limit is 5"));
  ctx_.limit = 100;
  std::ofstream(path) << "a=\\u1";
  EXPECT_THAT(Message(), HasSubstr("captured output:1"));
}

TEST_F(JavaTest, PrepareRunsOnceAndNotBesideTheProgram) {
  mkdir((job_ + "/out").c_str(), 0700);
  Add("prepare", "", {Argument(0, "", {Argument(0, job_ + "/out")})});
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_FALSE(FileExists(job_ + "/out"));
  mkdir((job_ + "/out").c_str(), 0700);
  ctx_.is_resumed = true;
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_TRUE(FileExists(job_ + "/out"));
}

TEST_F(JavaTest, WhereJavaIs) {
  EXPECT_EQ(*FindJava(ctx_), job_ + "/bin/java");
  ctx_.properties["hpdl.java.home"] = "/no/such";
  EXPECT_THAT(FindJava(ctx_).error().message, HasSubstr("hpdl.java.home is /no/such"));
  ctx_.properties.clear();
  chmod((job_ + "/bin/java").c_str(), 0600);
  EXPECT_THAT(FindJava(ctx_).error().message, HasSubstr("JAVA_HOME is " + job_));
  chmod((job_ + "/bin/java").c_str(), 0700);
  const std::string path = std::getenv("PATH");
  unsetenv("JAVA_HOME");
  setenv("PATH", ("relative:/no/such:" + job_ + "/bin").c_str(), 1);
  EXPECT_EQ(*FindJava(ctx_), job_ + "/bin/java");
  setenv("PATH", "/no/such", 1);
  EXPECT_THAT(FindJava(ctx_).error().message, StartsWith("no java: set"));
  setenv("PATH", path.c_str(), 1);
}

TEST(SplitOptions, AsAShellWould) {
  EXPECT_THAT(*SplitOptions(""), ElementsAre());
  EXPECT_THAT(*SplitOptions(" \n\t "), ElementsAre());
  EXPECT_THAT(*SplitOptions(" -a  -b\n-c "), ElementsAre("-a", "-b", "-c"));
  EXPECT_THAT(*SplitOptions("-a='x y' \"p 'q'\"r ''"), ElementsAre("-a=x y", "p 'q'r", ""));
  EXPECT_THAT(*SplitOptions("a\\ b '\\' \\$x \\"), ElementsAre("a b", "\\", "$x", "\\"));
  for (const char* text : {"'", "a \"b", "\"\\\""}) {
    EXPECT_FALSE(SplitOptions(text).ok()) << text;
  }
}

TEST(LauncherClasses, AreClassesForJava8) {
  bool main = false;
  for (const LauncherClass& part : LauncherClasses()) {
    EXPECT_THAT(std::string(part.file), EndsWith(".class"));
    ASSERT_GT(part.bytes.size(), 8U);
    EXPECT_EQ(part.bytes.substr(0, 8), std::string_view("\xca\xfe\xba\xbe\0\0\0\x34", 8))
        << part.file;
    main = main || part.file == "RunMain.class";
  }
  EXPECT_TRUE(main);
}

}  // namespace
}  // namespace hpdl::stdlib
