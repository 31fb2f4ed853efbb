#include "runtime/ground/base/percent.h"

#include <gtest/gtest.h>

#include "runtime/ground/base/hex.h"

namespace hpdl {
namespace {

TEST(PercentTest, KeepsWhatNeedsNoCode) {
  EXPECT_EQ(PercentEncoded("hpdl-09_a.b~Z"), "hpdl-09_a.b~Z");
  EXPECT_EQ(PercentEncoded("a b&c=d/\xc3\xbc%+"), "a%20b%26c%3Dd%2F%C3%BC%25%2B");
  EXPECT_EQ(PercentEncoded(std::string_view("\0\x7f@[`{", 6)), "%00%7F%40%5B%60%7B");
}

TEST(PercentTest, KeepsTheMarksThatItIsGiven) {
  EXPECT_EQ(PercentEncoded("/a:b~", "/:"), "/a:b%7E");
}

TEST(PercentTest, DecodesInEitherCase) {
  EXPECT_EQ(PercentDecoded("%2f%2F+%00."), std::string("//+\0.", 5));
  EXPECT_EQ(PercentDecoded(""), "");
  EXPECT_EQ(FormDecoded("a+b%2Bc"), "a b+c");
}

TEST(PercentTest, RefusesBrokenCodes) {
  for (const char* broken : {"%", "a%", "%4", "%4g", "%g4", "%%41", "%-1", "%+1"}) {
    EXPECT_EQ(PercentDecoded(broken), std::nullopt) << broken;
    EXPECT_EQ(FormDecoded(broken), std::nullopt) << broken;
  }
}

TEST(PercentTest, GivesBackEachByte) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    bytes += static_cast<char>(byte);
  }
  EXPECT_EQ(PercentDecoded(PercentEncoded(bytes)), bytes);
  EXPECT_EQ(PercentDecoded(PercentEncoded(bytes, "")), bytes);
}

TEST(HexTest, WritesTwoDigitsAByte) {
  const unsigned char bytes[] = {0, 0x0a, 0x7f, 0xff};
  EXPECT_EQ(HexText(bytes), "000a7fff");
  EXPECT_EQ(HexText(std::span<const unsigned char>()), "");
  EXPECT_EQ(HexDigit('f'), 15);
  EXPECT_EQ(HexDigit('A'), 10);
  EXPECT_EQ(HexDigit('9'), 9);
  for (const char none : {'g', 'G', '/', ':', '@', '`', '\0'}) {
    EXPECT_EQ(HexDigit(none), -1) << none;
  }
}

}  // namespace
}  // namespace hpdl
