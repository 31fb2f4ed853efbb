#include "compiler/frontend/xml/silence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Marks with '#' each character of `text` at which an UnreachableNode would be silenced.
std::string Covered(const std::string& text) {
  const SourceBuffer source("t.xml", text);
  Diagnostics diagnostics;
  ReadSilences(source, diagnostics);
  std::string marks;
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    const std::size_t before = diagnostics.warning_count();
    diagnostics.Emit(DiagnosticKind::kUnreachableNode, &source, {i, i + 1}, "x");
    marks += diagnostics.warning_count() == before ? '#' : '.';
  }
  return marks;
}

/// Returns the diagnostics about comments that silence diagnostics.
std::vector<std::string> Said(const std::string& text) {
  const SourceBuffer source("t.xml", text);
  Diagnostics diagnostics;
  ReadSilences(source, diagnostics);
  std::vector<std::string> said;
  for (const Diagnostic& d : diagnostics.Sorted()) {
    said.push_back(std::string(InfoOf(d.kind).name) + " '" + std::string(source.Slice(d.range)) +
                   "' " + d.text.str());
  }
  return said;
}

constexpr char kComment[] = "<!-- hpdlc: no-UnreachableNode -->";
const std::string kNone(sizeof kComment - 1, '.');

TEST(Silence, SpeaksForTheNextElementWithAllInIt) {
  EXPECT_EQ(
      Covered(std::string("<r><x/>") + kComment + " <a b='>'><c/>t</a><d/></r>"),
      "......." + kNone + "." + std::string(sizeof "<a b='>'><c/>t</a>" - 1, '#') + "........");
}

TEST(Silence, OtherCommentsMayStandBetween) {
  EXPECT_EQ(Covered(std::string("<r>") + kComment + "<!-- why --><a/><b/></r>"),
            "..." + kNone + std::string(12, '.') + "####" + "........");
}

TEST(Silence, BeforeTheRootItIsTheWholeFile) {
  const std::string text = std::string("<?xml version='1.0'?>") + kComment + "<r><a/></r>\n";
  EXPECT_EQ(Covered(text), std::string(text.size(), '#'));
}

TEST(Silence, WithNoElementBehindItSpeaksForTheOneAround) {
  EXPECT_EQ(Covered(std::string("<r><a>") + kComment + "text</a><b/></r>"),
            "..." + std::string(kNone.size() + 3 + 4 + 4, '#') + "........");
}

TEST(Silence, SeveralKindsAndAReason) {
  EXPECT_THAT(
      Said("<!-- hpdlc: no-SlaIgnored, no-UnreachableNode - no-Nonsense is not read --><r/>"),
      ElementsAre());
  EXPECT_THAT(Said("<!--hpdlc:no-SlaIgnored--><r/>"), ElementsAre());
  EXPECT_THAT(Said("<!-- for hpdlc: no-Nonsense --><r/>"), ElementsAre());
  EXPECT_THAT(Said("<r><![CDATA[<!-- hpdlc: no-Nonsense -->]]></r>"), ElementsAre());
}

TEST(Silence, WhatCannotBeSilencedIsSaid) {
  EXPECT_THAT(Said("<!-- hpdlc: no-UnreachableNodes --><r/>"),
              ElementsAre("UnknownSilence 'UnreachableNodes' no diagnostic has the kind "
                          "'UnreachableNodes'; did you mean 'UnreachableNode'?"));
  EXPECT_THAT(Said("<!-- hpdlc: no-Cycle --><r/>"),
              ElementsAre("UnknownSilence 'Cycle' Cycle is an error and cannot be silenced"));
  EXPECT_THAT(Said("<!-- hpdlc: please be quiet --><r/>"),
              ElementsAre(HasSubstr("UnknownSilence 'please' ")));
  EXPECT_THAT(Said("<!-- hpdlc: --><r/>"), ElementsAre(HasSubstr("write no-KIND")));
  EXPECT_THAT(Said("<!-- hpdlc: - reason --><r/>"), ElementsAre(HasSubstr("write no-KIND")));
  EXPECT_THAT(Said("<r/><!-- hpdlc: no-SlaIgnored -->"),
              ElementsAre(HasSubstr("UselessSilence 'SlaIgnored' ")));
}

TEST(Silence, AnUnknownKindHasACorrection) {
  const SourceBuffer source("t.xml", "<!-- hpdlc: no-slaignored --><r/>");
  Diagnostics diagnostics;
  ReadSilences(source, diagnostics);
  ASSERT_EQ(diagnostics.Sorted().size(), 1u);
  ASSERT_TRUE(diagnostics.Sorted()[0].fix.has_value());
  EXPECT_EQ(diagnostics.Sorted()[0].fix->edits[0].text, "SlaIgnored");
  EXPECT_TRUE(diagnostics.Sorted()[0].fix->safe);
}

TEST(Silence, TextThatIsNoXmlIsNoHarm) {
  for (const char* text :
       {"<!-- hpdlc: no-SlaIgnored", "<!--hpdlc:", "<a hpdlc: \"", "</a></b>hpdlc:<",
        "<!-- hpdlc: no-->", "<a><!-- hpdlc: no-SlaIgnored --></a></a></a>"}) {
    EXPECT_NO_FATAL_FAILURE(Said(text)) << text;
  }
}

}  // namespace
}  // namespace hpdl::frontend
