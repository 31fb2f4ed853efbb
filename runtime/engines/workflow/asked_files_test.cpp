#include "runtime/engines/workflow/asked_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/world/files/await.h"
#include "runtime/world/files/testing/empty_file_system.h"

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;

/// A file system with one file, /f, of 5 bytes. The file system refuses /private and fails for
/// /down.
class OneFile final : public testing::EmptyFileSystem {
 public:
  Task<Result<FileStatus>> Status(std::string path) override {
    ++asked;
    if (path == "/private") {
      co_return Error{ErrorClass::kError, "", "Permission denied"};
    }
    if (path == "/down") {
      co_return Error{ErrorClass::kTransient, "JA006", "nobody there"};
    }
    co_return path == "/f" ? FileStatus{FileType::kFile, 5, 128} : FileStatus{};
  }
  Task<Result<std::vector<std::string>>> Glob(std::string pattern, std::size_t) override {
    ++asked;
    co_return pattern == "/*" ? std::vector<std::string>{"/f"} : std::vector<std::string>{};
  }
  Task<Result<std::int64_t>> DirectorySize(std::string) override { co_return 5; }

  int asked = 0;
};

class OneSystem final : public FileSystems {
 public:
  Result<std::string> Default() override { return default_name; }
  Result<FileSystem*> Open(std::string_view uri, const std::string& user) override {
    if (uri == "hdfs://unknown") {
      return Error{ErrorClass::kNonTransient, "E0902", "set HADOOP_CONF_DIR"};
    }
    opened_for = user;
    return &files;
  }
  OneFile files;
  std::string default_name, opened_for;
};

class AskedFilesTest : public ::testing::Test {
 protected:
  AskedFiles Asked() {
    PathBase base;
    base.home = "/";
    base.remote = &systems_;
    base.user = "joe";
    return AskedFiles(base);
  }
  OneSystem systems_;
};

TEST_F(AskedFilesTest, FailsUntilItIsAnsweredAndAsksOnce) {
  AskedFiles asked = Asked();
  EXPECT_FALSE(asked.Stat("hdfs://nn/f"));
  EXPECT_TRUE(asked.waits());
  EXPECT_EQ(systems_.files.asked, 0) << "an evaluation does not wait";
  ASSERT_TRUE(Await(asked.Answer()).ok());
  EXPECT_FALSE(asked.waits());
  for (int i = 0; i < 2; ++i) {
    const Result<FileInfo> info = asked.Stat("hdfs://nn/f");
    ASSERT_TRUE(info) << info.error().message;
    EXPECT_TRUE(info->exists && !info->directory);
    EXPECT_EQ(info->size, 5);
  }
  EXPECT_EQ(systems_.files.asked, 1);
  EXPECT_EQ(systems_.opened_for, "joe");
}

TEST_F(AskedFilesTest, EachQuestionHasAnAnswerOfItsOwn) {
  AskedFiles asked = Asked();
  EXPECT_FALSE(asked.ExistsGlob("hdfs://nn/x*"));
  ASSERT_TRUE(Await(asked.Answer()).ok());
  const Result<bool> exists = asked.ExistsGlob("hdfs://nn/x*");
  ASSERT_TRUE(exists);
  EXPECT_FALSE(*exists);
  EXPECT_FALSE(asked.ExistsGlob("hdfs://nn/*")) << "this one was not asked yet";
  EXPECT_TRUE(asked.waits());
}

TEST_F(AskedFilesTest, ARefusalIsAnAnswer) {
  AskedFiles asked = Asked();
  EXPECT_FALSE(asked.Stat("hdfs://nn/private"));
  ASSERT_TRUE(Await(asked.Answer()).ok());
  const Result<FileInfo> refused = asked.Stat("hdfs://nn/private");
  ASSERT_FALSE(refused);
  EXPECT_FALSE(asked.waits());
  EXPECT_EQ(refused.error().message, "Permission denied");
}

TEST_F(AskedFilesTest, WhoDoesNotAnswerIsAskedAgain) {
  AskedFiles asked = Asked();
  EXPECT_FALSE(asked.Stat("hdfs://nn/down"));
  EXPECT_EQ(Await(asked.Answer()).error().error_class, ErrorClass::kTransient);
  EXPECT_TRUE(asked.waits());
  EXPECT_FALSE(Await(asked.Answer()).ok());
  EXPECT_EQ(systems_.files.asked, 2);
}

TEST_F(AskedFilesTest, AnUnknownFileSystemIsForAPersonToMend) {
  AskedFiles asked = Asked();
  EXPECT_FALSE(asked.Stat("hdfs://unknown/f"));
  EXPECT_TRUE(asked.waits());
  const Result<void> answered = Await(asked.Answer());
  ASSERT_FALSE(answered.ok());
  EXPECT_EQ(answered.error().error_class, ErrorClass::kNonTransient);
  EXPECT_EQ(answered.error().code, "E0902");
  EXPECT_FALSE(asked.ExistsGlob("hdfs:///f")) << "nor does anything say where";
  EXPECT_EQ(Await(asked.Answer()).error().error_class, ErrorClass::kNonTransient);
}

TEST_F(AskedFilesTest, FilesOfThisMachineAreLookedAtAtOnce) {
  AskedFiles asked = Asked();
  const Result<FileInfo> info = asked.Stat("file:///");
  ASSERT_TRUE(info) << info.error().message;
  EXPECT_TRUE(info->directory);
  ASSERT_TRUE(asked.Stat("/"));
  EXPECT_EQ(systems_.files.asked, 0);
  systems_.default_name = "hdfs://nn";
  EXPECT_FALSE(Asked().Stat("/f")) << "the default file system has it now";
}

TEST_F(AskedFilesTest, WithoutNetworkTheSchemeIsRefused) {
  PathBase base;
  base.home = "/";
  AskedFiles asked(base);
  const Result<FileInfo> refused = asked.Stat("hdfs://nn/f");
  ASSERT_FALSE(refused);
  EXPECT_FALSE(asked.waits());
  EXPECT_THAT(refused.error().message, HasSubstr("--no-network"));
}

}  // namespace
}  // namespace hpdl::rt
