#include "runtime/programs/client/import_records.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::client {
namespace {

constexpr const char* kId = "0000003-240101000000000-oozie-joe-C";
constexpr const char* kJob = "0000001-240101000000000-hpdld-joe-C";

ImportRecord SomeRecord() {
  return {.id = kId,
          .from = "http://old:11000/oozie",
          .to = "http://new:11000/oozie",
          .stage = ImportStage::kReleasing,
          .attempt = 3,
          .first = "5@2024-01-05T00:00Z",
          .job = kJob,
          .pause = "2024-01-05T00:00Z",
          .pause_before = "2025-01-05T00:00Z",
          .suspended = true};
}

/// Tests with a state folder for the records.
class ImportRecordsTest : public ::testing::Test {
 protected:
  std::string state() const { return folder_.path() + "/state"; }
  std::string imports() const { return state() + "/imports"; }
  std::string file() const { return imports() + "/" + kId + ".json"; }
  /// Returns why the records cannot be opened; "none" if they can be opened.
  std::string Problem() const {
    const Result<ImportRecords> records = ImportRecords::Open(state());
    return records ? "none" : records.error().message;
  }

  rt::testing::TemporaryFolder folder_;
};

TEST(ImportRecord, IsReadAsItIsWritten) {
  for (int stage = 0; stage <= static_cast<int>(ImportStage::kUndone); ++stage) {
    ImportRecord record = SomeRecord();
    record.stage = static_cast<ImportStage>(stage);
    const std::optional<ImportRecord> read = ReadImportRecord(ToText(record));
    ASSERT_TRUE(read) << stage;
    EXPECT_EQ(read->stage, record.stage);
    EXPECT_EQ(read->attempt, 3);
    EXPECT_EQ(read->job, kJob);
    EXPECT_TRUE(read->suspended);
    EXPECT_EQ(ToText(*read), ToText(record));
  }
  const ImportRecord fresh{.id = kId};
  EXPECT_EQ(ToText(ReadImportRecord(ToText(fresh)).value()), ToText(fresh));
}

TEST(ImportRecord, IsNoneWhereverItIsTorn) {
  const std::string text = ToText(SomeRecord());
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    EXPECT_FALSE(ReadImportRecord(text.substr(0, size))) << size;
  }
}

TEST(ImportRecord, IsNoneOfWhatIsSomethingElse) {
  const std::string text = ToText(SomeRecord());
  const auto with = [&](const std::string& old, const std::string& other) {
    std::string changed = text;
    const std::size_t at = changed.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return ReadImportRecord(changed.replace(at, old.size(), other));
  };
  EXPECT_TRUE(with("releasing", "done"));
  EXPECT_FALSE(with("releasing", "resting"));
  EXPECT_FALSE(with("\"format\": 1", "\"format\": 2"));
  EXPECT_FALSE(with("\"attempt\": 3", "\"attempt\": -3"));
  EXPECT_FALSE(with("\"attempt\": 3", "\"attempt\": \"3\""));
  EXPECT_FALSE(with("\"attempt\": 3", "\"attempt\": 18446744073709551615"));
  EXPECT_FALSE(with("\"attempt\": 3", "\"attempt\": 9223372036854775807")) << "there is a next one";
  EXPECT_FALSE(with("\"suspended\": true", "\"suspended\": 1"));
  EXPECT_FALSE(with("\"first\"", "\"last\""));
  EXPECT_FALSE(with(kId, "../../etc-C"));
  EXPECT_FALSE(with(kJob, "0000001-240101000000000-hpdld-joe-W"));
  for (const char* garbage : {"", "null", "[]", "{}", "\xff\xfe", "[[[[[[[["}) {
    EXPECT_FALSE(ReadImportRecord(garbage)) << garbage;
  }
}

TEST(IsJobId, IsOfOneKindAndNoPath) {
  EXPECT_TRUE(IsJobId(kId, 'C'));
  EXPECT_FALSE(IsJobId(kId, 'B'));
  EXPECT_TRUE(IsJobId("0000003-1-oozie-B", 'B'));
  for (const char* id : {"", "-C", "C", ".-C", "..-C", "a/b-C", "a b-C", "a?b-C", "a%2e-C"}) {
    EXPECT_FALSE(IsJobId(id, 'C')) << id;
  }
  EXPECT_FALSE(IsJobId(std::string(300, 'a') + "-C", 'C'));
}

