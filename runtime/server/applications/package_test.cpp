#include "runtime/server/applications/package.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/ground/zip/testing/zip_bytes.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

using testing::ZipBytes;

class Package : public ::testing::Test {
 protected:
  Result<PackageContent> Unpack(const std::string& archive, PackageLimits limits = {}) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    return UnpackPackage(archive, folder_, limits, false);
  }
  std::string Refusal(const std::string& archive, PackageLimits limits = {}) {
    const auto done = Unpack(archive, limits);
    return done ? "taken" : done.error().code + ": " + done.error().message;
  }
  std::string Read(const std::string& name) {
    std::ifstream in(folder_ + "/" + name, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

  testing::TemporaryFolder made_;
  const std::string root_ = made_.path();
  const std::string folder_ = root_ + "/in";
};

TEST_F(Package, FilesAndFoldersAreThere) {
  const auto done = Unpack(ZipBytes({{"workflow.xml", "<a/>"},
                                     {"lib/", "", 040755},
                                     {"lib/x.jar", std::string(100'000, 'x')},
                                     {"bin/run.sh", "true", 0100755}}));
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->files, 4);
  EXPECT_EQ(done->bytes, 100'008);
  EXPECT_EQ(Read("workflow.xml"), "<a/>");
  EXPECT_EQ(Read("lib/x.jar").size(), 100'000U);
  struct stat info{};
  ASSERT_EQ(stat((folder_ + "/bin/run.sh").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U);
  ASSERT_EQ(stat((folder_ + "/workflow.xml").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
}

TEST_F(Package, NothingGetsOutside) {
  for (const char* name : {"../x", "/x", "a/../../x", "a//x", "./x", "a/./x", "..", "a\\..\\x", "",
                           "a\nb", "\xff", "x/"}) {
    const bool folder = std::string(name) == "x/";
    const std::string said = Refusal(ZipBytes({{name, "data"}}));
    EXPECT_EQ(said.starts_with(kBadPackage), true) << name << ": " << said << folder;
  }
  EXPECT_FALSE(fs::exists(root_ + "/x"));
}

TEST_F(Package, NoLinksAndNothingOdd) {
  for (const std::uint32_t mode : {0120777U, 010644U, 020644U, 060644U, 0140644U}) {
    EXPECT_NE(
        Refusal(ZipBytes({{"a", "/etc/passwd", mode}})).find("is a link or another special file"),
        std::string::npos)
        << mode;
  }
  EXPECT_NE(Refusal(ZipBytes({{"a", "x", 0100644, 1}})).find("encrypted"), std::string::npos);
}

TEST_F(Package, OneNameOneFile) {
  EXPECT_NE(Refusal(ZipBytes({{"a", "1"}, {"a", "2"}})).find("two entries"), std::string::npos);
  EXPECT_NE(Refusal(ZipBytes({{"a", "1"}, {"a/b", "2"}})).find("not a folder"), std::string::npos);
  EXPECT_NE(Refusal(ZipBytes({{"a/b", "1"}, {"a", "2"}})).find("file and a folder"),
            std::string::npos);
}

TEST_F(Package, WhatIsDamagedIsRefused) {
  EXPECT_NE(Refusal(ZipBytes({{"a", "data", 0100644, 0, 0, 1}})).find("damaged"),
            std::string::npos);
  // If the archive has fewer bytes than its header states, minizip compares no checksum.
  EXPECT_NE(Refusal(ZipBytes({{"a", "data", 0100644, 0, 5, 1}})).find("damaged"),
            std::string::npos);
  EXPECT_NE(Refusal(ZipBytes({{"a", "data", 0100644, 0, 5, 0}})).find("damaged"),
            std::string::npos);
  EXPECT_NE(Refusal(ZipBytes({{"a", "data", 0100644, 0, -1, 0}})).find("damaged"),
            std::string::npos);
  const std::string whole = ZipBytes({{"workflow.xml", std::string(1000, 'x')}, {"b", "y"}});
  // minizip reads missing bytes as zeros. The last four bytes are zeros, so a cut within them is
  // not noticed.
  for (std::size_t size = 0; size < whole.size() - 4; ++size) {
    EXPECT_FALSE(Unpack(whole.substr(0, size))) << size;
  }
}

TEST_F(Package, WhatExplodesIsRefused) {
  PackageLimits limits;
  limits.small = 1000;
  limits.ratio = 10;
  const std::string bomb = ZipBytes({{"a", std::string(1 << 20, 'x')}});
  EXPECT_NE(Refusal(bomb, limits).find("is larger than"), std::string::npos);
  std::uintmax_t left = 0;
  for (const auto& each : fs::recursive_directory_iterator(folder_)) {
    left += each.is_regular_file() ? each.file_size() : 0;
  }
  EXPECT_LT(left, 100'000U);
  limits = {};
  limits.bytes = 1000;
  EXPECT_NE(Refusal(bomb, limits).find("is larger than 1000 bytes"), std::string::npos);
  limits = {};
  limits.files = 2;
  EXPECT_NE(
      Refusal(ZipBytes({{"a", ""}, {"b", ""}, {"c", ""}}), limits).find("more than 2 entries"),
      std::string::npos);
  EXPECT_NE(Refusal(ZipBytes({{"a/b/c/d", ""}}), limits).find("more than 2 folders"),
            std::string::npos);
  EXPECT_NE(Refusal(ZipBytes({{std::string(2000, 'n'), ""}})).find("too long: 2000 bytes"),
            std::string::npos);
  EXPECT_NE(Refusal(ZipBytes({{std::string(300, 'n'), ""}})).find("too long"), std::string::npos);
}

TEST_F(Package, WhatIsNoArchive) {
  for (const std::string& bytes : {std::string(), std::string("PK"), std::string(5000, 'x')}) {
    EXPECT_TRUE(Refusal(bytes).starts_with(kBadPackage));
  }
}

}  // namespace
}  // namespace hpdl::rt
