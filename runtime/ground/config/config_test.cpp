#include "runtime/ground/config/config.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "runtime/ground/config/configuration_xml.h"
#include "runtime/ground/config/decode_xml.h"

namespace hpdl::rt {
namespace {

Properties Java(std::string_view text) {
  auto read = ReadJavaProperties(text, "job.properties");
  EXPECT_TRUE(read) << (read ? "" : read.error().message);
  Properties properties;
  if (read) {
    Apply(*read, &properties);
  }
  return properties;
}

std::string JavaError(std::string_view text) {
  const auto read = ReadJavaProperties(text, "job.properties");
  return read ? "no error" : read.error().message;
}

std::string XmlError(std::string_view text) {
  const auto read = ReadHadoopXml(text, "c.xml");
  return read ? "no error" : read.error().message;
}

TEST(JavaProperties, SeparatorsAndComments) {
  const Properties p = Java(
      "# c\n! d\n\n  a=1\nb : 2\r\nc 3\rd\t=\t4 \ne\nf==x\n\\=g=5\n"
      "h\\ i\\:j=6\n");
  EXPECT_EQ(p.at("a"), "1");
  EXPECT_EQ(p.at("b"), "2");
  EXPECT_EQ(p.at("c"), "3");
  EXPECT_EQ(p.at("d"), "4 ");
  EXPECT_EQ(p.at("e"), "");
  EXPECT_EQ(p.at("f"), "=x");
  EXPECT_EQ(p.at("=g"), "5");
  EXPECT_EQ(p.at("h i:j"), "6");
}

TEST(JavaProperties, ContinuedLines) {
  const Properties p = Java("a=x\\\n   y\\\r\n\tz\nb=x\\\\\nc=1\n#d=x\\\ne=2\nf=\\\n#g\nh=\\");
  EXPECT_EQ(p.at("a"), "xyz");
  EXPECT_EQ(p.at("b"), "x\\");
  EXPECT_EQ(p.at("c"), "1");
  EXPECT_EQ(p.at("e"), "2");
  EXPECT_EQ(p.at("f"), "#g");
  EXPECT_EQ(p.at("h"), "");
  EXPECT_EQ(p.size(), 6u);
}

TEST(JavaProperties, Escapes) {
  const Properties p =
      Java("a=\\t\\n\\r\\f\\q\\\\\nb=\\u00e9\\u20AC\nc=\\ud83d\\ude00\nd=\xC3\xA9");
  EXPECT_EQ(p.at("a"), "\t\n\r\fq\\");
  EXPECT_EQ(p.at("b"), "\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(p.at("c"), "\xF0\x9F\x98\x80");
  EXPECT_EQ(p.at("d"), "\xC3\xA9");
}

TEST(JavaProperties, Latin1AndMark) {
  EXPECT_EQ(Java("a=\xE9").at("a"), "\xC3\xA9");
  EXPECT_EQ(Java("\xEF\xBB\xBF"
                 "a=1")
                .at("a"),
            "1");
}

TEST(JavaProperties, BrokenEscapesNameTheLine) {
  EXPECT_EQ(
      JavaError("a=1\nb=\\u12"),
      "job.properties:2: '\\u12' is not an escape sequence; \\u needs four hexadecimal digits");
  EXPECT_EQ(
      JavaError("a=\\\n 1\n\\uzzzz=2"),
      "job.properties:3: '\\uzzzz' is not an escape sequence; \\u needs four hexadecimal digits");
  EXPECT_EQ(JavaError("a=\\ud83d"),
            "job.properties:1: '\\ud83d' is half of a surrogate pair without the other half");
  EXPECT_EQ(JavaError("a=\\ude00\\ud83d"),
            "job.properties:1: '\\ude00' is half of a surrogate pair without the other half");
  EXPECT_EQ(JavaError("\n = x"), "job.properties:2: a property has no name");
}

TEST(HadoopXml, Properties) {
  const auto read = ReadHadoopXml(
      "<?xml version='1.0'?>\n<configuration>\n <!-- c --><property><name> a </name>"
      "<value>x &lt; <![CDATA[<y>]]>\n</value><final>true</final><description>d</description>"
      "</property>\n<property><name>none</name></property>"
      "<property name='b' value='2'/></configuration>",
      "c.xml");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].name, "a");
  EXPECT_EQ((*read)[0].value, "x < <y>");
  EXPECT_TRUE((*read)[0].final);
  EXPECT_EQ((*read)[0].line, 3u);
  EXPECT_EQ((*read)[1].value, "2");
}

TEST(HadoopXml, ValuesOfBlanks) {
  const auto read = ScanHadoopXml(
      "<configuration><property><name>a</name><value> \n</value></property><property><name>b</name>"
      "<value></value></property><property><name>c</name><value> x </value></property>"
      "</configuration>");
  ASSERT_EQ(read.properties.size(), 3u);
  EXPECT_TRUE(read.properties[0].blank && read.properties[0].value.empty());
  EXPECT_FALSE(read.properties[1].blank);
  EXPECT_FALSE(read.properties[2].blank);
}

TEST(HadoopXml, PlacesOfNamesAndValues) {
  const std::string_view text =
      "<configuration><property><name> a </name><value>\n x &lt; "
      "<![CDATA[<y>]]>\n</value></property>"
      "<property  value = '2 ' name=\"b\"/><property><name>c</name><value></value></property>"
      "<property><value/><name><!-- n -->d</name></property></configuration>";
  const ConfigReading read = ScanHadoopXml(text);
  ASSERT_FALSE(read.problem);
  std::string places;
  for (const ConfigProperty& property : read.properties) {
    for (const ConfigRange range : {property.name_range, property.value_range}) {
      ASSERT_LE(range.end, text.size());
      places.append("[").append(text.substr(range.begin, range.end - range.begin)).append("]");
    }
  }
  EXPECT_EQ(places, "[a][x &lt; <![CDATA[<y>]]>][b][2][c][][d][]");
}

TEST(Config, AProblemHasItsLineApart) {
  const ConfigReading xml = ScanConfig("<configuration>\n<prop/></configuration>");
  ASSERT_TRUE(xml.problem);
  EXPECT_EQ(xml.problem->line, 2u);
  EXPECT_EQ(xml.problem->text, "`<prop>` in `<configuration>`, where only `<property>` is allowed");
  EXPECT_TRUE(xml.properties.empty());
  const ConfigReading java = ScanConfig("a=1\n = x");
  ASSERT_TRUE(java.problem);
  EXPECT_EQ(java.problem->line, 2u);
  EXPECT_EQ(java.problem->text, "a property has no name");
  EXPECT_FALSE(ScanConfig("a=1").problem);
}

TEST(HadoopXml, Errors) {
  EXPECT_EQ(XmlError("<a/>"), "c.xml:1: the root element is `<a>`; it must be `<configuration>`");
  EXPECT_EQ(XmlError("<configuration>\n<prop/></configuration>"),
            "c.xml:2: `<prop>` in `<configuration>`, where only `<property>` is allowed");
  EXPECT_EQ(XmlError("<configuration><property><value>1</value></property></configuration>"),
            "c.xml:1: a property has no name");
  EXPECT_EQ(XmlError("<configuration>\n\n<property></configuration>"),
            "c.xml:3: not well-formed XML: mismatched tag");
  EXPECT_EQ(XmlError("<!DOCTYPE c [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><configuration/>"),
            "c.xml:1: a document type declaration is not allowed: no entity is expanded and no "
            "file is fetched");
  EXPECT_EQ(XmlError("<configuration><property><name>a</name><value>&e;</value></property>"
                     "</configuration>"),
            "c.xml:1: not well-formed XML: undefined entity");
  EXPECT_EQ(XmlError("<configuration>junk</configuration>"),
            "c.xml:1: text 'junk' is outside of `<name>` and `<value>`");
  EXPECT_EQ(XmlError("<configuration><property><name><b/></name></property></configuration>"),
            "c.xml:1: `<b>` stands inside a field of a property, where only text is allowed");
  EXPECT_EQ(XmlError("<configuration xmlns:xi='u'><xi:include href='x'/></configuration>"),
            "c.xml:1: includes are not followed; put the properties into this file");
  EXPECT_NE(XmlError(""), "no error");
}

TEST(HadoopXml, PrefixesDoNotCount) {
  const ConfigReading read = ScanHadoopXml(
      "<c:configuration xmlns:c='any'><c:property xmlns:d='e' name=' a '><c:value>1</c:value>"
      "</c:property><property xmlns='other'><name>b</name><value>2</value></property>"
      "</c:configuration>");
  ASSERT_FALSE(read.problem) << read.problem->text;
  ASSERT_EQ(read.properties.size(), 2u);
  EXPECT_EQ(read.properties[0].name, "a");
  EXPECT_EQ(read.properties[0].name_range.begin, 62u);
  EXPECT_EQ(read.properties[1].value, "2");
  EXPECT_EQ(XmlError("<c:configuration/>"), "c.xml:1: not well-formed XML: unbound prefix");
}

TEST(HadoopXml, EncodingsAreThoseThatTheFileDeclares) {
  const auto value = [](std::string declared, std::string bytes) {
    const auto read = ReadHadoopXml("<?xml version='1.0' encoding='" + declared +
                                        "'?>\n<configuration><property name='a' value='" + bytes +
                                        "'/></configuration>",
                                    "c.xml");
    return read ? (*read)[0].value : read.error().message;
  };
  EXPECT_EQ(value("windows-1252", "5 \x80"), "5 \u20AC");
  EXPECT_EQ(value("ISO-8859-1", "\xE9"), "\u00E9");
  EXPECT_EQ(value("ISO-8859-15", "\xA4"), "\u20AC");
  EXPECT_EQ(value("KOI8-R", "\xC1"), "\u0430");
  EXPECT_EQ(value("UTF-8", "\u20AC"), "\u20AC");
  EXPECT_EQ(value("UTF-8", "\xE9"), "c.xml:2: the byte 0xe9 is not UTF-8");
  EXPECT_EQ(value("GBK", "x"),
            "c.xml:1: the encoding 'gbk' cannot be read; save the file as UTF-8");
  // The caller has decoded the text.
  const ConfigReading text = ScanHadoopXmlText(
      "<?xml version='1.0' encoding='windows-1252'?><configuration><property name='a' "
      "value='\u20AC'/></configuration>");
  EXPECT_EQ(text.properties.at(0).value, "\u20AC");
}

TEST(HadoopXml, Utf16) {
  const std::string plain = "<configuration><property name='a' value='\n'/></configuration>";
  for (const bool big_endian : {false, true}) {
    for (const bool mark : {false, true}) {
      std::string bytes = !mark ? "" : big_endian ? "\xFE\xFF" : "\xFF\xFE";
      for (const char c : plain) {
        bytes += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
      }
      EXPECT_FALSE(ScanHadoopXml(bytes).problem);
      EXPECT_EQ(ScanHadoopXml(bytes).properties.size(), 1u);
      const auto cut = ScanHadoopXml(bytes + "<").problem;
      ASSERT_TRUE(cut);
      EXPECT_EQ(cut->line, 2u);
      EXPECT_EQ(cut->text, "the UTF-16 character is not complete");
    }
  }
  const std::string pair("\xFF\xFE<\0\x3D\xD8\x00\xDE", 8);
  EXPECT_EQ(DecodeXml(pair).text, "<\U0001F600");
  EXPECT_EQ(DecodeXml(pair.substr(0, 6)).problem, "the UTF-16 character is not complete");
}

TEST(Config, ChoosesTheSyntax) {
  EXPECT_TRUE(ParseConfig("\n <configuration/>", "f"));
  EXPECT_EQ((*ParseConfig("a=<x>", "f"))[0].value, "<x>");
  const auto missing = ReadConfigFile("/nonexistent/job.properties");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "/nonexistent/job.properties: No such file or directory");
}

