#include "runtime/world/mapreduce/map_output.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt::mapreduce {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class MapOutputTest : public ::testing::Test {
 protected:
  MapOutputTest() { spill_ = std::move(*SpillFile::Make(directory_)); }

  std::vector<std::string> Read(const std::vector<Segment>& segments, std::size_t fan_in = 100) {
    const KeyOrder order;
    auto queue = MergeQueue::Open(segments, fan_in, order, spill_.get());
    EXPECT_TRUE(queue);
    std::vector<std::string> records;
    while (*queue->Next()) {
      records.push_back(std::string(queue->key()) + "=" + std::string(queue->value()));
    }
    return records;
  }

  Segment Make(const std::vector<std::pair<std::string, std::string>>& records) {
    spill_->Begin();
    for (const auto& [key, value] : records) {
      EXPECT_TRUE(spill_->Append(key, value));
    }
    return *spill_->End();
  }

  const testing::TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
  std::unique_ptr<SpillFile> spill_;
  MapOutput::Rules rules_;
};

TEST_F(MapOutputTest, SortsBytesWithinPartitions) {
  rules_.partitions = 2;
  MapOutput output(rules_, spill_.get());
  for (const char* key : {"b", "\xc3\xa9", "a", "", "aa", "Z"}) {
    ASSERT_TRUE(output.Put(1, key, "v"));
  }
  ASSERT_TRUE(output.Put(0, "zero", ""));
  auto segments = output.Finish();
  ASSERT_EQ(segments->size(), 2U);
  EXPECT_THAT(Read({(*segments)[0]}), ElementsAre("zero="));
  EXPECT_THAT(Read({(*segments)[1]}), ElementsAre("=v", "Z=v", "a=v", "aa=v", "b=v", "\xc3\xa9=v"));
}

TEST_F(MapOutputTest, KeysThatDifferInZeroBytes) {
  MapOutput output(rules_, spill_.get());
  const std::string one("a\0", 2), two("a\0\0", 3);
  ASSERT_TRUE(output.Put(0, two, "2"));
  ASSERT_TRUE(output.Put(0, "a", "0"));
  ASSERT_TRUE(output.Put(0, one, "1"));
  EXPECT_THAT(Read(*output.Finish()), ElementsAre("a=0", one + "=1", two + "=2"));
}

TEST_F(MapOutputTest, NothingIsASegmentForEachPartition) {
  rules_.partitions = 3;
  MapOutput output(rules_, spill_.get());
  auto segments = output.Finish();
  ASSERT_EQ(segments->size(), 3U);
  EXPECT_TRUE(Read(*segments).empty());
}

TEST_F(MapOutputTest, SpillsAndMergesTheSame) {
  std::vector<std::string> all;
  rules_.memory = 2000;
  rules_.fan_in = 3;
  rules_.partitions = 2;
  MapOutput output(rules_, spill_.get());
  for (int i = 0; i < 3000; ++i) {
    const std::string key = "k" + std::to_string(i * 7919 % 3001);
    ASSERT_TRUE(output.Put(static_cast<std::uint32_t>(i % 2), key, "v"));
    all.push_back(key);
  }
  auto segments = output.Finish();
  EXPECT_GE(output.spilled(), 6000) << "records are written again by a merge";
  std::sort(all.begin(), all.end());
  for (std::string& key : all) {
    key += "=v";
  }
  std::vector<std::string> read = Read(*segments);
  EXPECT_EQ(read, all);
}

TEST_F(MapOutputTest, ARecordLargerThanTheMemory) {
  rules_.memory = 100;
  MapOutput output(rules_, spill_.get());
  const std::string large(100000, 'x');
  ASSERT_TRUE(output.Put(0, "b", large));
  ASSERT_TRUE(output.Put(0, "a", "small"));
  EXPECT_THAT(Read(*output.Finish()), ElementsAre("a=small", "b=" + large));
}

TEST_F(MapOutputTest, CombinesEachSpillAndManySpillsAgain) {
  int calls = 0;
  rules_.memory = 200;
  rules_.combine_again = 2;
  rules_.combine = [&](const NextRecord& next, const PutRecord& put) -> Result<void> {
    ++calls;
    std::map<std::string, int> counts;
    std::string_view key, value;
    for (auto more = next(&key, &value); *more; more = next(&key, &value)) {
      counts[std::string(key)] += std::atoi(std::string(value).c_str());
    }
    for (const auto& [name, count] : counts) {
      HPDL_TRY(put(name, std::to_string(count)));
    }
    return {};
  };
  MapOutput output(rules_, spill_.get());
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(output.Put(0, i % 2 == 0 ? "even" : "odd", "1"));
  }
  EXPECT_THAT(Read(*output.Finish()), ElementsAre("even=50", "odd=50"));
  EXPECT_GT(calls, 3);
}

