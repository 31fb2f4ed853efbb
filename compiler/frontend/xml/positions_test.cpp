#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/frontend/xml/decode.h"
#include "compiler/frontend/xml/read_for_test.h"

namespace hpdl::frontend {
namespace {

using testing::ElementsAre;

/// Decodes the parts of `source` in the ranges `pieces` as one text.
ast::Text Decode(std::string_view source, const std::vector<Range>& pieces, bool trim) {
  TextDecoder decoder(source);
  for (const Range piece : pieces) {
    decoder.AddCharacters(piece);
  }
  return decoder.Finish(trim, 0);
}

TEST(Decode, ReferencesMoveOffsets) {
  const std::string_view raw = "  a&lt;b&#x20AC;c&amp; ";
  const ast::Text text = Decode(raw, {{0, static_cast<std::uint32_t>(raw.size())}}, true);
  EXPECT_EQ(text.value,
            "a<b\xE2\x82\xAC"
            "c&");
  EXPECT_EQ(text.range, (Range{2, 22}));
  EXPECT_EQ(text.RawOffset(0), 2u);
  EXPECT_EQ(text.RawOffset(1), 3u);   // &lt;
  EXPECT_EQ(text.RawOffset(2), 7u);   // b
  EXPECT_EQ(text.RawOffset(3), 8u);   // &#x20AC;
  EXPECT_EQ(text.RawOffset(6), 16u);  // c
  EXPECT_EQ(text.RawOffset(7), 17u);  // &amp;
  EXPECT_EQ(text.RawRange(7, 8), (Range{17, 22}));
}

TEST(Decode, LineEndsBecomeOne) {
  const std::string_view raw = "\r\n a\r\nb\rc \r\n";
  const ast::Text text = Decode(raw, {{0, static_cast<std::uint32_t>(raw.size())}}, true);
  EXPECT_EQ(text.value, "a\nb\nc");
  EXPECT_EQ(text.RawOffset(2), 6u);
  EXPECT_EQ(text.RawOffset(4), 8u);
  const ast::Text whole = Decode(raw, {{0, static_cast<std::uint32_t>(raw.size())}}, false);
  EXPECT_EQ(whole.value, "\n a\nb\nc \n");
  EXPECT_EQ(whole.range, (Range{0, 12}));
}

TEST(Decode, NothingButBlanks) {
  const ast::Text text = Decode(" \n ", {{0, 3}}, true);
  EXPECT_EQ(text.value, "");
  EXPECT_TRUE(text.range.empty());
}

/// Returns the errors of a workflow whose action has this body.
std::vector<std::string> ErrorsOf(const std::string& body) {
  return ReadText(InWorkflow("0.5", Action(body))).Errors();
}

TEST(Positions, InsideAnAttributeAfterReferences) {
  EXPECT_THAT(ErrorsOf("<fs><delete path='&lt;&#65;${1 + }'/></fs>"),
              ElementsAre("3:34 ElSyntax '}'"));
  EXPECT_THAT(ErrorsOf("<fs><delete\n path='x\r\n  ${1 &lt; }'/></fs>"),
              ElementsAre("5:12 ElSyntax '}'"));
}

TEST(Positions, InsideTextAfterCommentsAndCdata) {
  EXPECT_THAT(ErrorsOf("<sub-workflow><app-path>\n a&amp;<!-- ${ -->b${1 + }</app-path>"
                       "</sub-workflow>"),
              ElementsAre("4:26 ElSyntax '}'"));
  EXPECT_THAT(
      ErrorsOf("<sub-workflow><app-path><![CDATA[&amp;]]>é${1 + }</app-path></sub-workflow>"),
      ElementsAre("3:49 ElSyntax '}'"));
}

TEST(Positions, TextIsPutTogether) {
  const ReadResult r = ReadText(InWorkflow(
      "0.5", Action("<sub-workflow><app-path> a<!-- - -->b<![CDATA[<&amp;>]]><?p i?>&gt;c\n"
                    "</app-path></sub-workflow>")));
  ASSERT_EQ(r.Errors(), std::vector<std::string>());
  EXPECT_EQ(r.workflow->nodes[1].body.children[0].text->text.value, "ab<&amp;>>c");
}

}  // namespace
}  // namespace hpdl::frontend
