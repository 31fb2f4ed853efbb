#include "compiler/pipeline/global_section.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "runtime/ground/base/base64.h"

namespace hpdl::pipeline {
namespace {

/// Returns the value of the property with these bytes as its fields.
std::string Packed(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string compressed(size, '\0');
  compress(reinterpret_cast<Bytef*>(compressed.data()), &size,
           reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  compressed.resize(size);
  return Base64(compressed);
}

std::string FieldOf(const std::string& text) {
  std::string bytes;
  bytes += static_cast<char>(text.size() >> 8);
  bytes += static_cast<char>(text.size());
  return bytes + text;
}

std::string CountOf(std::uint32_t number) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    bytes += static_cast<char>(number >> shift);
  }
  return bytes;
}

TEST(GlobalSection, ReadsWhatOozieWrites) {
  const rt::Result<GlobalSection> section = ReadGlobalSection(
      "eJxjYKqpYeDMSEkrttLXz8tjYGBgYmBN1KvIzWFgTQJThTbJ+XlpmemlRYklmfl5drxcCgo2BUX5BalFJZVgHpCfl5"
      "ibaleSn5dqow9mQoXLEnNKU+1Uqsvzi1JqbfQhXLAB+kgm2Oij2gAASJgs3g==");
  ASSERT_TRUE(section) << section.error().message;
  EXPECT_EQ(section->resource_manager, std::nullopt);
  EXPECT_EQ(section->name_node, "hdfs://nn");
  EXPECT_EQ(section->job_xml, (std::vector<std::string>{"a.xml", "b.xml"}));
  ASSERT_EQ(section->properties.size(), 1U);
  EXPECT_EQ(section->properties.at("tone"), "${word}");
}

TEST(GlobalSection, KeepsAllTexts) {
  GlobalSection section;
  section.resource_manager = std::string("a\0b \u00e9\u4e2d\U0001F600", 13);
  section.job_xml = {"y", "x&y"};
  section.properties = {{"a", "<&> ${x}"}, {"b", "\U0001F600\U0001F601"}};
  const rt::Result<std::string> value = WriteGlobalSection(section);
  ASSERT_TRUE(value);
  const rt::Result<GlobalSection> read = ReadGlobalSection(*value);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->resource_manager, section.resource_manager);
  EXPECT_EQ(read->name_node, std::nullopt);
  EXPECT_EQ(read->job_xml, section.job_xml);
  EXPECT_EQ(read->properties, section.properties);
  EXPECT_EQ(*WriteGlobalSection(*read), *value);
}

TEST(GlobalSection, ReadsTheUtf8OfJava) {
  const auto name_node = [](const std::string& bytes) {
    const rt::Result<GlobalSection> section =
        ReadGlobalSection(Packed(FieldOf("||") + FieldOf(bytes) + CountOf(0) + FieldOf("||")));
    return section ? section->name_node.value_or("null") : section.error().message;
  };
  EXPECT_EQ(name_node("\xED\xA0\xBD\xED\xB8\x80"), "\U0001F600");
  EXPECT_EQ(name_node("\xC0\x80"), std::string(1, '\0'));
  EXPECT_EQ(name_node("\xED\xA0\xBD"), "\uFFFD") << "a surrogate without its pair";
  EXPECT_EQ(name_node("a\xFF"), "a\uFFFD");
  EXPECT_EQ(name_node("||"), "null");
}

TEST(GlobalSection, AWrongValueIsRefused) {
  const std::string head = FieldOf("||") + FieldOf("||");
  EXPECT_TRUE(ReadGlobalSection(Packed(head + CountOf(0xFFFFFFFB) + FieldOf("||"))))
      << "Java reads no file if the count is negative";
  const std::string wrong[] = {
      "",
      "no base64!",
      Base64("not compressed"),
      Packed(""),
      Packed(head),
      Packed(head + CountOf(0)),
      Packed(head + CountOf(0x7FFFFFFF) + FieldOf("a.xml")),
      Packed(head + CountOf(0) + "\xFF\xFF short"),
      Packed(head + CountOf(0) + FieldOf("<nope")),
      Packed(std::string(std::size_t{17} << 20, '\0')),
  };
  for (const std::string& value : wrong) {
    const rt::Result<GlobalSection> section = ReadGlobalSection(value);
    ASSERT_FALSE(section) << value.substr(0, 100);
    EXPECT_EQ(section.error().message,
              "the property oozie.wf.globalconf is not the <global> of a workflow");
  }
}

TEST(GlobalSection, AFieldHasAtMost65535Bytes) {
  GlobalSection section;
  section.name_node = std::string(65535, 'x');
  EXPECT_TRUE(WriteGlobalSection(section));
  *section.name_node += 'x';
  EXPECT_FALSE(WriteGlobalSection(section));
  section.name_node.reset();
  section.job_xml = {std::string(65536, 'x')};
  EXPECT_FALSE(WriteGlobalSection(section));
}

TEST(GlobalSection, NamesEachFileOnce) {
  GlobalSection section;
  section.job_xml = {"a.xml", "", "b.xml", "a.xml"};
  const rt::Result<GlobalSection> read = ReadGlobalSection(*WriteGlobalSection(section));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->job_xml, (std::vector<std::string>{"b.xml", "a.xml"}));
}

TEST(GlobalSection, HasAtMost1000Files) {
  const std::string head = FieldOf("||") + FieldOf("||");
  std::string files;
  GlobalSection section;
  for (int i = 0; i < 1000; ++i) {
    files += FieldOf("a.xml");
    section.job_xml.push_back(std::to_string(i));
  }
  EXPECT_TRUE(ReadGlobalSection(Packed(head + CountOf(1000) + files + FieldOf("||"))));
  EXPECT_TRUE(WriteGlobalSection(section));
  files += FieldOf("a.xml");
  section.job_xml.push_back("more");
  EXPECT_FALSE(ReadGlobalSection(Packed(head + CountOf(1001) + files + FieldOf("||"))));
  EXPECT_FALSE(WriteGlobalSection(section));
}

}  // namespace
}  // namespace hpdl::pipeline
