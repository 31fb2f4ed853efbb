#include "compiler/celos/script_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace hpdl::celos {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ScriptPaths, DefaultsStandBeside) {
  EXPECT_EQ(DefaultsBeside("workflows"), "defaults");
  EXPECT_EQ(DefaultsBeside("a/b/workflows"), "a/b/defaults");
  EXPECT_EQ(DefaultsBeside("/workflows"), "/defaults");
  EXPECT_EQ(DefaultsBeside("."), "../defaults");
  EXPECT_EQ(DefaultsBeside("a/.."), "a/../../defaults");
}

class ScriptPathsInAFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = std::filesystem::temp_directory_path() / "script_path_XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name) const {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "";
    return path;
  }

  std::filesystem::path folder_;
};

TEST_F(ScriptPathsInAFolder, AFileOrAFolder) {
  const std::string file = Write("workflows/a.js");
  const std::string folder = folder_ / "workflows";
  const std::optional<ScriptPath> one = ScriptPathOf(file);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->folder, folder);
  EXPECT_THAT(one->files, ElementsAre(file));
  for (const std::string& path : {folder, folder + "//", folder_.string()}) {
    const std::optional<ScriptPath> all = ScriptPathOf(path);
    ASSERT_TRUE(all) << path;
    EXPECT_EQ(all->folder, folder) << path;
    EXPECT_THAT(all->files, IsEmpty()) << path;
  }
}

TEST_F(ScriptPathsInAFolder, OthersAreNone) {
  Write("app/workflow.xml");
  Write("app/lib/a.js");
  for (const char* name : {"app", "app/workflow.xml", "app/b.js", "nothing", ""}) {
    EXPECT_FALSE(ScriptPathOf(folder_ / name)) << name;
  }
}

}  // namespace
}  // namespace hpdl::celos
