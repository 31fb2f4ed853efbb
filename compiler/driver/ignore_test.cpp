#include "compiler/driver/ignore.h"

#include <gtest/gtest.h>

namespace hpdl::driver {
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

TEST(IgnoreTest, Secrets) {
  EXPECT_TRUE(LooksSecret("conf/etl.KEYTAB"));
  EXPECT_TRUE(LooksSecret("db_password.txt"));
  EXPECT_TRUE(LooksSecret("id_rsa"));
  EXPECT_FALSE(LooksSecret("lib/keytab-tool.jar"));
  EXPECT_FALSE(LooksSecret("password/readme.txt"));
}

}  // namespace
}  // namespace hpdl::driver
