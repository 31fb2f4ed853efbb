#include "runtime/ground/config/xml_tree.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(XmlTree, ElementsHaveTheirNamesTextsAndLines) {
  const Result<XmlElement> root = ReadXmlTree(
      "<a xmlns='urn:a' xmlns:b='urn:b'>\n"
      "  <b:c name='1' b:own='no'> x &amp;<!-- no --> y<![CDATA[<z>]]> </b:c>\n"
      "  <d xmlns=''/>\n"
      "</a>");
  ASSERT_TRUE(root) << root.error().message;
  EXPECT_EQ(root->name + " " + root->space + " " + root->prefix, "a urn:a ");
  ASSERT_EQ(root->children.size(), 2U);
  const XmlElement& child = root->children[0];
  EXPECT_EQ(child.name + " " + child.space + " " + child.prefix, "c urn:b b");
  EXPECT_EQ(child.line, 2U);
  EXPECT_EQ(child.text, " x & y<z> ");
  ASSERT_EQ(child.attributes.size(), 1U);
  EXPECT_EQ(child.Value("name"), "1");
  EXPECT_EQ(child.Value("own"), "");
  EXPECT_EQ(root->Child("d"), &root->children[1]);
  EXPECT_EQ(root->children[1].space, "");
  EXPECT_EQ(root->Child("e"), nullptr);
}

TEST(XmlTree, ADeclaredEncodingIsDecoded) {
  const Result<XmlElement> root =
      ReadXmlTree("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>");
  ASSERT_TRUE(root) << root.error().message;
  EXPECT_EQ(root->text, "\xC3\xA9");
}

TEST(XmlTree, OtherDocumentsAreErrors) {
  std::string deep;
  for (int i = 0; i < 101; ++i) {
    deep += "<a>";
  }
  std::string wide = "<a>";
  for (int i = 0; i < 25'000; ++i) {
    wide += "<a b=''/>";
  }
  wide += "</a>";
  for (const auto& [text, problem] :
       {std::pair<std::string, std::string>("<a>\n<b></a>", "line 2: mismatched tag"),
        {"", "line 1: no element found"},
        {"<!DOCTYPE a><a/>", "line 1: a document type declaration is not allowed"},
        {wide, "line 1: there are more than 50,000 elements and attributes"},
        {deep, "line 1: the elements are nested too deeply"}}) {
    const Result<XmlElement> root = ReadXmlTree(text);
    ASSERT_FALSE(root) << text;
    EXPECT_EQ(root.error().message, problem);
  }
}

}  // namespace
}  // namespace hpdl::rt
