#include "compiler/base/markup.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

TEST(Markup, WholeElements) {
  const std::string text = "<r><a x='<'><!-- </a> --><a/><a>y</a><![CDATA[</a>]]></a ><b/></r>";
  const WholeElement a = FindWholeElement(text, 3);
  EXPECT_EQ(text.substr(a.range.begin, a.range.end - a.range.begin),
            "<a x='<'><!-- </a> --><a/><a>y</a><![CDATA[</a>]]></a >");
  EXPECT_EQ(text.substr(a.end_name.begin, 3), "a >");
  const WholeElement b = FindWholeElement(text, static_cast<std::uint32_t>(text.find("<b/>")));
  EXPECT_EQ(text.substr(b.range.begin, b.range.end - b.range.begin), "<b/>");
  EXPECT_TRUE(b.end_name.empty());
}

TEST(Markup, AnOpenQuoteSwallowsNothingOfAnyText) {
  const auto tags = [](MarkupScanner scanner) {
    std::string types;
    for (Markup markup; scanner.Next(&markup);) {
      types += "<0>!C"[static_cast<std::size_t>(markup.type)];
    }
    return types;
  };
  const std::string text = "<a x='><?p?><b/><![CDATA[<y>]]><!-- c --></a>";
  EXPECT_EQ(tags(MarkupScanner::OfAnyText(text)), "<0C!>");
  EXPECT_EQ(tags(MarkupScanner(text)), "<");
  for (const char* cut : {"", "<", "<!", "<a", "<![CDATA[", "<!--", "<?", "</"}) {
    EXPECT_LE(tags(MarkupScanner::OfAnyText(cut)).size(), 1u) << cut;
  }
}

TEST(Markup, Attributes) {
  const std::string text = "<a x = '1>' \n p:y=\"\"/><b z='";
  const auto slice = [&](Range range) { return text.substr(range.begin, range.end - range.begin); };
  const std::vector<MarkupAttribute> found = AttributesOf(text, 0);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(slice(found[0].name) + "|" + slice(found[0].value), "x|1>");
  EXPECT_EQ(slice(found[1].name) + "|" + slice(found[1].value), "p:y|");
  EXPECT_TRUE(AttributesOf(text, static_cast<std::uint32_t>(text.find("<b"))).empty());
}

}  // namespace
}  // namespace hpdl
