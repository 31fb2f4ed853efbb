#include "runtime/ground/base/fnv_hash.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(FnvHashTest, GivesThePublishedValues) {
  FnvHash64 hash;
  EXPECT_EQ(hash.value(), 0xcbf29ce484222325U);
  hash.Add("foobar");
  EXPECT_EQ(hash.value(), 0x85944171f73967e8U);
  FnvHash128 wide;
  wide.Add("foobar");
  EXPECT_EQ(static_cast<std::uint64_t>(wide.value() >> 64U), 0x343e1662793c64bfU);
  EXPECT_EQ(static_cast<std::uint64_t>(wide.value()), 0x6f0d3597ba446f18U);
}

TEST(FnvHashTest, ZerosAtOnceAreZerosOneByOne) {
  for (int count = 0; count <= 8; ++count) {
    FnvHash64 at_once;
    FnvHash64 one_by_one;
    at_once.Add("x");
    one_by_one.Add("x");
    at_once.AddZeros(count);
    for (int i = 0; i < count; ++i) {
      one_by_one.Add('\0');
    }
    EXPECT_EQ(at_once.value(), one_by_one.value()) << count;
  }
}

}  // namespace
}  // namespace hpdl::rt
