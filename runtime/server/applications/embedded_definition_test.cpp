#include "runtime/server/applications/embedded_definition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/applications/testing/memory_files.h"
#include "runtime/server/work/testing/awaiting.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class EmbeddedDefinitionTest : public ::testing::Test {
 protected:
  Result<void> PutHere(const std::string& path, const std::string& text) {
    return testing::Await(loop_, PutDefinitionHere(path, text));
  }
  Result<void> PutThere(const std::string& text) {
    return testing::Await(loop_,
                          PutDefinition(files_, "/apps/w/workflow.xml", root_ + "/new", text));
  }
  static std::string TextOf(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Returns the number of entries of a folder.
  static long CountIn(const std::string& folder) {
    return std::distance(std::filesystem::directory_iterator(folder), {});
  }

  boost::asio::io_context loop_{1};
  testing::TemporaryFolder folder_;
  const std::string root_ = folder_.path();
  testing::MemoryFiles files_;
};

TEST_F(EmbeddedDefinitionTest, GoesIntoTheFolderOrToTheFileThatIsNamed) {
  EXPECT_EQ(DefinitionPath("/apps/w", "workflow.xml"), "/apps/w/workflow.xml");
  EXPECT_EQ(DefinitionPath("/apps/w//", "coordinator.xml"), "/apps/w/coordinator.xml");
  EXPECT_EQ(DefinitionPath("/apps/own.xml", "workflow.xml"), "/apps/own.xml");
  EXPECT_EQ(DefinitionPath("/apps/own.xml/", "workflow.xml"), "/apps/own.xml");
  EXPECT_EQ(DefinitionPath("/", "workflow.xml"), "//workflow.xml");
  EXPECT_EQ(DefinitionPath("", "workflow.xml"), "/workflow.xml");
}

TEST_F(EmbeddedDefinitionTest, IsAFileOfThisMachineThatEverybodyReads) {
  const std::string path = root_ + "/a/b/workflow.xml";
  const auto put = PutHere(path, "<w/>");
  ASSERT_TRUE(put) << put.error().message;
  EXPECT_EQ(TextOf(path), "<w/>");
  struct stat info{};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0644U);
  EXPECT_EQ(CountIn(root_ + "/a/b"), 1) << "what was written first is gone";
}

TEST_F(EmbeddedDefinitionTest, WhatIsThereStays) {
  const std::string path = root_ + "/workflow.xml";
  ASSERT_TRUE(PutHere(path, "<first/>"));
  EXPECT_TRUE(PutHere(path, "<second/>"));
  EXPECT_EQ(TextOf(path), "<first/>");
}

TEST_F(EmbeddedDefinitionTest, AFileInTheWayIsAnError) {
  std::ofstream(root_ + "/file") << "x";
  const std::string path = root_ + "/file/below/workflow.xml";
  const auto put = PutHere(path, "<w/>");
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().error_class, ErrorClass::kError);
  EXPECT_EQ(put.error().code, "E0307");
  EXPECT_EQ(put.error().message, "Runtime error [XML file [" + path +
                                     "] does not exist, and the submitted "
                                     "definition cannot be written to this path: Not a "
                                     "directory]");
  EXPECT_THAT(PutHere(root_ + "/file/workflow.xml", "").error().message,
              HasSubstr("cannot be written to this path: "));
}

TEST_F(EmbeddedDefinitionTest, GoesToHadoopUnderAnotherNameFirst) {
  ASSERT_TRUE(PutThere("<w/>"));
  EXPECT_EQ(files_.files.at("/apps/w/workflow.xml").text, "<w/>");
  EXPECT_THAT(files_.files, SizeIs(1));
  ASSERT_THAT(files_.changes, SizeIs(2));
  const std::string part = files_.changes[0].substr(std::string("upload ").size());
  EXPECT_TRUE(part.starts_with("/apps/w/.")) << part;
  EXPECT_EQ(files_.changes[1], "rename " + part + " /apps/w/workflow.xml");
  EXPECT_EQ(CountIn(root_), 0) << "the file of this machine is gone";
}

TEST_F(EmbeddedDefinitionTest, SomebodyElsesInHadoopStays) {
  files_.files["/apps/w/workflow.xml"].text = "<first/>";
  EXPECT_TRUE(PutThere("<second/>"));
  EXPECT_EQ(files_.files.at("/apps/w/workflow.xml").text, "<first/>");
  EXPECT_THAT(files_.files, SizeIs(1)) << "and what was written for it is gone";
}

TEST_F(EmbeddedDefinitionTest, WhatHadoopRefusesIsToldAsItIs) {
  files_.fails = [](const std::string& asked) -> std::optional<Error> {
    return asked.starts_with("upload") ? std::optional(Error{ErrorClass::kTransient, "X", "later"})
                                       : std::nullopt;
  };
  const auto later = PutThere("<w/>");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(later.error().message, "later");
  EXPECT_THAT(files_.changes, SizeIs(1)) << "what is not there is not renamed";
  files_.fails = [](const std::string& asked) -> std::optional<Error> {
    return asked.starts_with("rename") ? std::optional(Error{ErrorClass::kError, "", "no"})
                                       : std::nullopt;
  };
  const auto no = PutThere("<w/>");
  ASSERT_FALSE(no);
  EXPECT_EQ(no.error().code, "E0307");
  EXPECT_EQ(no.error().message,
            "Runtime error [XML file [hdfs://nn/apps/w/workflow.xml] does not "
            "exist, and the submitted "
            "definition cannot be written to this path: no]");
  EXPECT_THAT(files_.files, IsEmpty());
}

TEST_F(EmbeddedDefinitionTest, WithoutAPlaceForTheFileOfThisMachineNothingIsSent) {
  const auto put = testing::Await(
      loop_, PutDefinition(files_, "/apps/w/workflow.xml", root_ + "/none/new", "<w/>"));
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().code, "E0307");
  EXPECT_THAT(files_.changes, IsEmpty());
}

}  // namespace
}  // namespace hpdl::rt
