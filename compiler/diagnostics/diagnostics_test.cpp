#include "compiler/diagnostics/diagnostics.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

/// Returns the text of one error about a file that holds a secret, hunter22.
std::string Shown(Message text) {
  const SourceBuffer source("w.xml", "<a p='hunter22'/>");
  Diagnostics diagnostics;
  diagnostics.Hide(&source, {6, 14});
  diagnostics.Emit(DiagnosticKind::kUnknownNode, &source, {0, 1}, std::move(text));
  return diagnostics.Sorted()[0].text.str();
}

TEST(Diagnostics, LongTextsLoseTheirMiddle) {
  const std::string text =
      Shown("there is no node " + Quoted(std::string(10'000, 'x')) + ", which is odd");
  EXPECT_LE(text.size(), 4096u);
  EXPECT_TRUE(text.starts_with("there is no node 'xxx")) << text;
  EXPECT_NE(text.find("xxx ... xxx"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("xxx', which is odd")) << text;
}

TEST(Diagnostics, OfAHugeTextTheWordsBeforeItsFirstValueAreKept) {
  EXPECT_EQ(Shown("there is no node " + Quoted("a") + Quoted(std::string(100'000, 'x'))),
            "there is no node '...");
}

TEST(Diagnostics, SecretsAreMaskedBeforeTextsAreCut) {
  for (std::size_t before = 2030; before < 2060; ++before) {
    const std::string text =
        Shown(Quoted(std::string(before, ' ') + "hunter22" + std::string(4000, ' ')));
    EXPECT_EQ(text.find_first_of("hunter2"), std::string::npos) << before;
  }
}

TEST(Diagnostics, WordsThatAreASecretElsewhereStay) {
  EXPECT_EQ(Shown("hunter22 is " + Quoted("hunter22")), "hunter22 is '********'");
}

TEST(Diagnostics, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(Shown("no " + Quoted("a\xff\xc3\xa4")), "no 'a\xef\xbf\xbd\xc3\xa4'");
}

}  // namespace
}  // namespace hpdl
