#include "runtime/world/mapreduce/text.h"

#include <gmock/gmock.h>

namespace hpdl::rt::mapreduce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(TextTest, HashIsThatOfHadoop) {
  // The values come from org.apache.hadoop.io.Text.hashCode().
  EXPECT_EQ(HashOfText(""), 1);
  EXPECT_EQ(HashOfText("a"), 128);
  EXPECT_EQ(HashOfText("hadoop"), -337361050);
  EXPECT_EQ(HashOfText("\xff"), 30) << "bytes count as signed numbers";
}

TEST(TextTest, PartitionsAreNeverNegative) {
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LT(HashPartition("key-" + std::to_string(i * 7919) + "\xf0\x9f", 7), 7U);
  }
  EXPECT_EQ(HashPartition("a", 3), 128U % 3);
}

TEST(TextTest, LengthsOfVariableSize) {
  const std::pair<std::uint64_t, std::size_t> cases[] = {{0, 1},   {127, 1},   {128, 2},  {255, 2},
                                                         {256, 3}, {65535, 3}, {65536, 4}};
  for (const auto& [value, size] : cases) {
    EXPECT_EQ(VIntSize(value), size) << value;
  }
}

TEST(TextTest, DecodesUrls) {
  EXPECT_EQ(*UrlDecode("a+b%20c%25d%2Be"), "a b c%d+e");
  EXPECT_EQ(*UrlDecode("caf%C3%a9"), "caf\xc3\xa9");
  for (const char* broken : {"%", "a%4", "%zz", "%4g", "100% sure"}) {
    const auto decoded = UrlDecode(broken);
    ASSERT_FALSE(decoded) << broken;
    EXPECT_THAT(decoded.error().message, HasSubstr("not URL-encoded"));
  }
}

TEST(TextTest, SplitsCommandsAsStreamingDoes) {
  EXPECT_THAT(SplitCommand("a  b 'c d' \"e 'f\""), ElementsAre("a", "b", "c d", "e 'f"));
  EXPECT_THAT(SplitCommand("a'b'c"), ElementsAre("a", "b", "c")) << "quotes end words";
  EXPECT_THAT(SplitCommand("a\tb \\n '' x"), ElementsAre("a\tb", "\\n", "x"));
  EXPECT_THAT(SplitCommand("sh -c 'open"), ElementsAre("sh", "-c", "open"));
  EXPECT_THAT(SplitCommand("  "), IsEmpty());
}

TEST(TextTest, SplitsLines) {
  const auto split = [](std::string_view line, const KeyRule& rule) {
    const KeyValue record = SplitKeyValue(line, rule);
    return std::string(record.key) + "|" + std::string(record.value);
  };
  EXPECT_EQ(split("a\tb\tc", {}), "a|b\tc");
  EXPECT_EQ(split("abc", {}), "abc|");
  EXPECT_EQ(split("", {}), "|");
  EXPECT_EQ(split("\tx", {}), "|x");
  EXPECT_EQ(split("a\tb\tc", {"\t", 2}), "a\tb|c");
  EXPECT_EQ(split("a\tb", {"\t", 3}), "a\tb|");
  EXPECT_EQ(split("a::b::c", {"::", 1}), "a|b::c");
  EXPECT_EQ(split("a:b", {":", 0}), "a|b");
}

TEST(TextTest, NamesOfVariables) {
  EXPECT_EQ(EnvironmentName("mapreduce.map.input-file_1"), "mapreduce_map_input_file_1");
  EXPECT_EQ(EnvironmentName("\xc3\xa9"), "__");
}

}  // namespace
}  // namespace hpdl::rt::mapreduce
