#include "compiler/application/zip.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

#include "compiler/application/archive.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/ground/zip/testing/zip_bytes.h"

namespace hpdl::application {
namespace {

/// An archive with one stored member, workflow.xml with the content "<a/>".
constexpr char kBytes[] =
    "PK\003\004\024\000\000\000\000\000\000\000!\000\324\034\321\001\004\000\000\000"
    "\004\000\000\000\014\000\000\000workflow.xml<a/>PK\001\002\024\003\024\000\000"
    "\000\000\000\000\000!\000\324\034\321\001\004\000\000\000\004\000\000\000\014"
    "\000\000\000\000\000\000\000\000\000\000\000\200\001\000\000\000\000workflow.xml"
    "PK\005\006\000\000\000\000\001\000\001\000:\000\000\000.\000\000\000\000\000";
constexpr std::string_view kArchive(kBytes, sizeof(kBytes) - 1);

TEST(Zip, FromAFileAndFromMemoryIsTheSame) {
  const rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/a.zip";
  std::ofstream(path) << kArchive;
  ASSERT_TRUE(IsZip(kArchive.substr(0, kZipMark)));
  for (const auto& files : {ReadZip(path), ReadZip("a.zip", kArchive)}) {
    ASSERT_TRUE(files) << files.error().message;
    ASSERT_EQ(files->size(), 1u);
    EXPECT_EQ((*files)[0].path, "workflow.xml");
    EXPECT_EQ((*files)[0].data, "<a/>");
    EXPECT_EQ((*files)[0].size, 4u);
  }
}

TEST(Zip, WhatIsCutOffIsDamaged) {
  constexpr std::size_t kEndRecord = 22;
  for (std::size_t size = 0; size < kArchive.size(); ++size) {
    const auto files = ReadZip("a.zip", kArchive.substr(0, size));
    if (size <= kArchive.size() - kEndRecord) {
      ASSERT_FALSE(files) << size;
      EXPECT_EQ(files.error().message, "a.zip: is not an intact ZIP archive") << size;
    } else if (files && !files->empty()) {
      EXPECT_EQ((*files)[0].data, "<a/>") << size;
    }
  }
}

TEST(Zip, EveryChangedByteIsReadOrRefused) {
  for (std::size_t at = 0; at < kArchive.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      std::string bytes(kArchive);
      bytes[at] = static_cast<char>(bytes[at] ^ flip);
      const auto files = ReadZip("a.zip", bytes);
      EXPECT_TRUE(files.ok() || files.error().message.starts_with("a.zip: ")) << at;
    }
  }
}

TEST(Zip, WhatIsNotAsTheArchiveSaysIsDamaged) {
  using rt::testing::ZipBytes;
  const auto refusal = [](const rt::testing::ZipEntry& entry) {
    const auto files = ReadZip("a.zip", ZipBytes({entry}));
    return files ? "read" : files.error().message;
  };
  const std::string damaged = "a.zip: member a is damaged";
  EXPECT_EQ(refusal({"a", "data", 0100644, 0, 0, 1}), damaged);
  for (const std::int64_t more_size : {-4, -1, 1, 5}) {
    for (const std::uint32_t wrong_checksum : {0U, 1U}) {
      EXPECT_EQ(refusal({"a", "data", 0100644, 0, more_size, wrong_checksum}), damaged)
          << more_size << " " << wrong_checksum;
    }
  }
  EXPECT_EQ(refusal({"a", "data", 0100644, 0, 0, 0, 99}),
            "a.zip: member a uses a compression that is not known");
  EXPECT_EQ(refusal({"a", "data"}), "read");
}

TEST(Archive, MustHaveADefinition) {
  hir::File file;
  file.path = "app/run.sh";
  const auto application = FromArchive("a.zip", {file});
  ASSERT_FALSE(application);
  EXPECT_EQ(application.error().message, "a.zip: no workflow.xml in this archive");
}

TEST(Archive, OfADirectoryHasItsContent) {
  std::vector<hir::File> members(3);
  members[0].path = "app/workflow.xml";
  members[0].data = "<a/>";
  members[1].path = "app/lib/a.jar";
  members[2].path = "app/.hpdlignore";
  members[2].data = "lib/";
  const auto application = FromArchive("a.zip", members);
  ASSERT_TRUE(application) << application.error().message;
  EXPECT_EQ(application->definition, "<a/>");
  EXPECT_EQ(application->definition_name, "a.zip:workflow.xml");
  EXPECT_TRUE(application->files.empty());
}

}  // namespace
}  // namespace hpdl::application
