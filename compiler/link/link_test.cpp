#include "compiler/link/link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace hpdl::link {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// Links small C programs with the real start files and with a runtime archive that the test makes.
class LinkTest : public ::testing::Test {
 protected:
  LinkTest() {
    fs::remove_all(root_);
    fs::create_directories(inputs_);
    for (const auto& entry : fs::directory_iterator(HPDL_LINK_INPUTS)) {
      if (entry.path().filename() != "libhpdl.a") {
        fs::create_symlink(entry.path(), inputs_ / entry.path().filename());
      }
    }
    for (const char* made_later : {"libssh.a", "libnetwork.a", "libsqlite3.a", "libexpat.a"}) {
      if (!fs::exists(inputs_ / made_later)) {
        Run("ar rc " + (inputs_ / made_later).string());
      }
    }
    Runtime("int main(void) { return hpdl_program_v6; }", "extern const int hpdl_program_v6;");
    options_.input_directory = inputs_;
    options_.output = root_ / "program";
    Object("const int hpdl_program_v6 = 7;");
  }
  ~LinkTest() override { fs::remove_all(root_); }

  static void Run(const std::string& command) { ASSERT_EQ(std::system(command.c_str()), 0); }
  void Compile(const std::string& code, const fs::path& object) {
    const fs::path source = root_ / "code.c";
    std::ofstream(source) << code << '\n';
    Run("cc -c -o " + object.string() + " " + source.string());
  }
  void Runtime(const std::string& code, const std::string& before) {
    Compile(before + code, root_ / "main.o");
    fs::remove(inputs_ / "libhpdl.a");
    Run("ar rc " + (inputs_ / "libhpdl.a").string() + " " + (root_ / "main.o").string());
  }
  void Object(const std::string& code) {
    Compile(code, root_ / "object.o");
    options_.objects = {root_ / "object.o"};
  }
  /// Returns the error, or "" if the link succeeds.
  std::string Linked() const {
    const Result<void> linked = Link(options_);
    return linked ? "" : linked.error().message;
  }
  /// True if the output's directory contains no unfinished files.
  bool LeftNothing() {
    for (const auto& entry : fs::directory_iterator(root_)) {
      if (entry.path().filename().string().starts_with(rt::kUnfinishedPrefix)) {
        return false;
      }
    }
    return true;
  }

  fs::path root_ = fs::path(::testing::TempDir()) / ("hpdl_link_" + std::to_string(::getpid()));
  fs::path inputs_ = root_ / "lib";
  Options options_;
};

TEST_F(LinkTest, StaticProgramRuns) {
  ASSERT_EQ(Linked(), "");
  EXPECT_EQ(WEXITSTATUS(std::system(options_.output.c_str())), 7);
  struct stat status{};
  ASSERT_EQ(::stat(options_.output.c_str(), &status), 0);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  EXPECT_EQ(status.st_mode & 07777, 0777u & ~mask);
  EXPECT_TRUE(LeftNothing());
}

TEST_F(LinkTest, GlibcProgramNeedsOnlyLibc) {
  options_.mode = Mode::kGlibc;
  ASSERT_EQ(Linked(), "");
  EXPECT_EQ(WEXITSTATUS(std::system(options_.output.c_str())), 7);
  Run("readelf -d " + options_.output + " | grep NEEDED > " + (root_ / "needed").string());
  std::ifstream needed(root_ / "needed");
  const std::string text((std::istreambuf_iterator<char>(needed)), {});
  EXPECT_THAT(text, HasSubstr("[libc.so.6]"));
  EXPECT_EQ(text.find("libstdc++"), std::string::npos);
}

TEST_F(LinkTest, TwiceInOneProcess) {
  ASSERT_EQ(Linked(), "");
  Object("const int hpdl_program_v6 = 9;");
  ASSERT_EQ(Linked(), "");
  EXPECT_EQ(WEXITSTATUS(std::system(options_.output.c_str())), 9);
}

TEST_F(LinkTest, OtherAbiVersionIsNamed) {
  Runtime("int main(void) { return hpdl_program_v2; }", "extern const int hpdl_program_v2;");
  std::ofstream(options_.output) << "before";
  EXPECT_THAT(Linked(), HasSubstr("another version (that runtime has program format 2)"));
  EXPECT_EQ(fs::file_size(options_.output), 6u);  // the old file stays
  EXPECT_TRUE(LeftNothing());
}

TEST_F(LinkTest, MissingRuntimeCallIsAnotherVersion) {
  Object(
      "int hpdl_op_new(void); const int hpdl_program_v6 = 1; int f(void) { return hpdl_op_new(); }"
      "__attribute__((constructor)) void g(void) { f(); }");
  EXPECT_THAT(Linked(), testing::AllOf(HasSubstr("undefined symbol: hpdl_op_new"),
                                       HasSubstr("another version")));
}

TEST_F(LinkTest, MissingInputIsNamed) {
  fs::remove(inputs_ / "rcrt1.o");
  EXPECT_THAT(Linked(), HasSubstr("rcrt1.o is missing"));
}

TEST_F(LinkTest, OutputPlaces) {
  options_.output = "/nowhere/program";
  EXPECT_EQ(Linked(), "cannot write /nowhere/program: No such file or directory");
  options_.output = root_;
  EXPECT_THAT(Linked(), HasSubstr("not a regular file"));
  options_.output = "/dev/null";
  EXPECT_THAT(Linked(), HasSubstr("not a regular file"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(LinkTest, ALinkUnderANameThatCouldBeGuessedKeepsItsTarget) {
  const fs::path target = root_ / "precious";
  std::ofstream(target) << "kept";
  fs::create_symlink(target, root_ / (".program.hpdlc-" + std::to_string(::getpid())));
  ASSERT_EQ(Linked(), "");
  EXPECT_EQ(fs::file_size(target), 4u);
}

TEST_F(LinkTest, TheNameMayBeAsLongAsNamesCanBe) {
  options_.output = root_ / std::string(255, 'p');
  ASSERT_EQ(Linked(), "");
  EXPECT_EQ(WEXITSTATUS(std::system(options_.output.c_str())), 7);
}

TEST(ScratchFileTest, HoldsBytes) {
  ScratchFile file(::testing::TempDir() + "scratch");
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE(file.Write("some bytes"));
  std::ifstream in(file.path());
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "some bytes");
}

}  // namespace
}  // namespace hpdl::link
