#include "compiler/diagnostics/columns.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(Columns, WideCombiningAndPlain) {
  EXPECT_EQ(Columns("abc"), 3u);
  EXPECT_EQ(Columns("\xc3\xa4\xe2\x82\xac"), 2u);      // ä€
  EXPECT_EQ(Columns("\xe6\x97\xa5\xe6\x9c\xac"), 4u);  // two Japanese characters
  EXPECT_EQ(Columns("e\xcc\x81x"), 2u);                // e and its accent
  EXPECT_EQ(Columns("\xf0\x9f\x90\x98"), 2u);          // an elephant
  EXPECT_EQ(Columns("\xed\x95\x9c"), 2u);              // Hangul
  EXPECT_EQ(Columns("\xcc\x81"), 1u);                  // an accent alone
  EXPECT_EQ(Columns(""), 0u);
}

TEST(Columns, WhatActsOnTerminalsIsABlank) {
  EXPECT_EQ(Clean("\t\x1b[31m\xe2\x80\xaeq\xc2\x9b"), "  [31m q ");
}

TEST(Columns, BytesThatAreNoCharacterHideNothing) {
  EXPECT_EQ(Clean("a\xe6\x97"), "a\xef\xbf\xbd");
  EXPECT_EQ(Clean("\xe2\x1b[31m"), "\xef\xbf\xbd [31m");
  EXPECT_EQ(Clean("\xf0\x9f\n\x9f"), "\xef\xbf\xbd \xef\xbf\xbd");
  EXPECT_EQ(Cells("\xff\xfe").size(), 2u);
}

}  // namespace
}  // namespace hpdl