TEST(Config, FinalPropertiesStay) {
  Properties p;
  std::set<std::string, std::less<>> finals;
  Apply({{"a", "1", true, 1}, {"b", "1", false, 2}}, &p, &finals);
  Apply({{"a", "2", false, 1}, {"b", "2", false, 2}}, &p, &finals);
  EXPECT_EQ(p.at("a"), "1");
  EXPECT_EQ(p.at("b"), "2");
}

TEST(Expand, ReplacesKnownNames) {
  const Properties p{{"nn", "hdfs://${host}:8020"}, {"host", "h"}, {"k", "ho"}, {"e", ""}};
  EXPECT_EQ(*ExpandValue("${nn}/x/${host}${e}", p), "hdfs://h:8020/x/h");
  EXPECT_EQ(*ExpandValue("${unknown}/${host}", p), "${unknown}/h");
  EXPECT_EQ(*ExpandValue("${${k}st}", p), "h");
  EXPECT_EQ(*ExpandValue("$ {} ${} ${ host} ${host ${wf:id()} $${host}", p),
            "$ {} ${} ${ host} ${host ${wf:id()} $h");
}

TEST(Expand, CircleNamesItsProperties) {
  const Properties p{{"a", "${b}"}, {"b", "x${c}"}, {"c", "${b}"}, {"self", "${self}"}};
  const auto result = ExpandValue("${a}", p);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "properties refer to each other in a circle: b -> c -> b");
  EXPECT_EQ(ExpandProperty("self", p).error().message,
            "properties refer to each other in a circle: self -> self");
}

