#include "runtime/store/sqlite/rows.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace hpdl::rt {
namespace {

TEST(RowHash, MixesANumberAsItsEightBytes) {
  for (const std::uint64_t number :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{255}, std::uint64_t{256},
        std::uint64_t{0x10000}, std::uint64_t{0xff00ff00}, std::uint64_t{1} << 63,
        ~std::uint64_t{0}, std::uint64_t{1'763'856'000'000}}) {
    RowHash of_number;
    of_number.MixNumber(number);
    RowHash of_bytes;
    of_bytes.Mix(&number, sizeof number);
    EXPECT_EQ(of_number.value(), of_bytes.value()) << number;
  }
}

}  // namespace
}  // namespace hpdl::rt
