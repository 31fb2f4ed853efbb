#include "compiler/diagnostics/columns.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(Columns, WideCombiningAndPlain) {
  EXPECT_EQ(Columns("abc"), 3u);
  EXPECT_EQ(Columns("\xc3\xa4\xe2\x82\xac"), 2u);      // ä€
  EXPECT_EQ(Columns("\xe6\x97\xa5\xe6\x9c\xac"), 4u);  // two of Japanese
  EXPECT_EQ(Columns("e\xcc\x81x"), 2u);                // e and its accent
  EXPECT_EQ(Columns("\xf0\x9f\x90\x98"), 2u);          // an elephant
  EXPECT_EQ(Columns("\xed\x95\x9c"), 2u);              // Hangul
  EXPECT_EQ(Columns("\xcc\x81"), 1u);                  // an accent alone
  EXPECT_EQ(Columns(""), 0u);
}

TEST(Columns, WhatActsOnTerminalsIsABlank) {
  std::string out;
  for (const Cell& cell : Cells("\t\x1b[31m\xe2\x80\xaeq\xc2\x9b")) {
    out += cell.text;
  }
  EXPECT_EQ(out, "  [31m q ");
}

TEST(Columns, BytesCutOffAreNoHarm) {
  EXPECT_EQ(Cells("a\xe6\x97").size(), 2u);
  EXPECT_EQ(Cells("\xf0").size(), 1u);
  EXPECT_EQ(Cells("\xff\xfe").size(), 1u);
}

}  // namespace
}  // namespace hpdl