TEST_F(ImportRecordsTest, KeepARecordForItsOwnerAlone) {
  const Result<ImportRecords> records = ImportRecords::Open(state());
  ASSERT_TRUE(records);
  EXPECT_FALSE(*records->Read(kId));
  ASSERT_TRUE(records->Write({.id = kId}));
  ASSERT_TRUE(records->Write(SomeRecord()));
  EXPECT_EQ(ToText(**ImportRecords::ForReading(state()).Read(kId)), ToText(SomeRecord()));
  struct stat info = {};
  ASSERT_EQ(stat(file().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0600U);
  ASSERT_EQ(stat(imports().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0700U);
  // The folder contains only the lock and the record, and no unfinished file.
  using Files = std::filesystem::directory_iterator;
  EXPECT_EQ(std::distance(Files(imports()), Files()), 2);
}

TEST_F(ImportRecordsTest, AreNoneWhereNoFolderIs) {
  EXPECT_FALSE(*ImportRecords::ForReading(state()).Read(kId));
  EXPECT_FALSE(std::filesystem::exists(state()));
}

TEST_F(ImportRecordsTest, AreOfOneProcessAtATime) {
  {
    const Result<ImportRecords> records = ImportRecords::Open(state());
    ASSERT_TRUE(records);
    EXPECT_EQ(Problem(), "another import is running; it holds the lock " + imports() + "/lock");
  }
  EXPECT_EQ(Problem(), "none");
}

TEST_F(ImportRecordsTest, RefuseWhatIsNoRecordOfTheJob) {
  const Result<ImportRecords> records = ImportRecords::Open(state());
  ASSERT_TRUE(records);
  const auto refused = [&] { return !records->Read(kId); };
  const auto write = [&](const std::string& text) {
    std::filesystem::remove(file());
    std::ofstream(file()) << text;
    chmod(file().c_str(), 0600);
  };
  write(ToText(SomeRecord()));
  EXPECT_FALSE(refused());
  write(ToText(SomeRecord()).substr(0, 40));
  EXPECT_TRUE(refused());
  ImportRecord other = SomeRecord();
  other.id = kJob;
  write(ToText(other));
  EXPECT_TRUE(refused());
  write(std::string(100 << 10, ' '));
  EXPECT_TRUE(refused());
  std::filesystem::remove(file());
  std::ofstream(state() + "/elsewhere") << ToText(SomeRecord());
  chmod((state() + "/elsewhere").c_str(), 0600);
  std::filesystem::create_symlink(state() + "/elsewhere", file());
  EXPECT_TRUE(refused());
  std::filesystem::remove(file());
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
  EXPECT_TRUE(refused());
}

TEST_F(ImportRecordsTest, WriteOverALinkWithoutFollowingIt) {
  const Result<ImportRecords> records = ImportRecords::Open(state());
  ASSERT_TRUE(records);
  std::ofstream(state() + "/elsewhere") << "kept";
  std::filesystem::create_symlink(state() + "/elsewhere", file());
  ASSERT_TRUE(records->Write(SomeRecord()));
  EXPECT_TRUE(*records->Read(kId));
  EXPECT_EQ(std::filesystem::file_size(state() + "/elsewhere"), 4U);
}

TEST_F(ImportRecordsTest, RefuseAFolderThatIsALink) {
  std::filesystem::create_directories(state() + "/elsewhere");
  std::filesystem::create_directory_symlink(state() + "/elsewhere", imports());
  EXPECT_NE(Problem(), "none");
  EXPECT_TRUE(std::filesystem::is_empty(state() + "/elsewhere"));
}

TEST_F(ImportRecordsTest, RefuseAFolderThatIsAPipeOrAFile) {
  std::filesystem::create_directories(state());
  ASSERT_EQ(mkfifo(imports().c_str(), 0600), 0);
  EXPECT_NE(Problem(), "none");
  std::filesystem::remove(imports());
  std::ofstream(imports()) << "";
  EXPECT_NE(Problem(), "none");
}

TEST_F(ImportRecordsTest, RefuseAFolderThatOthersMayWriteTo) {
  std::filesystem::create_directories(imports());
  ASSERT_EQ(chmod(imports().c_str(), 0777), 0);
  EXPECT_NE(Problem(), "none");
  ASSERT_EQ(chmod(imports().c_str(), 0755), 0);
  EXPECT_EQ(Problem(), "none");
  if (geteuid() == 0) {
    ASSERT_EQ(chown(imports().c_str(), 12345, 12345), 0);
    EXPECT_NE(Problem(), "none");
  }
}

TEST_F(ImportRecordsTest, RefuseALockThatIsALink) {
  std::filesystem::create_directories(imports());
  ASSERT_EQ(chmod(imports().c_str(), 0700), 0);
  std::filesystem::create_symlink(state() + "/elsewhere", imports() + "/lock");
  EXPECT_NE(Problem(), "none");
  EXPECT_FALSE(std::filesystem::exists(state() + "/elsewhere"));
}

}  // namespace
}  // namespace hpdl::client
