#include "runtime/ground/regex/replace.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

std::string Replace(std::string_view text, std::string_view pattern, std::string_view with) {
  const Result<std::string> result = ReplaceAllMatches(text, pattern, with);
  return result ? *result : "error: " + result.error().message;
}

TEST(ReplaceAllMatches, GivesWhatJavaGives) {
  EXPECT_EQ(Replace("/a/b/c", "/", "_"), "_a_b_c");
  EXPECT_EQ(Replace("baaac", "a*", "-"), "-b--c-");
  EXPECT_EQ(Replace("abc", "", "-"), "-a-b-c-");
  EXPECT_EQ(Replace("", "", "-"), "-");
  EXPECT_EQ(Replace("\xC3\xA9x", "", "-"), "-\xC3\xA9-x-");
  EXPECT_EQ(Replace("aab", "^a", "x"), "xab");
  EXPECT_EQ(Replace("one two", "\\bt", "T"), "one Two");
  EXPECT_EQ(Replace("<a><b>", "<.+?>", "x"), "xx");
  EXPECT_EQ(Replace("AbC", "(?i)[a-b]", "x"), "xxC");
  EXPECT_EQ(Replace("ab", "a|ab", "x"), "xb");  // the first alternative wins, not the longest
  EXPECT_EQ(Replace("a1 b\v", "[\\d\\s]+", ""), "ab");
  EXPECT_EQ(Replace("a b", "\\S", "x"), "x x");
  EXPECT_EQ(Replace("a\nb\rc", ".", "x"), "x\nx\rx");
  EXPECT_EQ(Replace("a\nb", "(?s).", "x"), "xxx");
  EXPECT_EQ(Replace("a.b*c", "\\Q.b*\\E", "x"), "axc");
  EXPECT_EQ(Replace("a_b\xC3\xA9", "\\_|\\\xC3\xA9", "-"), "a-b-");
  EXPECT_EQ(Replace("]a", "[]a]", "x"), "xx");
  EXPECT_EQ(Replace("\xC3\xA4", "\\u00e4", "x"), "x");
  EXPECT_EQ(Replace("h\xC3\xA4t", "\\p{L}+", "x"), "x");
}

TEST(ReplaceAllMatches, Groups) {
  EXPECT_EQ(Replace("2009-08-09", "(\\d+)-(\\d+)", "$2.$1"), "08.2009-09");
  EXPECT_EQ(Replace("ab", "(?<x>a)(c)?", "[$1$2]"), "[a]b");
  EXPECT_EQ(Replace("ab", "(a)", "$12"), "a2b");  // there is no group 12
  EXPECT_EQ(Replace("abcdefghijkl", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)", "$11"), "kl");
  EXPECT_EQ(Replace("aXb", "X", "\\$0\\\\"), "a$0\\b");
  EXPECT_EQ(Replace("a", "a", "$0$0"), "aa");
  for (const char* replacement : {"$1", "$", "\\", "$x"}) {
    EXPECT_EQ(Replace("a", "a", replacement),
              "error: the replacement refers to a group that the regular expression \"a\" does not "
              "have; for a plain $, write \\$");
  }
}

TEST(ReplaceAllMatches, WhatTheEngineCannotDoIsNamed) {
  const auto fails = [](std::string_view pattern, const std::string& why) {
    EXPECT_NE(Replace("abc", pattern, "").find(why), std::string::npos)
        << pattern << " gives " << Replace("abc", pattern, "");
  };
  fails("(a)\\1", "a reference to an earlier group");
  fails("a(?=b)", "a lookahead or lookbehind ((?=...))");
  fails("(?<!a)b", "a lookahead or lookbehind ((?<!...))");
  fails("(?>a)", "an atomic group");
  fails("[a-z&&[^b]]", "&&");
  fails("[a[b]]", "a set in a set");
  fails("(?x)a", "a flag other than");
  fails("(?U)a", "a flag other than");
  fails("\\Ra", "the escape \\R");
  fails("a\\", "ends with a backslash");
  fails("a++", "is wrong or not supported");
  fails("(", "is wrong or not supported");
  fails("\xFF", "is wrong or not supported");
}

// For each of these patterns, an engine that backtracks or copies needs minutes, gigabytes or the
// whole stack.
TEST(ReplaceAllMatches, TinyPatternsAreBounded) {
  EXPECT_EQ(Replace(std::string(5000, 'a'), "(a*)*b", "x"), std::string(5000, 'a'));
  EXPECT_TRUE(Replace("a", "((((a{1,100}){1,100}){1,100}){1,100})", "x").starts_with("error: "));
  EXPECT_TRUE(Replace("a", std::string(30'000, '(') + std::string(30'000, ')'), "x")
                  .starts_with("error: "));
  std::string groups;
  for (int i = 0; i < 10'000; ++i) {
    groups += "(a)";
  }
  EXPECT_TRUE(Replace("a", groups, "x").ends_with("has more than 100 groups"));
  EXPECT_TRUE(Replace("a", std::string(100'000, 'a'), "x").starts_with("error: "));
  EXPECT_EQ(Replace(std::string(1 << 20, 'a'), "", std::string(1 << 20, 'b')),
            "error: the result has more than 16 MiB");
}

}  // namespace
}  // namespace hpdl::rt
