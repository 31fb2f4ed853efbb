#include "runtime/world/hadoop/split_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

std::string Hex(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    constexpr const char* kDigits = "0123456789abcdef";
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[c & 15];
  }
  return text;
}

std::string VLong(std::int64_t value) {
  std::string out;
  AppendVLong(&out, value);
  return Hex(out);
}

TEST(SplitFiles, NumbersOfVariableLength) {
  EXPECT_EQ(VLong(0), "00");
  EXPECT_EQ(VLong(127), "7f");
  EXPECT_EQ(VLong(128), "8f80");
  EXPECT_EQ(VLong(255), "8fff");
  EXPECT_EQ(VLong(256), "8e0100");
  EXPECT_EQ(VLong(-112), "90");
  EXPECT_EQ(VLong(-113), "8770");
  EXPECT_EQ(VLong(1LL << 40), "8a010000000000");
  EXPECT_EQ(VLong(INT64_MAX), "887fffffffffffffff");
  EXPECT_EQ(VLong(INT64_MIN), "807fffffffffffffff");
}

TEST(SplitFiles, TheFilesOfTwoSplits) {
  const SplitFiles files =
      WriteSplitFiles({{"hdfs://n/a", 0, 33, {"h"}}, {"hdfs://n/ü", 1, 200, {}}}, true, 15);
  EXPECT_EQ(Hex(files.splits),
            "53504c00000001"
            "22" +
                Hex("org.apache.hadoop.mapred.FileSplit") + "0a" + Hex("hdfs://n/a") +
                "0000000000000000" + "0000000000000021" + "22" +
                Hex("org.apache.hadoop.mapred.FileSplit") + "0b" + Hex("hdfs://n/ü") +
                "0000000000000001" + "00000000000000c8");
  EXPECT_EQ(Hex(files.index),
            Hex("META-SPL") + "0102" + "010168" + "07" + "21" + "00" + "45" + "8fc8");
}

TEST(SplitFiles, TheNewApiHasItsOwnClass) {
  EXPECT_THAT(WriteSplitFiles({{"/a", 0, 1, {}}}, false, 1).splits,
              ::testing::HasSubstr("/org.apache.hadoop.mapreduce.lib.input.FileSplit"));
}

TEST(SplitFiles, HostsAreBounded) {
  const SplitFiles files = WriteSplitFiles({{"/a", 0, 1, {"a", "b", "c"}}}, true, 2);
  EXPECT_EQ(Hex(files.index), Hex("META-SPL") + "0101" + "02" + "0161" + "0162" + "07" + "01");
}

TEST(SplitFiles, NoSplits) {
  const SplitFiles files = WriteSplitFiles({}, true, 2);
  EXPECT_EQ(Hex(files.splits), "53504c00000001");
  EXPECT_EQ(Hex(files.index), Hex("META-SPL") + "0100");
}

}  // namespace
}  // namespace hpdl::rt
