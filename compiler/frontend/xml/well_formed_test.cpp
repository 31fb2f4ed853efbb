#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/frontend/xml/edit_bytes.h"
#include "compiler/frontend/xml/read_for_test.h"

namespace hpdl::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kGood =
    "<workflow-app xmlns=\"uri:oozie:workflow:0.5\" name=\"w\"><start to=\"end\"/>"
    "<end name=\"end\"/></workflow-app>";

std::string Utf16(const std::string& ascii, bool big, bool mark) {
  std::string out = !mark ? "" : big ? "\xFE\xFF" : "\xFF\xFE";
  for (const char c : ascii) {
    out += big ? std::string({'\0', c}) : std::string({c, '\0'});
  }
  return out;
}

TEST(Encoding, Utf16AndMarksAreRefused) {
  const auto message = [](std::string bytes) {
    const ReadResult r = ReadText(std::move(bytes));
    EXPECT_EQ(r.source, nullptr);
    EXPECT_EQ(r.diagnostics.error_count(), 1u);
    return r.Messages().at(0);
  };
  EXPECT_THAT(message("\xEF\xBB\xBF" + kGood), HasSubstr("has a byte order mark"));
  EXPECT_THAT(message(std::string("<\0\0\0", 4)), HasSubstr("UTF-32"));
  for (const bool big : {false, true}) {
    for (const bool mark : {false, true}) {
      EXPECT_THAT(message(Utf16(kGood, big, mark)), HasSubstr("UTF-16"));
    }
  }
}

TEST(Encoding, TheDeclarationDoesNotCount) {
  for (const std::string declared : {"windows-1252", "GBK", "UTF-16", "nonsense"}) {
    const std::string text = "<?xml version='1.0' encoding='" + declared + "'?>" + kGood;
    EXPECT_THAT(ReadText(text).Errors(), IsEmpty());
    EXPECT_EQ(ReadText(text).source->text(), text);
  }
  Diagnostics diagnostics;
  const auto source =
      MakeSource("t", "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00E9</a>", diagnostics);
  EXPECT_THAT(std::string(source->text()), HasSubstr("<a>\u00E9</a>"));
}

TEST(Encoding, BytesThatAreNotUtf8AreReplaced) {
  Diagnostics diagnostics;
  const auto source = MakeSource("t", "<a>\n<b>n\xD6\xD0</b>\xE9</a>", diagnostics);
  EXPECT_EQ(source->text(), "<a>\n<b>n\uFFFD\uFFFD</b>\uFFFD</a>");
  ASSERT_EQ(diagnostics.Sorted().size(), 1u);
  const Diagnostic warning = diagnostics.Sorted()[0];
  EXPECT_EQ(warning.kind, DiagnosticKind::kReplacedBytes);
  EXPECT_EQ(warning.range.begin, 8u);
  EXPECT_THAT(warning.text.str(), HasSubstr("0xd6"));
}

TEST(EditBytes, BytesThatAreNotUtf8Stay) {
  const std::string bytes = "<a>\xE9\r\n\uFFFD\xF0\x9F\x98<b>\u00E9</b>\xE9</a>";
  Diagnostics diagnostics;
  const auto source = MakeSource("t", bytes, diagnostics);
  std::vector<Fix::Edit> edits;
  for (const std::string_view name : {"<b>", "</b>"}) {
    const auto at = static_cast<std::uint32_t>(source->text().find(name));
    edits.push_back({{at, at + static_cast<std::uint32_t>(name.size())}, "\n"});
  }
  EXPECT_EQ(EditBytes(bytes, source->text(), edits),
            "<a>\xE9\r\n\uFFFD\xF0\x9F\x98\r\n\u00E9\r\n\xE9</a>");
}

struct BadXml {
  std::string text;
  std::vector<std::string> errors;
};

TEST(WellFormed, EachErrorHasItsPlace) {
  const BadXml kCases[] = {
      {"", {"1:1 XmlSyntax ''"}},
      {"  \n", {"2:1 XmlSyntax ''"}},
      {"hello", {"1:1 XmlSyntax 'hello'"}},
      {"# of 2024 \n<?xml version='1.0'?>\n<a/>", {"1:1 XmlSyntax '# of 2024'"}},
      {"\n  <?xml version='1.0'?><a/>", {"2:3 XmlSyntax '<?xml'"}},
      {"<!-- x --><?xml version='1.0'?><a/>", {"1:11 XmlSyntax '<?xml'"}},
      {"<a><b></a>", {"1:9 XmlSyntax 'a'"}},
      {"<a><b>", {"1:7 XmlSyntax ''"}},
      {"<a><!-- x", {"1:4 XmlSyntax '<'"}},
      {"<a>x<![CDATA[ y", {"1:5 XmlSyntax '<![CDATA['"}},
      {"<a>x<![CDATA[ y</a>", {"1:5 XmlSyntax '<![CDATA['"}},
      {"<a>x<![CDATA[ y <![CDATA[ z", {"1:5 XmlSyntax '<![CDATA['"}},
      {"<a><![CDATA[ y ]]>\n<![CDATA[ <b> <![CDATA[ z</a>", {"2:1 XmlSyntax '<![CDATA['"}},
      {"<a b='x", {"1:1 XmlSyntax '<'"}},
      {"<a></a><b/>", {"1:8 XmlSyntax '<'"}},
      {"<a x='1' x='2'/>", {"1:10 XmlSyntax 'x'"}},
      {"<a b=\"<\"/>", {"1:7 XmlSyntax '<'"}},
      {"<a>b & c</a>", {"1:6 XmlSyntax '&'"}},
      {"<a>\x01</a>", {"1:4 XmlSyntax '\x01'"}},
      {"<a>&foo;</a>", {"1:4 XmlDoctype '&foo;'"}},
      {"<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", {"1:1 XmlDoctype '<!DOCTYPE'"}},
      {"<!-- -->\n<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", {"2:1 XmlDoctype '<!DOCTYPE'"}},
      {"<p:a/>", {"1:2 XmlSyntax 'p'"}},
      {"<a xmlns:p='u'>\n<p:b q:c=''/><:d/></a>", {"2:6 XmlSyntax 'q'", "2:15 XmlSyntax ':d'"}},
      {"<a xmlns:q='u' xmlns:r='u' q:x='' r:x=''/>", {"1:35 XmlSyntax 'r:x'"}},
      {"<a><b xmlns:p='u'/><p:c/></a>", {"1:21 XmlSyntax 'p'"}},
      {"<a xmlns:p=''/>", {"1:4 XmlSyntax 'xmlns:p'"}},
  };
  for (const BadXml& c : kCases) {
    const ReadResult r = ReadText(c.text);
    EXPECT_EQ(r.Errors(), c.errors) << c.text;
    EXPECT_EQ(r.workflow, nullptr);
  }
}

