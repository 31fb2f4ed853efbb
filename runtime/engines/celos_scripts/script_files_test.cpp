#include "runtime/engines/celos_scripts/script_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt::celos {
namespace {

class ScriptFilesTest : public ::testing::Test {
 protected:
  void Write(const std::string& text) { std::ofstream(path_) << text; }
  const ScriptFiles::File& LookAgain() {
    files_.BeginPass();
    return files_.Look(path_);
  }

  const hpdl::rt::testing::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/a.js";
  ScriptFiles files_;
};

TEST_F(ScriptFilesTest, AChangeIsAnotherVersion) {
  Write("one");
  const std::uint64_t first = LookAgain().version;
  EXPECT_EQ(*LookAgain().text, "one");
  EXPECT_EQ(LookAgain().version, first);
  Write("two");
  EXPECT_EQ(*files_.Look(path_).text, "one") << "looked at once in a pass";
  EXPECT_EQ(*LookAgain().text, "two") << "of the same size, in the same moment";
  const std::uint64_t second = LookAgain().version;
  EXPECT_NE(second, first);
  std::filesystem::remove(path_);
  EXPECT_EQ(LookAgain().text.error().message, path_ + " (No such file or directory)");
  EXPECT_NE(LookAgain().version, second);
  Write("two");
  EXPECT_TRUE(LookAgain().text.ok());
}

TEST_F(ScriptFilesTest, TouchedIsNotChanged) {
  Write("one");
  const std::uint64_t first = LookAgain().version;
  std::filesystem::last_write_time(path_, std::filesystem::file_time_type::clock::now());
  EXPECT_EQ(LookAgain().version, first);
}

TEST_F(ScriptFilesTest, NamesOfScripts) {
  for (const char* name : {"b.js", "a.js", ".c.js", "d.JS", "e.txt", "js", ".js"}) {
    std::ofstream(folder_.path() + "/" + name);
  }
  std::filesystem::create_directory(folder_.path() + "/f.js");
  EXPECT_EQ(*ScriptNames(folder_.path()),
            (std::vector<std::string>{".c.js", ".js", "a.js", "b.js"}));
  EXPECT_FALSE(ScriptNames(path_ + "/x").ok());
}

}  // namespace
}  // namespace hpdl::rt::celos
