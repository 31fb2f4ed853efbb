#include "runtime/base/new_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "runtime/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

std::size_t CountFiles(const std::string& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(NewFile, BecomesTheOtherOrGoes) {
  const testing::TemporaryFolder folder;
  const std::string target = folder.path() + "/" + std::string(255, 'n');
  {
    const NewFile file(target);
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(CountFiles(folder.path()), 1u);
  }
  EXPECT_EQ(CountFiles(folder.path()), 0u);
  NewFile file(target);
  ASSERT_TRUE(file.ok() && WriteAll(file.fd(), "bytes"));
  ASSERT_TRUE(file.MoveTo(target));
  std::ostringstream bytes;
  bytes << std::ifstream(target).rdbuf();
  EXPECT_EQ(bytes.str(), "bytes");
  EXPECT_EQ(CountFiles(folder.path()), 1u);
}

TEST(NewFile, NeedsItsDirectory) {
  const NewFile file("/nowhere/file");
  EXPECT_FALSE(file.ok());
}

}  // namespace
}  // namespace hpdl::rt
