#include "compiler/secrets/masking.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(Secrets, AreHiddenWhateverTheOrderAndTheOverlap) {
  const SourceBuffer source("w.xml", "0123456789\nabcdef");
  Secrets secrets;
  EXPECT_EQ(secrets.Shown(source, {0, 17}), "0123456789\nabcdef");
  secrets.Add(&source, {6, 8});
  secrets.Add(&source, {1, 3});
  EXPECT_EQ(secrets.Shown(source, {0, 17}), "0**345**89\nabcdef");
  EXPECT_EQ(secrets.Shown(source, {2, 7}), "*345*");
  EXPECT_EQ(secrets.Shown(source, {3, 6}), "345");
  secrets.Add(&source, {2, 4});
  secrets.Add(&source, {6, 7});
  EXPECT_EQ(secrets.Shown(source, {0, 17}), "0***45**89\nabcdef");
  secrets.Add(&source, {3, 13});
  EXPECT_EQ(secrets.Shown(source, {0, 17}), "0*********\n**cdef") << "lines keep their ends";
  EXPECT_EQ(secrets.Shown(source, {12, 14}), "*c");
  const SourceBuffer other("v.xml", "0123456789");
  EXPECT_EQ(secrets.Shown(other, {0, 10}), "0123456789");
}

TEST(SecretTexts, AreFoundInMessages) {
  const SourceBuffer source("w.xml", "[hunter2][hunter2-and-more][a&amp;b&lt;c][ pwd ][hun][a]");
  Secrets secrets;
  EXPECT_EQ(SecretTexts(secrets).Masked("hunter2"), "hunter2");
  const std::string_view text = source.text();
  for (std::size_t at = text.find('['); at != text.npos; at = text.find('[', at + 1)) {
    secrets.Add(&source, {static_cast<std::uint32_t>(at + 1),
                          static_cast<std::uint32_t>(text.find(']', at))});
  }
  const SecretTexts texts(secrets);
  EXPECT_EQ(texts.Masked(""), "");
  EXPECT_EQ(texts.Masked("'ftp://joe:hunter2@h/x'"), "'ftp://joe:*******@h/x'");
  EXPECT_EQ(texts.Masked("Xhunter2Xhunter2-and-moreX"), "X*******X****************X");
  EXPECT_EQ(texts.Masked("hunter2-and-les"), "*******-and-les");
  EXPECT_EQ(texts.Masked("a&b<c and a&amp;b&lt;c"), "***** and ************") << "as read, too";
  EXPECT_EQ(texts.Masked("pwd:pwd spwdan hun hunt"), "***:*** spwdan *** hunt")
      << "short ones as words";
  EXPECT_EQ(texts.Masked("a is a node"), "a is a node") << "no secret";
}

TEST(SecretTexts, LongOnesAreFoundByTheirBegin) {
  const std::string key(1000, 'k');
  const SourceBuffer source("w.xml", key);
  Secrets secrets;
  secrets.Add(&source, {0, 1000});
  EXPECT_EQ(SecretTexts(secrets).Masked("a " + key + " b"), "a " + std::string(1000, '*') + " b");
  EXPECT_EQ(SecretTexts(secrets).Masked(key.substr(0, 100)), std::string(100, '*')) << "cut off";
  EXPECT_EQ(SecretTexts(secrets).Masked("kk"), "kk");
}

TEST(SecretTexts, ThoseOfNoFileAreFoundToo) {
  Secrets secrets;
  secrets.Add(" hunter2 ");
  secrets.Add("ab");
  const SecretTexts texts(secrets);
  EXPECT_EQ(texts.Masked("hdfs://nn/hunter2/ab"), "hdfs://nn/*******/ab");
}

TEST(SecretTexts, WordsOfMessagesAreNotMasked) {
  const SourceBuffer source("w.xml", "there node ennd");
  Secrets secrets;
  secrets.Add(&source, {0, 5});
  secrets.Add(&source, {6, 10});
  const SecretTexts texts(secrets);
  const Message plain = "there is no node " + Quoted("ennd") + "; there is node" + Quoted("x");
  EXPECT_EQ(texts.MaskedValues(plain), plain.str());
  EXPECT_EQ(texts.MaskedValues("there is no node " + Quoted("node")), "there is no node '****'");
  const std::string made = "there is no node";
  EXPECT_EQ(texts.MaskedValues(Message(made)), "***** is no ****") << "what nobody calls words";
}

TEST(SecretTexts, MaskedMessagesKeepTheirValues) {
  const SourceBuffer source("w.xml", "hunter2 hunter3");
  Secrets first;
  first.Add(&source, {0, 7});
  Secrets second;
  second.Add(&source, {8, 15});
  const Message message = Quoted("hunter2") + " and " + Quoted("hunter3");
  EXPECT_EQ(SecretTexts(second).MaskedValues(SecretTexts(first).MaskedValues(message)),
            "'*******' and '*******'");
}

}  // namespace
}  // namespace hpdl
