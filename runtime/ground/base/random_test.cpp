#include "runtime/ground/base/random.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(RandomHex, IsAnother) {
  const auto first = RandomHex();
  const auto second = RandomHex();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->size(), 32U);
  EXPECT_EQ(first->find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(*first, *second);
}

}  // namespace
}  // namespace hpdl::rt
