#include "runtime/ground/base/utf8.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(Utf8, WhatIsDecodedIsWhatWasAppended) {
  for (const char32_t code :
       {0x0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF}) {
    std::string text;
    AppendUtf8(&text, code);
    const Utf8Character character = DecodeUtf8(text + "x");
    EXPECT_EQ(character.code, code);
    EXPECT_EQ(character.size, text.size());
  }
}

TEST(Utf8, NoCharacterBeginsSo) {
  for (const char* text :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\xC3x", "\xFF"}) {
    EXPECT_EQ(DecodeUtf8(text).size, 0u) << text;
    EXPECT_EQ(FirstInvalidUtf8(std::string("ab") + text), 2u);
  }
  EXPECT_EQ(DecodeUtf8("").size, 0u);
  EXPECT_EQ(FirstInvalidUtf8("a\xC3\xA4"), std::nullopt);
}

TEST(Utf8, CutsBetweenCharacters) {
  EXPECT_EQ(CutUtf8("a\xE2\x82\xAC"
                    "b",
                    3),
            "a");
  EXPECT_EQ(CutUtf8("a\xE2\x82\xAC"
                    "b",
                    4),
            "a\xE2\x82\xAC");
  EXPECT_EQ(CutUtf8("ab", 9), "ab");
  EXPECT_EQ(CutUtf8("\x80\x80\x80\x80\x80\x80\x80\x80", 6).size(), 6u);  // this is not UTF-8
  EXPECT_EQ(CharacterAt("a\xE2\x82\xAC"
                        "b",
                        2),
            "\xE2\x82\xAC");
  EXPECT_EQ(CharacterAt("a\xE2\x82", 2), "\x82");
  EXPECT_EQ(CharacterAt("ab", 1), "b");
}

TEST(Utf8, BadBytesAreReplacedAsByJava) {
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(ValidUtf8("a\xFF\xC3\xA4\xE2\x82"), "a" + mark + "\xC3\xA4" + mark);
  EXPECT_EQ(ValidUtf8("n\xD6\xD0."), "n" + mark + mark + ".");
  EXPECT_EQ(ValidUtf8("\xED\xA0\x80."), mark + ".");  // a surrogate
  EXPECT_EQ(ValidUtf8("\xF0\x9F\x98."), mark + ".");
  EXPECT_EQ(ValidUtf8("\xE0\x80\x80."), mark + mark + mark + ".");  // too long for its character
  EXPECT_EQ(ValidUtf8("\xF4\x90\x80\x80."), mark + mark + mark + mark + ".");
}

}  // namespace
}  // namespace hpdl
