#include "runtime/ground/base/terminal_text.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(TerminalText, OneColumn) {
  for (const char32_t code : {U'a', U'\u00E4', U'\u00AD', U'\u0416', U'\u05D0', U'\u2026',
                              U'\uFF71', U'\uE000', U'\U000E0080', U'\U0010FFFD'}) {
    EXPECT_EQ(ColumnsOf(code), 1u) << std::hex << static_cast<unsigned>(code);
  }
}

TEST(TerminalText, TwoColumns) {
  for (const char32_t code : {U'\u1100', U'\u2705', U'\u3042', U'\u65E5', U'\uAC00', U'\uFF21',
                              U'\U0001F600', U'\U0001F9E0', U'\U00020000'}) {
    EXPECT_EQ(ColumnsOf(code), 2u) << std::hex << static_cast<unsigned>(code);
  }
}

TEST(TerminalText, NoColumn) {
  for (const char32_t code : {U'\u0301', U'\u0591', U'\u064B', U'\u0941', U'\u0E31', U'\u200B',
                              U'\u200D', U'\uFE0F', U'\U0001F3FD', U'\U000E0100'}) {
    EXPECT_EQ(ColumnsOf(code), 0u) << std::hex << static_cast<unsigned>(code);
  }
}

TEST(TerminalText, WhatActsOnTerminals) {
  for (const char32_t code : {U'\0', U'\t', U'\x1B', U'\x7F', U'\u202E', U'\u2066'}) {
    EXPECT_TRUE(ActsOnTerminals(code)) << std::hex << static_cast<unsigned>(code);
  }
  EXPECT_TRUE(ActsOnTerminals(0x9B));
  for (const char32_t code : {U' ', U'~', U'\u00A0', U'\u200F', U'\u2029', U'\u2070'}) {
    EXPECT_FALSE(ActsOnTerminals(code)) << std::hex << static_cast<unsigned>(code);
  }
}

TEST(TerminalText, FitCountsColumnsNotBytes) {
  EXPECT_EQ(DisplayWidth("na\xC3\xAFve"), 5U);
  EXPECT_EQ(DisplayWidth("\xE6\x97\xA5\xE6\x9C\xAC"), 4U);
  EXPECT_EQ(DisplayWidth("\u0915\u0941"), 1U) << "a letter with its vowel sign";
  EXPECT_EQ(DisplayWidth("\u2705"), 2U);
  EXPECT_EQ(Fit("abcdef", 6, true), "abcdef");
  EXPECT_EQ(Fit("abcdef", 4, false), "abc~");
  EXPECT_EQ(Fit("abcdef", 4, true), "abc\xE2\x80\xA6");
  // Fit() removes a wide character of which only half fits into the width.
  EXPECT_EQ(Fit("\xE6\x97\xA5\xE6\x9C\xAC", 3, false), "\xE6\x97\xA5~");
  EXPECT_EQ(Fit("abc", 0, true), "");
}

TEST(TerminalText, NothingReachesTheTerminalRaw) {
  EXPECT_EQ(OneLine("a\x1b[31mb\nc"), "a\\x1B[31mb c");
  EXPECT_EQ(OneLine("\xFFz"), "\\xFFz");
  EXPECT_EQ(OneLine("\xC0\xAF"), "\\xC0\\xAF");           // an overlong UTF-8 encoding of '/'
  EXPECT_EQ(OneLine("\xE2\x80\xAE"), "\\xE2\\x80\\xAE");  // the right-to-left override
  EXPECT_EQ(Harmless("a\tb\r\nc"), "a\tb\nc");
  EXPECT_EQ(Harmless(std::string_view("a\0b", 3)), "a\\x00b");
}

}  // namespace
}  // namespace hpdl
