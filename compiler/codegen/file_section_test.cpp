#include "compiler/codegen/file_section.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::codegen {
namespace {

namespace fs = std::filesystem;

/// Files are listed, then hashed, then copied. A file may change between these steps.
class FileSectionTest : public testing::Test {
 protected:
  FileSectionTest() {
    file_.path = "a";
    file_.disk_path = folder_.path() + "/a";
  }
  void Write(const std::string& text) { std::ofstream(file_.disk_path) << text; }
  void BecomeFifo() {
    fs::remove(file_.disk_path);
    ASSERT_EQ(::mkfifo(file_.disk_path.c_str(), 0600), 0);
  }
  std::string AddError() {
    const auto added = section_.Add(file_);
    return added ? "" : added.error().message;
  }
  std::string WriteError() {
    const int fd = ::open((folder_.path() + "/out").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    const Result<void> written = section_.WriteObject(fd);
    ::close(fd);
    return written ? "" : written.error().message;
  }

 private:
  const rt::testing::TemporaryFolder folder_;

 protected:
  hir::File file_;
  FileSection section_;
};

TEST_F(FileSectionTest, EqualFilesAreOne) {
  Write("text");
  const auto first = section_.Add(file_);
  const auto second = section_.Add(file_);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(*first, *second);
  EXPECT_EQ((*first)->size, 4u);
  EXPECT_EQ(WriteError(), "");
}

TEST_F(FileSectionTest, FifoInsteadOfTheListedFile) {
  BecomeFifo();
  EXPECT_EQ(AddError(), file_.disk_path + ": not a regular file");
}

TEST_F(FileSectionTest, LinkInsteadOfTheListedFile) {
  fs::create_symlink("/etc/passwd", file_.disk_path);
  EXPECT_TRUE(AddError().starts_with("cannot read " + file_.disk_path)) << AddError();
}

TEST_F(FileSectionTest, FifoInsteadOfTheHashedFile) {
  Write("text");
  ASSERT_EQ(AddError(), "");
  BecomeFifo();
  EXPECT_TRUE(WriteError().starts_with("cannot copy " + file_.disk_path)) << WriteError();
}

TEST_F(FileSectionTest, OtherTextInsteadOfTheHashedOne) {
  Write("text");
  ASSERT_EQ(AddError(), "");
  Write("tent");
  EXPECT_EQ(WriteError(), file_.disk_path + " changed while it was read");
}

// The file has a size of one terabyte and no blocks on disk.
TEST_F(FileSectionTest, HugeFilesAreRefusedUnread) {
  Write("");
  ASSERT_EQ(::truncate(file_.disk_path.c_str(), off_t{1} << 40), 0);
  EXPECT_TRUE(AddError().starts_with("the application's files have more than 1.5 GiB"))
      << AddError();
}

}  // namespace
}  // namespace hpdl::codegen
