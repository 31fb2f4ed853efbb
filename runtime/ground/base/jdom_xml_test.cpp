#include "runtime/ground/base/jdom_xml.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(JdomXml, LevelsLinesAndEmptyElements) {
  JdomXml xml;
  xml.Begin("a").Attribute("x", "1").Begin("b").Leaf("c", " t ").Leaf("d", "").End();
  xml.Begin("e").Attribute("y", "").End().End();
  EXPECT_EQ(
      xml.Take(),
      "<a x=\"1\">\r\n  <b>\r\n    <c>t</c>\r\n    <d />\r\n  </b>\r\n  <e y=\"\" />\r\n</a>");
}

TEST(JdomXml, WhatStandsForCharacters) {
  JdomXml xml;
  xml.Begin("a").Attribute("x", "<&>\"'\r\n\t\xc3\xa9").Text("<&>\"'\r\n\t\xc3\xa9\xff").End();
  EXPECT_EQ(xml.Take(),
            "<a x=\"&lt;&amp;&gt;&quot;'&#xD;&#xA;&#x9;\xc3\xa9\">&lt;&amp;&gt;\"'&#xD;\r\n"
            "\t\xc3\xa9\xef\xbf\xbd</a>");
}

TEST(JdomXml, OneElementAlone) {
  JdomXml xml;
  EXPECT_EQ(xml.Begin("a").End().Take(), "<a />");
}

}  // namespace
}  // namespace hpdl::rt
