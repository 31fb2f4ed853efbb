#include "runtime/ground/zip/zip_reader.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/ground/zip/testing/zip_bytes.h"

namespace hpdl::rt {
namespace {

using testing::ZipBytes;
using testing::ZipEntry;

/// Reads the current member in pieces of this size. Returns its bytes, or the message of the error.
std::string ReadAll(ZipReader& zip, std::size_t piece = 7) {
  if (const Result<void> begun = zip.Begin(); !begun) {
    return begun.error().message;
  }
  std::string all, block(piece, '\0');
  while (true) {
    const Result<std::size_t> got = zip.Read(block.data(), block.size());
    if (!got || *got == 0) {
      return got ? all : got.error().message;
    }
    all.append(block, 0, *got);
  }
}

/// Makes an archive of one member and returns the member's bytes, or the message of the error.
std::string ReadOne(const ZipEntry& entry) {
  const std::string bytes = ZipBytes({entry});
  const auto zip = ZipReader::OfBytes(bytes);
  return zip && (*zip)->Next() ? ReadAll(**zip) : "not even one";
}

TEST(ZipReader, MembersOneAfterTheOther) {
  const std::string large(100'000, 'x');
  const std::string bytes = ZipBytes({{"lib/", "", 040755},
                                      {"a", large, 0100755},
                                      {"passed over", large},
                                      {std::string("../n\0ul", 7), "x"},
                                      {"empty", ""}});
  const rt::testing::TemporaryFolder folder;
  const std::string path = folder.path() + "/a.zip";
  std::ofstream(path, std::ios::binary) << bytes;
  for (const auto& zip : {ZipReader::OfBytes(bytes), ZipReader::OfFile(path)}) {
    ASSERT_TRUE(zip);
    auto member = (*zip)->Next();
    EXPECT_TRUE((*member)->IsFolder());
    member = (*zip)->Next();
    EXPECT_EQ((*member)->name, "a");
    EXPECT_EQ((*member)->mode, 0100755U);
    EXPECT_FALSE((*member)->IsFolder());
    EXPECT_EQ(ReadAll(**zip), large);
    ASSERT_TRUE((*zip)->Next());
    ASSERT_TRUE((*zip)->Begin());
    char some[3];
    EXPECT_EQ(*(*zip)->Read(some, sizeof some), 3U);  // the rest of the member is not read
    member = (*zip)->Next();
    EXPECT_EQ((*member)->name, std::string("../n\0ul", 7));
    EXPECT_EQ(ReadAll(**zip), "x");
    EXPECT_EQ(ReadAll(**zip), "x");  // after the end, the same member can be read again
    member = (*zip)->Next();
    EXPECT_EQ(ReadAll(**zip), "");
    member = (*zip)->Next();
    ASSERT_TRUE(member);
    EXPECT_FALSE(*member);
  }
}

TEST(ZipReader, WhatIsNotAsTheArchiveSays) {
  EXPECT_EQ(ReadOne({"a", "data"}), "data");
  EXPECT_EQ(ReadOne({"a", "data", 0100644, 0, 0, 1}), "is damaged");
  // minizip does not compare the checksum if the member is smaller than the size in the header.
  for (const std::int64_t more_size : {-4, -1, 1, 1000}) {
    for (const std::uint32_t wrong_checksum : {0U, 1U}) {
      EXPECT_EQ(ReadOne({"a", "data", 0100644, 0, more_size, wrong_checksum}), "is damaged");
    }
  }
  EXPECT_EQ(ReadOne({"a", "", 0100644, 0, 1, 0}), "is damaged");
  EXPECT_EQ(ReadOne({"a", "data", 0100644, 1}), "is encrypted");
  EXPECT_EQ(ReadOne({"a", "data", 0100644, 0, 0, 0, 99}), "uses a compression that is not known");
}

TEST(ZipReader, WhatIsNoArchive) {
  const rt::testing::TemporaryFolder folder;
  EXPECT_FALSE(ZipReader::OfFile(folder.path() + "/absent"));
  EXPECT_FALSE(ZipReader::OfFile(folder.path()));
  for (const std::string& bytes : {std::string(), std::string("PK"), std::string(5000, 'x')}) {
    const auto zip = ZipReader::OfBytes(bytes);
    ASSERT_FALSE(zip);
    EXPECT_EQ(zip.error().message, "is not an intact ZIP archive");
  }
}

}  // namespace
}  // namespace hpdl::rt