TEST(Expand, DepthAndSizeAreBounded) {
  Properties deep, wide;
  for (int i = 0; i < 30; ++i) {
    deep["p" + std::to_string(i)] = "${p" + std::to_string(i + 1) + "}";
    const std::string next = "${p" + std::to_string(i + 1) + "}";
    wide["p" + std::to_string(i)] = i == 15 ? std::string(10000, 'x') : next + next + next + next;
  }
  EXPECT_EQ(ExpandProperty("p0", deep).error().message,
            "property 'p0' refers to other properties more than 20 levels deep");
  EXPECT_EQ(*ExpandProperty("p10", deep), "${p30}");
  EXPECT_EQ(ExpandProperty("p0", wide).error().message,
            "the value of property 'p0' expands to more than 16 MiB");
  std::string nested;
  for (int i = 0; i < 100000; ++i) {
    nested += "${";
  }
  EXPECT_EQ(*ExpandValue(nested, deep), nested);
}

// Each property refers to the next property ten times, and the last property is empty. Without a
// limit, the expansion takes 10^18 steps and writes no byte.
TEST(Expand, ReferencesToNothingAreBounded) {
  Properties p;
  for (int i = 0; i < 17; ++i) {
    for (int copy = 0; copy < 10; ++copy) {
      p["p" + std::to_string(i)] += "${p" + std::to_string(i + 1) + "}";
    }
  }
  p["p17"] = "";
  const char* const kTooMuch =
      "property 'p0' expands too far: the references of all properties insert more than 64 MiB, "
      "or there are more than a million references";
  EXPECT_EQ(ExpandProperty("p0", p).error().message, kTooMuch);
  EXPECT_EQ(ExpandAll(&p).error().message, kTooMuch);
  EXPECT_EQ(*ExpandProperty("p14", p), "");
}