TEST(WellFormed, AQuoteThatIsNotClosedIsNamed) {
  const auto first = [](const std::string& text) {
    const ReadResult r = ReadText(text);
    const auto found = r.diagnostics.Sorted();
    EXPECT_EQ(found.size(), 1u);
    return r.Errors()[0] + " " + found[0].text.str() +
           (found[0].fix && found[0].fix->safe ? " (safe)" : "");
  };
  const std::string to = " the value of attribute 'to' begins here and has no closing quote";
  EXPECT_EQ(first("<a>\n<ok to=\"end/>\n<error to=\"fail\"/>\n</a>"), "2:8 XmlSyntax '\"end'" + to);
  EXPECT_EQ(first("<a>\n<ok x='1' to = 'end>\n<!-- it's -->\n</ok></a>"),
            "2:16 XmlSyntax ''end'" + to);
  EXPECT_EQ(first("<a><ok to=\"end/></a>"), "1:11 XmlSyntax '\"end'" + to);
  EXPECT_EQ(first("<a>\n<ok to=\"end\n<error to=\"x\"/></a>"), "2:8 XmlSyntax '\"end'" + to);
  // In these texts the quote is closed, and '<' is the mistake.
  const std::string less = " '<' cannot stand here; write &lt; (safe)";
  EXPECT_EQ(first("<a>\n<ok to=\"a < b\"/></a>"), "2:11 XmlSyntax '<'" + less);
  EXPECT_EQ(first("<a>\n<ok to=\"a &gt;\n b < c\" x=\"1\"/></a>"), "3:4 XmlSyntax '<'" + less);
}

TEST(WellFormed, MessagesQuoteWholeCharacters) {
  EXPECT_THAT(ReadText("<a \xE2\x82\xAC=''/>").Messages(),
              ElementsAre(HasSubstr("'\xE2\x82\xAC'")));
}

// In earlier versions, each of these inputs took minutes, because the time was quadratic.
TEST(WellFormed, TwoHundredThousandPrefixesAreLinear) {
  std::string attributes;
  std::string declarations;
  std::string nodes;
  for (int i = 0; i < 200'000; ++i) {
    const std::string n = std::to_string(i);
    attributes += " p:a" + n + "=''";
    declarations += " xmlns:p" + n + "='u" + n + "'";
    nodes += "<p" + n + ":b/>";
  }
  EXPECT_THAT(ReadText("<a xmlns:p='u'" + attributes + "/>").Errors(),
              ElementsAre("1:2 UnknownLanguage 'a'"));
  EXPECT_THAT(ReadText("<a" + declarations + ">" + nodes + "</a>").Errors(),
              ElementsAre("1:2 UnknownLanguage 'a'"));
}

TEST(WellFormed, MismatchPointsAtTheOpenElement) {
  const ReadResult r = ReadText("<a>\n<b></c></a>");
  const auto found = r.diagnostics.Sorted();
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].notes.size(), 1u);
  EXPECT_EQ(r.source->Slice(found[0].notes[0].range), "b");
}

TEST(WellFormed, Limits) {
  std::string deep;
  for (int i = 0; i < 10000; ++i) {
    deep += "<a>";
  }
  EXPECT_THAT(ReadText(deep).Errors(), ElementsAre(HasSubstr("XmlTooLarge")));
  ReadLimits small;
  small.bytes = 100;
  EXPECT_THAT(ReadText(kGood, small).Messages(), ElementsAre(HasSubstr("the limit is 100")));
}

TEST(WellFormed, NestingOfExactlyTheLimit) {
  ReadLimits three;
  three.depth = 3;
  EXPECT_THAT(ReadText("<a><b><c/></b></a>", three).Errors(),
              ElementsAre("1:2 UnknownLanguage 'a'"));
  EXPECT_THAT(ReadText("<a><b><c><d/></c></b></a>", three).Errors(),
              ElementsAre("1:11 XmlTooLarge 'd'"));
}

}  // namespace
}  // namespace hpdl::frontend
