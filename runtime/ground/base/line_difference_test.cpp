#include "runtime/ground/base/line_difference.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <vector>

namespace hpdl::rt {
namespace {

/// Returns a text with one letter in each line.
std::string Letters(std::string_view letters) {
  std::string text;
  for (const char c : letters) {
    text.append(1, c).append("\n");
  }
  return text;
}

TEST(LineDifference, NoneOfEqualTexts) {
  EXPECT_EQ(LineDifference("", ""), "");
  EXPECT_EQ(LineDifference("a\nb", "a\nb"), "");
}

TEST(LineDifference, ThreeLinesAreAround) {
  EXPECT_EQ(LineDifference(Letters("abcdefgh"), Letters("abcdXfgh")),
            "@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n");
  EXPECT_EQ(LineDifference(Letters("ab"), Letters("aXYb")), "@@ -1,2 +1,4 @@\n a\n+X\n+Y\n b\n");
  EXPECT_EQ(LineDifference("", Letters("a")), "@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(LineDifference(Letters("ab"), ""), "@@ -1,2 +0,0 @@\n-a\n-b\n");
}

TEST(LineDifference, HunksThatAreNearAreOne) {
  EXPECT_EQ(LineDifference(Letters("a123456b"), Letters("X123456Y")),
            "@@ -1,8 +1,8 @@\n-a\n+X\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+Y\n");
  EXPECT_EQ(LineDifference(Letters("a1234567b"), Letters("X1234567Y")),
            "@@ -1,4 +1,4 @@\n-a\n+X\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+Y\n");
}

TEST(LineDifference, ALastLineWithoutItsEnd) {
  EXPECT_EQ(LineDifference("a\nb", "a\nc"),
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
            "\\ No newline at end of file\n");
  EXPECT_EQ(LineDifference("a\nb", "X\nb"),
            "@@ -1,2 +1,2 @@\n-a\n+X\n b\n\\ No newline at end of file\n");
}

TEST(LineDifference, WhatIsAddedIsTheLastThatItCanBe) {
  EXPECT_EQ(LineDifference(Letters("(a)"), Letters("(a)(b)")),
            "@@ -1,3 +1,6 @@\n (\n a\n )\n+(\n+b\n+)\n");
  EXPECT_EQ(LineDifference(Letters("xaby"), Letters("xababy")),
            "@@ -1,4 +1,6 @@\n x\n a\n b\n+a\n+b\n y\n");
}

/// The expected text is the output of Oozie 5.2.1. All properties have the lines `<property>` and
/// `</property>`; only their other lines differ.
TEST(LineDifference, LinesThatAreRareDecide) {
  const auto properties = [](const std::vector<std::string>& names) {
    std::string text = "<configuration>\n";
    for (const std::string& name : names) {
      text += "<property>\n" + name + "\n</property>\n";
    }
    return text + "</configuration>";
  };
  EXPECT_EQ(LineDifference(properties({"user", "path", "mapred"}),
                           properties({"k1", "k2", "user", "k4", "path", "mapred"})),
            "@@ -1,8 +1,17 @@\n <configuration>\n <property>\n+k1\n+</property>\n+<property>\n+k2\n"
            "+</property>\n+<property>\n user\n </property>\n <property>\n+k4\n+</property>\n"
            "+<property>\n path\n </property>\n <property>\n");
}

/// Applies a difference to the text `from` and returns the new text.
std::string Apply(const std::string& from, const std::string& difference) {
  std::vector<std::string> lines;
  std::istringstream in(from);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  std::string text;
  std::size_t at = 0;
  std::istringstream hunks(difference);
  for (std::string line; std::getline(hunks, line);) {
    if (line[0] == '@') {
      const std::size_t first = std::stoul(line.substr(4));
      const bool none = line.substr(4, line.find(' ', 4) - 4).ends_with(",0");
      while (at + (none ? 0 : 1) < first) {
        text += lines[at++] + "\n";
      }
    } else if (line[0] == '+') {
      text += line.substr(1) + "\n";
    } else {
      EXPECT_EQ(line.substr(1), lines[at]);
      text += line[0] == ' ' ? lines[at] + "\n" : "";
      ++at;
    }
  }
  while (at < lines.size()) {
    text += lines[at++] + "\n";
  }
  return text;
}

TEST(LineDifference, LeadsFromAnyTextToAnyOther) {
  std::mt19937 random(7);
  const auto text = [&] {
    std::string letters(random() % 30, ' ');
    for (char& c : letters) {
      c = static_cast<char>('a' + random() % 4);
    }
    return Letters(letters);
  };
  for (int i = 0; i < 2000; ++i) {
    const std::string from = text(), to = text();
    ASSERT_EQ(Apply(from, LineDifference(from, to)), to) << from << "--\n" << to;
  }
}

}  // namespace
}  // namespace hpdl::rt
