#include "compiler/driver/program/included_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "compiler/application/read_file.h"
#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::driver {
namespace {

namespace fs = std::filesystem;

using pipeline::FoundInclude;
using testing::HasSubstr;

class IncludedFile : public testing::Test {
 protected:
  void Write(const std::string& path, const std::string& text) const {
    fs::create_directories(fs::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << text;
  }
  rt::Result<FoundInclude> Read(const std::string& uri) const {
    return ReadInclude({uri, uri}, directory_, options_);
  }
  /// Returns the code and the message of the error for a URI.
  std::string Refused(const std::string& uri) const {
    const rt::Result<FoundInclude> found = Read(uri);
    return found ? "found " + found->name : found.error().code + ": " + found.error().message;
  }
  void Give(const std::string& value) {
    options_.given = std::make_shared<GivenPaths>(std::vector<std::string>{value});
  }

  const rt::testing::TemporaryFolder folder_;
  const std::string root_ = application::Canonical(folder_.path());
  std::string directory_ = root_ + "/app";
  CompileOptions options_;
};

TEST_F(IncludedFile, OnlyTheNamedFileCounts) {
  Write("/sets/a.xml", "right");
  Write("/app/a.xml", "wrong");
  for (const char* begin : {"", "file:", "file://", "file://localhost"}) {
    const rt::Result<FoundInclude> found = Read(begin + root_ + "/sets/../sets/a.xml");
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->bytes, "right");
    EXPECT_EQ(found->name, root_ + "/sets/a.xml");
  }
  EXPECT_EQ(Refused("file://" + root_ + "/none/a.xml"), "E1002: it does not exist");
  EXPECT_THAT(Refused("a.xml"), HasSubstr(": a relative path begins at the home directory"));
}

TEST_F(IncludedFile, AFolderStandsForItsCoordinator) {
  Write("/sets/coordinator.xml", "text");
  const rt::Result<FoundInclude> found = Read("file://" + root_ + "/sets");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->name, root_ + "/sets/coordinator.xml");
  fs::create_directories(root_ + "/empty");
  EXPECT_EQ(Refused("file://" + root_ + "/empty"),
            "E1002: it is a folder without a coordinator.xml");
}

TEST_F(IncludedFile, AFileThatIsNotRegularCannotBeRead) {
  EXPECT_EQ(Refused("file:///dev/null"), "E1001: not a regular file");
}

TEST_F(IncludedFile, ACoordinatorInHdfsIncludesNoFileOfThisMachine) {
  Write("/sets/a.xml", "secret");
  directory_ = "hdfs://nosuch/app";
  for (const char* begin : {"file:", "file://", " file://", "FILE://"}) {
    EXPECT_THAT(Refused(begin + root_ + "/sets/a.xml"), Not(HasSubstr("found")));
  }
  EXPECT_THAT(Refused(root_ + "/sets/a.xml"), HasSubstr("hdfs://nosuch"));
  EXPECT_THAT(Refused("a.xml"), HasSubstr("hdfs://nosuch"));
}

TEST_F(IncludedFile, AContainedDefinitionIncludesNothing) {
  Write("/app/a.xml", "text");
  options_.contained = true;
  EXPECT_EQ(Refused("file://" + root_ + "/app/a.xml"),
            ": with --contained, hpdlc reads no included file");
}

TEST_F(IncludedFile, SubGivesTheFileOfAUri) {
  Write("/own.xml", "own");
  for (const char* text : {"${base}/a.xml", "hdfs://nn/a.xml"}) {
    Give(std::string(text) + "=" + root_ + "/own.xml");
    const auto found = ReadInclude({"${base}/a.xml", "hdfs://nn/a.xml"}, directory_, options_);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->bytes, "own");
    EXPECT_TRUE(options_.given->CheckUsed());
  }
  EXPECT_EQ(ReadInclude({"${base}/b.xml", std::nullopt}, directory_, options_).error().code, "");
  Give("x=" + root_ + "/none.xml");
  EXPECT_EQ(
      options_.given->CheckUsed().error().message,
      "--sub x=" + root_ + "/none.xml: no app-path and no <include> has the text before the =");
  EXPECT_EQ(Refused("x"), "E1002: it does not exist");
}

}  // namespace
}  // namespace hpdl::driver
