#include <gtest/gtest.h>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/engines/workflow/record_text.h"
#include "runtime/engines/workflow/world.h"

namespace hpdl::rt {
namespace {

ActionArguments Sample() {
  ActionArguments arguments;
  arguments.root.line = 300;
  arguments.root.children = {{1, 2, "a", {{7, 8, std::string("\0\xff", 2), {}}}},
                             {130, 70000, "", {}}};
  arguments.global = ArgNode{0, 0, "g", {}};
  return arguments;
}

void ExpectEqual(const ArgNode& a, const ArgNode& b) {
  EXPECT_EQ(a.field, b.field);
  EXPECT_EQ(a.line, b.line);
  EXPECT_EQ(a.text, b.text);
  ASSERT_EQ(a.children.size(), b.children.size());
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    ExpectEqual(a.children[i], b.children[i]);
  }
}

TEST(ArgumentsTest, RoundTrip) {
  const ActionArguments sample = Sample();
  auto read = DecodeArguments(EncodeArguments(sample));
  ASSERT_TRUE(read);
  ExpectEqual(read->root, sample.root);
  ASSERT_TRUE(read->global.has_value());
  ExpectEqual(*read->global, *sample.global);
}

TEST(ArgumentsTest, RetryStateRoundTrip) {
  ActionArguments sample = Sample();
  const std::string plain = EncodeArguments(sample);
  sample.retry = {3, 36000000000, true, 2, 7};
  const std::string bytes = EncodeArguments(sample);
  EXPECT_GT(bytes.size(), plain.size());
  auto read = DecodeArguments(bytes);
  ASSERT_TRUE(read);
  ExpectEqual(read->root, sample.root);
  EXPECT_EQ(read->retry.user_max, 3U);
  EXPECT_EQ(read->retry.user_interval_ms, 36000000000);
  EXPECT_TRUE(read->retry.user_exponential);
  EXPECT_EQ(read->retry.user_tries, 2U);
  EXPECT_EQ(read->retry.transient_tries, 7U);
  for (std::size_t size = 0; size < 10; ++size) {
    EXPECT_FALSE(DecodeArguments(bytes.substr(0, size)));
  }
}

TEST(ArgumentsTest, EveryCutAndFlipIsSurvived) {
  const std::string bytes = EncodeArguments(Sample());
  int refused = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    refused += DecodeArguments(bytes.substr(0, size)) ? 0 : 1;
  }
  // One cut is not refused: bytes that are cut right after the root are a complete encoding without
  // <global>.
  EXPECT_EQ(refused, static_cast<int>(bytes.size()) - 1);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = bytes;
      bad[i] = static_cast<char>(bad[i] ^ (1 << bit));
      (void)DecodeArguments(bad);
    }
  }
  EXPECT_FALSE(DecodeArguments(bytes + "x"));
}

TEST(RecordTextTest, DataRoundTrip) {
  const Properties data = {{"a b=c:#", " x\n\\y\t\r"}, {"#k", ""}, {"ü", "ö=ä"}};
  EXPECT_EQ(DataFromText(DataToText(data)), data);
  EXPECT_EQ(DataToText({{"k", "v"}}), "k=v\n");
}

TEST(RecordTextTest, CountersRoundTrip) {
  const Counters counters = {{"g\"1", {{"a\\b\n", -5}, {"c", 1234567890123}}},
                             {"no part of the escape before it: \n5\1f", {{"\nabc", 1}}},
                             {"empty", {}}};
  Counters read;
  ASSERT_TRUE(CountersFromText(CountersToText(counters), &read));
  EXPECT_EQ(read, counters);
  EXPECT_EQ(CountersToText({{"g", {{"n", 1}}}}), "{\"g\":{\"n\":1}}");
  for (const char* bad : {"", "{", "{\"a\"", "{\"a\":1}", "{\"a\":{\"b\":}}", "{}x"}) {
    EXPECT_FALSE(CountersFromText(bad, &read)) << bad;
  }
}

TEST(TagTest, SameForTheSameAttemptOnly) {
  JobIdentity job{"j", {}, {}, {}, {}, 0};
  const std::string tag = AttemptTag(job, 0, "n", 0);
  EXPECT_EQ(tag.size(), 37U);
  EXPECT_EQ(tag, AttemptTag(job, 0, "n", 0));
  EXPECT_NE(tag, AttemptTag(job, 0, "n", 1));
  EXPECT_NE(AttemptTag(job, 1, "1", 0), AttemptTag(job, 11, "", 0));
  job.salt = "0123";
  EXPECT_NE(tag, AttemptTag(job, 0, "n", 0));
}

TEST(ArgsCodec, TheMarkOfWhatNobodyWasToldIsNoPartOfThem) {
  ActionArguments arguments;
  arguments.root.text = "text";
  for (std::string bytes : {std::string(), EncodeArguments(arguments)}) {
    const std::string plain = bytes;
    EXPECT_FALSE(IsUntold(bytes));
    EXPECT_FALSE(MarkTold(&bytes));
    MarkUntold(&bytes);
    MarkUntold(&bytes);
    EXPECT_TRUE(IsUntold(bytes));
    EXPECT_EQ(DecodeArguments(bytes).ok(), !plain.empty());
    EXPECT_TRUE(MarkTold(&bytes));
    EXPECT_EQ(bytes, plain);
  }
}

}  // namespace
}  // namespace hpdl::rt
