#include "runtime/world/hadoop/input_splits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Returns a file with blocks of 100 bytes. The n-th block is on the machines "hn" and "all".
InputFile File(std::string uri, std::int64_t length) {
  InputFile file{std::move(uri), length, 100, true, {}};
  for (std::int64_t at = 0; at < length; at += 100) {
    file.blocks.push_back(
        {at, std::min<std::int64_t>(100, length - at), {"h" + std::to_string(at / 100), "all"}});
  }
  return file;
}

std::vector<std::int64_t> Lengths(const std::vector<InputSplit>& splits) {
  std::vector<std::int64_t> lengths;
  lengths.reserve(splits.size());
  for (const InputSplit& split : splits) {
    lengths.push_back(split.length);
  }
  return lengths;
}

SplitRules NewApi() {
  SplitRules rules;
  rules.old_api = false;
  return rules;
}

SplitRules OldApi(std::int64_t maps) {
  SplitRules rules;
  rules.maps = maps;
  return rules;
}

TEST(InputSplits, TheLastOneMayBeATenthLarger) {
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 310)}, NewApi())), ElementsAre(100, 100, 110));
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 311)}, NewApi())), ElementsAre(100, 100, 100, 11));
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 100)}, NewApi())), ElementsAre(100));
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 1)}, NewApi())), ElementsAre(1));
}

TEST(InputSplits, ThoseOfTheNewApiAreWhereTheirFirstByteIs) {
  const auto splits = MakeSplits({File("/a", 250)}, NewApi());
  ASSERT_EQ(splits.size(), 3U);
  EXPECT_EQ(splits[2], (InputSplit{"/a", 200, 50, {"h2", "all"}}));
}

TEST(InputSplits, SizesOfTheNewApi) {
  SplitRules rules = NewApi();
  rules.max_size = 40;
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 100)}, rules)), ElementsAre(40, 40, 20));
  rules.min_size = 70;
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 150)}, rules)), ElementsAre(70, 70, 10));
  rules.maps = 50;  // the new API ignores it
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 150)}, rules)), ElementsAre(70, 70, 10));
}

TEST(InputSplits, TheOldApiDividesAllBytesByTheWishedNumber) {
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 90), File("/b", 30)}, OldApi(4))),
              ElementsAre(30, 30, 30, 30));
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 200)}, OldApi(1))), ElementsAre(100, 100));
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 50)}, OldApi(0))), ElementsAre(50));
  SplitRules rules = OldApi(100);
  rules.min_size = 60;
  rules.max_size = 1;  // the old API ignores it
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 130)}, rules)), ElementsAre(60, 60, 10));
}

TEST(InputSplits, MoreMapsThanBytes) {
  EXPECT_THAT(Lengths(MakeSplits({File("/a", 3)}, OldApi(100))), ElementsAre(1, 1, 1));
}

TEST(InputSplits, TheOldApiNamesTheHostsWithMostBytes) {
  SplitRules rules = OldApi(1);
  rules.min_size = 250;
  const auto splits = MakeSplits({File("/a", 500)}, rules);
  ASSERT_EQ(splits.size(), 2U);
  EXPECT_THAT(splits[0].hosts, ElementsAre("all", "h0"));
  EXPECT_EQ(splits[1].start, 250);
  EXPECT_THAT(splits[1].hosts, ElementsAre("all", "h3"));
}

TEST(InputSplits, EmptyFilesAreOneSplitWithoutHosts) {
  for (const bool old_api : {false, true}) {
    SplitRules rules;
    rules.old_api = old_api;
    const auto splits = MakeSplits({File("/empty", 0), File("/a", 5)}, rules);
    ASSERT_EQ(splits.size(), old_api ? 4U : 2U);
    EXPECT_EQ(splits[0], (InputSplit{"/empty", 0, 0, {}}));
  }
}

TEST(InputSplits, WhatCannotBeCutIsOne) {
  InputFile file = File("/a.gz", 1000);
  file.splittable = false;
  const auto splits = MakeSplits({file}, NewApi());
  ASSERT_EQ(splits.size(), 1U);
  EXPECT_EQ(splits[0], (InputSplit{"/a.gz", 0, 1000, {"h0", "all"}}));
  EXPECT_EQ(MakeSplits({file}, OldApi(7)).size(), 1U);
}

TEST(InputSplits, BlocksThatAreNotKnown) {
  InputFile file = File("/a", 250);
  file.blocks.clear();
  for (const InputSplit& split : MakeSplits({file}, NewApi())) {
    EXPECT_THAT(split.hosts, IsEmpty());
  }
  file = File("/a", 250);
  file.blocks.resize(1);  // the file has grown since its blocks were requested
  EXPECT_THAT(MakeSplits({file}, NewApi())[2].hosts, ElementsAre("h0", "all"));
}

TEST(InputSplits, TheLargestFirstAndOtherwiseAsTheyAre) {
  std::vector<InputSplit> splits = {{"/a", 0, 1, {}}, {"/b", 0, 3, {}}, {"/c", 0, 1, {}}};
  SortSplits(&splits);
  EXPECT_EQ(splits[0].uri + splits[1].uri + splits[2].uri, "/b/a/c");
}

TEST(CompressionCodecs, FilesAreToldByTheirEnds) {
  const CompressionCodecs codecs("");
  for (const char* name : {"a.gz", "a.deflate", "a.lz4", "a.snappy", "a.zst", "a.GZ", ".gz"}) {
    EXPECT_FALSE(codecs.Splittable(name)) << name;
  }
  for (const char* name : {"a", "a.bz2", "a.gz.txt", "gz", "a.lzo"}) {
    EXPECT_TRUE(codecs.Splittable(name)) << name;
  }
  EXPECT_EQ(codecs.unknown(), "");
}

TEST(CompressionCodecs, ConfiguredOnes) {
  const CompressionCodecs codecs(
      " org.apache.hadoop.io.compress.GzipCodec , com.hadoop.compression.lzo.LzopCodec");
  EXPECT_FALSE(codecs.Splittable("a.lzo"));
  EXPECT_EQ(codecs.unknown(), "");
  EXPECT_EQ(CompressionCodecs("com.example.Codec").unknown(), "com.example.Codec");
  EXPECT_EQ(CompressionCodecs("org.apache.hadoop.io.compress.Own").unknown(),
            "org.apache.hadoop.io.compress.Own");
}

}  // namespace
}  // namespace hpdl::rt
