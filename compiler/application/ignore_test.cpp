#include "compiler/application/ignore.h"

#include <gtest/gtest.h>

namespace hpdl::application {
namespace {

TEST(IgnoreTest, NamesMatchInEveryDirectory) {
  const IgnoreRules rules("*.log\n# comment\n\nscratch\r\n");
  EXPECT_TRUE(rules.Ignores("a.log", false));
  EXPECT_TRUE(rules.Ignores("lib/deep/a.log", false));
  EXPECT_FALSE(rules.Ignores("a.log.txt", false));
  EXPECT_TRUE(rules.Ignores("x/scratch", true));
  EXPECT_FALSE(rules.Ignores("# comment", false));
}

TEST(IgnoreTest, SlashesBindToTheRoot) {
  const IgnoreRules rules("/top\nlib/*.jar\n");
  EXPECT_TRUE(rules.Ignores("top", false));
  EXPECT_FALSE(rules.Ignores("x/top", false));
  EXPECT_TRUE(rules.Ignores("lib/a.jar", false));
  EXPECT_FALSE(rules.Ignores("lib/sub/a.jar", false));
  EXPECT_FALSE(rules.Ignores("x/lib/a.jar", false));
}

TEST(IgnoreTest, FinalSlashMeansDirectories) {
  const IgnoreRules rules("target/\n");
  EXPECT_TRUE(rules.Ignores("x/target", true));
  EXPECT_FALSE(rules.Ignores("x/target", false));
}

TEST(IgnoreTest, TwoStarsCrossDirectories) {
  const IgnoreRules rules("**/test/*.py\ndocs/**\nsrc/**/*.o");
  EXPECT_TRUE(rules.Ignores("test/a.py", false));
  EXPECT_TRUE(rules.Ignores("x/y/test/a.py", false));
  EXPECT_FALSE(rules.Ignores("x/test/y/a.py", false));
  EXPECT_TRUE(rules.Ignores("docs/x/y", false));
  EXPECT_TRUE(rules.Ignores("src/a.o", false));
  EXPECT_TRUE(rules.Ignores("src/b/c/a.o", false));
  EXPECT_FALSE(rules.Ignores("src/b/c/a.c", false));
}

TEST(IgnoreTest, TwoStarsAreOneUnlessTheyAreAWholePart) {
  struct Case {
    const char* pattern;
    const char* path;
    bool ignored;
  };
  // The cases follow gitignore(5). Git treats three stars like two.
  for (const auto& [pattern, path, ignored] : {
           Case{"**.log", "a.log", true},
           {"**.log", "x/a.log", true},
           {"**.log", "server.key", false},
           {"ser**.pem", "server.pem", true},
           {"ser**.pem", "server.key", false},
           {"a**", "abc", true},
           {"a**", "bc", false},
           {"a**b**c", "a1b2c", true},
           {"a**b**c", "a1b2", false},
           {"**", "x/y", true},
           {"/**", "x/y", true},
           {"lib/**.jar", "lib/a.jar", true},
           {"lib/**.jar", "lib/x/a.jar", false},
           {"lib/**", "lib/x/a.jar", true},
           {"lib/**", "lib", false},
           {"lib/x**", "lib/xy", true},
           {"lib**/a.jar", "lib1/a.jar", true},
           {"lib**/a.jar", "lib/x/a.jar", false},
           {"lib**/a.jar", "library/x/a.jar", false},
           {"x/**/y", "x/y", true},
           {"x/**/y", "x/1/2/y", true},
           {"x/**/y", "xy", false},
           {"**/x/y**", "1/2/x/yz", true},
           {"**/x/y**", "x/z", false},
           {"/**.log", "a.log", true},
           {"/**.log", "x/a.log", false},
           {"***.log", "a.log", true},
           {"***/a", "x/y/a", true},
           {"x/***", "x/y/z", true},
       }) {
    EXPECT_EQ(IgnoreRules(pattern).Ignores(path, false), ignored) << pattern << " " << path;
  }
}

TEST(IgnoreTest, TheLastMatchDecides) {
  const IgnoreRules rules("*.txt\n!keep.txt\n");
  EXPECT_TRUE(rules.Ignores("a.txt", false));
  EXPECT_FALSE(rules.Ignores("keep.txt", false));
}

TEST(IgnoreTest, ClassesAndEscapes) {
  const IgnoreRules rules("[a-c]?.x\n[!0-9]z\n\\*star\n[open");
  EXPECT_TRUE(rules.Ignores("b1.x", false));
  EXPECT_FALSE(rules.Ignores("d1.x", false));
  EXPECT_TRUE(rules.Ignores("az", false));
  EXPECT_FALSE(rules.Ignores("5z", false));
  EXPECT_TRUE(rules.Ignores("*star", false));
  EXPECT_FALSE(rules.Ignores("xstar", false));
  EXPECT_TRUE(rules.Ignores("[open", false));
}

TEST(IgnoreTest, ManyStarsStayQuick) {
  const std::string text(5000, 'a');
  const IgnoreRules rules(std::string("a*a*a*a*a*a*a*a*a*b"));
  EXPECT_FALSE(rules.Ignores(text, false));
}

}  // namespace
}  // namespace hpdl::application