TEST_F(MapOutputTest, MergesMoreSegmentsThanMayBeOpen) {
  std::vector<Segment> segments;
  std::vector<std::string> all;
  for (int i = 0; i < 25; ++i) {
    const std::string key = "k" + std::to_string(100 + i);
    segments.push_back(Make({{"a", std::to_string(i)}, {key, "v"}}));
    all.push_back(key + "=v");
  }
  for (const std::size_t fan_in : {2, 3, 10, 24, 25}) {
    const std::vector<std::string> read = Read(segments, fan_in);
    ASSERT_EQ(read.size(), 50U);
    EXPECT_TRUE(std::is_sorted(read.begin() + 25, read.end()));
    EXPECT_EQ(std::vector<std::string>(read.begin() + 25, read.end()), all);
  }
}

TEST_F(MapOutputTest, EqualRecordsAreStoredOnce) {
  MapOutput output(rules_, spill_.get());
  std::vector<std::string> all;
  for (int i = 0; i < 1000; ++i) {
    for (const auto& [key, value] :
         {std::pair("a", ""), std::pair("b is a long key", ""), std::pair("k", "v")}) {
      ASSERT_TRUE(output.Put(0, key, value));
      all.push_back(std::string(key) + "=" + value);
    }
  }
  auto segments = output.Finish();
  EXPECT_EQ((*segments)[0].records, 3000);
  EXPECT_LT((*segments)[0].size, 100);
  EXPECT_EQ(output.spilled(), 3000);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(Read(*segments), all);
}

TEST_F(MapOutputTest, RecordsThatLookAlikeStayApart) {
  const Segment segment = Make({{"ab", ""}, {"a", "b"}, {"a", "b"}, {"", "ab"}, {"a", "c"}});
  EXPECT_THAT(Read({segment}), ElementsAre("ab=", "a=b", "a=b", "=ab", "a=c"));
  EXPECT_EQ(segment.records, 5);
}

TEST_F(MapOutputTest, SegmentsDoNotRepeatTheRecordBefore) {
  const Segment first = Make({{"a", "1"}}), second = Make({{"a", "1"}, {"a", "1"}});
  EXPECT_EQ(first.records, 1);
  EXPECT_EQ(second.records, 2);
  EXPECT_THAT(Read({first, second}), ElementsAre("a=1", "a=1", "a=1"));
}

TEST_F(MapOutputTest, RepeatsOfOneSegmentComeInTheirPlace) {
  const Segment first = Make({{"a", "1"}, {"b", "1"}, {"b", "1"}, {"b", "2"}, {"c", "1"}});
  const Segment second = Make({{"b", "3"}, {"b", "3"}});
  const std::vector<std::string> read = Read({first, second});
  EXPECT_THAT(read, ElementsAre("a=1", "b=1", "b=1", "b=2", "b=3", "b=3", "c=1"));
}

TEST(KeyOrderTest, PrefixesOfKeysOfEachLength) {
  const KeyOrder order;
  std::string key;
  std::uint64_t wanted = 0;
  EXPECT_EQ(order.Prefix(key), 0U);
  for (unsigned i = 0; i < 10; ++i) {
    key += static_cast<char>(0xf1 + i);
    wanted |= i < 8 ? std::uint64_t{0xf1 + i} << (56 - 8 * i) : 0;
    EXPECT_EQ(order.Prefix(key), wanted) << key.size();
  }
}

TEST_F(MapOutputTest, SpillFilesHaveNoName) {
  EXPECT_EQ(rmdir(directory_.c_str()), 0) << "it is empty";
  const auto made = SpillFile::Make(directory_);
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().message, HasSubstr("cannot write intermediate data in"));
}

TEST_F(MapOutputTest, AFullDiskIsForAPerson) {
  EXPECT_EQ(StorageError("x", ENOSPC).error_class, ErrorClass::kNonTransient);
  EXPECT_EQ(StorageError("x", ENOSPC).message, "x: No space left on device");
  EXPECT_EQ(StorageError("x", EACCES).error_class, ErrorClass::kError);
}

}  // namespace
}  // namespace hpdl::rt::mapreduce
