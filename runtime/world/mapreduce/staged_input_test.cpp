#include "runtime/world/mapreduce/staged_input.h"

#include <gtest/gtest.h>

#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt::mapreduce {
namespace {

TEST(StagedInput, FilesAreSeenWhereTheyCameFrom) {
  const testing::TemporaryFolder folder;
  const std::string& place = folder.path();
  std::ofstream(place + "/0") << "text";
  const std::vector<StagedFile> files = {{"hdfs://n/in", "hdfs://n/in/a", place + "/0", 4, 1024},
                                         {"hdfs://n/empty", "", "", 0, 0}};
  ASSERT_TRUE(WriteStagedFiles(place + "/list", files).ok());
  auto read = ReadStagedFiles(place + "/list");
  ASSERT_TRUE(read.has_value());
  const auto input = MakeStagedInput(std::move(*read), MakeLocalInput());
  const auto found = ListInput(*input, {"hdfs://n/in", "hdfs://n/empty", place + "/0"}, false);
  ASSERT_TRUE(found.ok()) << found.error().message;
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ((*found)[0].path, "hdfs://n/in/a");
  EXPECT_EQ((*found)[0].block_size, 1024);
  EXPECT_EQ(input->Uri("hdfs://n/in/a"), "hdfs://n/in/a");
  EXPECT_EQ(input->Uri("/x"), "file:/x");
  auto source = input->Open("hdfs://n/in/a", 2);
  ASSERT_TRUE(source.ok());
  char bytes[8];
  EXPECT_EQ(*(*source)->Read(bytes, sizeof bytes), 2U);
}

TEST(StagedInput, BrokenListsAreNotRead) {
  EXPECT_FALSE(ReadStagedFiles("/none/list").has_value());
  const testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/list";
  std::ofstream(path) << "3:abc,99:x,";
  EXPECT_FALSE(ReadStagedFiles(path).has_value());
}

}  // namespace
}  // namespace hpdl::rt::mapreduce