TEST(Expand, TheSumOfAllValuesIsBounded) {
  Properties p{{"big", std::string(1 << 20, 'x')}};
  for (int i = 0; i < 2000; ++i) {
    p["q" + std::to_string(i)] = "${big}";
  }
  EXPECT_NE(ExpandAll(&p).error().message.find("insert more than 64 MiB"), std::string::npos);
}

TEST(Expand, ValuesHaveACommonLimit) {
  const Properties p = {{"b", "0123456789"}};
  const Properties values = {{"x", "${b}${b}"}, {"y", "-${b}"}};
  std::size_t most = 1000;
  const Result<Properties> expanded = ExpandValues(values, p, &most);
  ASSERT_TRUE(expanded) << expanded.error().message;
  EXPECT_EQ(*expanded, (Properties{{"x", "01234567890123456789"}, {"y", "-0123456789"}}));
  EXPECT_EQ(most, 1000U - 3 * 74);
  most = 3 * 74 - 1;
  EXPECT_FALSE(ExpandValues(values, p, &most));
  EXPECT_EQ(most, 73U);
}

TEST(ConfigurationXml, CanBeSubmittedAgainAlsoIfMasked) {
  const Properties p{
      {"db.password", "x"}, {"oozie.wf.globalconf", "section"}, {"hpdl.sla.change", "terms"}};
  EXPECT_NE(ConfigurationXml(p, false).find("section"), std::string::npos);
  EXPECT_EQ(ConfigurationXml(p, false).find("hpdl.sla.change"), std::string::npos);
  const std::string masked = ConfigurationXml(p, true);
  EXPECT_NE(masked.find("<value>***</value>"), std::string::npos);
  EXPECT_EQ(masked.find("oozie.wf.globalconf"), std::string::npos) << "no asterisks in its place";
}

TEST(Expand, AllGivesEachValue) {
  Properties p{{"a", "${b}"}, {"b", "1"}, {"c", "${a}${unknown}"}};
  ASSERT_TRUE(ExpandAll(&p).ok());
  EXPECT_EQ(p, (Properties{{"a", "1"}, {"b", "1"}, {"c", "1${unknown}"}}));
}

}  // namespace
}  // namespace hpdl::rt
