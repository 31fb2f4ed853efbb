#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/frontend/xml/datasets.h"
#include "compiler/frontend/xml/read_for_test.h"

namespace hpdl::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kAction[] = "<action><workflow><app-path>p</app-path></workflow></action>";

/// Returns a coordinator of this version with `body` before its action.
std::string OfCoordinator(const std::string& version, const std::string& body,
                          const std::string& action = kAction) {
  return "<coordinator-app xmlns='uri:oozie:coordinator:" + version +
         "' name='c' frequency='60' start='s' end='e' timezone='UTC'>" + body + action +
         "</coordinator-app>";
}

std::vector<std::string> ErrorsIn(const std::string& text) {
  return ReadText(text).Errors();
}

std::vector<std::string> MessagesOf(const std::string& text) {
  return ReadText(text).Messages();
}

std::string InputEvents(const std::string& events) {
  return "<input-events>" + events + "</input-events>";
}

TEST(CoordinatorReader, EveryVersionHasTheSame) {
  for (const char* version : {"0.1", "0.2", "0.3", "0.4", "0.5"}) {
    EXPECT_THAT(
        ErrorsIn(OfCoordinator(
            version,
            "<controls><timeout/><concurrency>1</concurrency><execution/></controls>"
            "<datasets><include>i</include><dataset name='d' frequency='1' initial-instance='t' "
            "timezone='UTC'><uri-template>u</uri-template></dataset></datasets>"
            "<input-events><data-in name='i' dataset='d'><instance>x</instance></data-in>"
            "</input-events><output-events><data-out name='o' dataset='d'><instance>x</instance>"
            "</data-out></output-events>")),
        IsEmpty())
        << version;
  }
}

TEST(CoordinatorReader, WhatLaterVersionsAdded) {
  EXPECT_THAT(MessagesOf(OfCoordinator("0.1", "<controls><throttle>1</throttle></controls>")),
              ElementsAre("`<throttle>` needs uri:oozie:coordinator:0.2 or later; the definition "
                          "uses uri:oozie:coordinator:0.1"));
  const std::string parameters = "<parameters><property><name>n</name></property></parameters>";
  EXPECT_THAT(MessagesOf(OfCoordinator("0.3", parameters)),
              ElementsAre(HasSubstr("needs uri:oozie:coordinator:0.4 or later")));
  EXPECT_THAT(MessagesOf(OfCoordinator("0.4", parameters)), IsEmpty());
  const std::string logic = "<input-logic><data-in dataset='a'/></input-logic>";
  EXPECT_THAT(MessagesOf(OfCoordinator("0.4", logic)),
              ElementsAre(HasSubstr("needs uri:oozie:coordinator:0.5")));
  EXPECT_THAT(MessagesOf(OfCoordinator("0.5", logic)), IsEmpty());
  const std::string output =
      "<output-events><data-out name='o' dataset='d' nocleanup='true'><instance>x</instance>"
      "</data-out></output-events>";
  EXPECT_THAT(MessagesOf(OfCoordinator("0.3", output)),
              ElementsAre(HasSubstr("attribute 'nocleanup' needs uri:oozie:coordinator:0.4")));
}

TEST(CoordinatorReader, OrderAndNumber) {
  EXPECT_THAT(ErrorsIn(OfCoordinator("0.4", "<datasets/><controls/>")),
              ElementsAre(HasSubstr("MisplacedElement 'controls'")));
  EXPECT_THAT(ErrorsIn(OfCoordinator("0.4", "<controls/><controls/>")),
              ElementsAre(HasSubstr("RepeatedElement 'controls'")));
  EXPECT_THAT(ErrorsIn(OfCoordinator("0.4", "", "")), ElementsAre(HasSubstr("MissingElement")));
  EXPECT_THAT(ErrorsIn(OfCoordinator("0.4", "<input-events/>")),
              ElementsAre(HasSubstr("MissingElement 'input-events'")));
  EXPECT_THAT(ErrorsIn(OfCoordinator("0.5", "<input-events/>")), IsEmpty());
  EXPECT_THAT(ErrorsIn(OfCoordinator("0.4", "", "<action/>")),
              ElementsAre(HasSubstr("MissingElement 'action'")));
}

TEST(CoordinatorReader, NamesOfDataBeginWithALetter) {
  const auto named = [](const std::string& name) {
    return ErrorsIn(OfCoordinator(
        "0.4",
        InputEvents("<data-in name='" + name + "' dataset='d'><instance>x</instance></data-in>")));
  };
  EXPECT_THAT(named("a-b_1"), IsEmpty());
  for (const char* wrong : {"1a", "_a", "a.b", "", " a", "${a}"}) {
    EXPECT_THAT(named(wrong), ElementsAre(HasSubstr("BadValue"))) << wrong;
  }
}

TEST(CoordinatorReader, InstancesOrARange) {
  const auto in = [](const std::string& inside) {
    return ErrorsIn(OfCoordinator(
        "0.4", InputEvents("<data-in name='a' dataset='d'>" + inside + "</data-in>")));
  };
  const std::string instance = "<instance>x</instance>";
  const std::string start = "<start-instance>x</start-instance>";
  const std::string end = "<end-instance>x</end-instance>";
  EXPECT_THAT(in(instance + instance), IsEmpty());
  EXPECT_THAT(in(start + end), IsEmpty());
  EXPECT_THAT(in(""), ElementsAre(HasSubstr("MissingElement")));
  EXPECT_THAT(in(start), ElementsAre(HasSubstr("MissingElement")));
  EXPECT_THAT(in(end), testing::Not(IsEmpty()));
  EXPECT_THAT(in(instance + end), ElementsAre(HasSubstr("MisplacedElement")));
  EXPECT_THAT(in(instance + start + end), testing::Not(IsEmpty()));
  EXPECT_THAT(in(start + start + end), ElementsAre(HasSubstr("RepeatedElement")));
  EXPECT_THAT(in(end + start), ElementsAre(HasSubstr("MisplacedElement 'start-instance'")));
}

TEST(CoordinatorReader, LogicNests) {
  const auto in = [](const std::string& inside) {
    return ErrorsIn(OfCoordinator("0.5", "<input-logic>" + inside + "</input-logic>"));
  };
  EXPECT_THAT(in(""), IsEmpty());
  EXPECT_THAT(in("<or><and><or><data-in dataset='a'/></or><data-in dataset='b' min='1'/></and>"
                 "<data-in dataset='c'/></or>"),
              IsEmpty());
  EXPECT_THAT(in("<combine/>"), IsEmpty());
  EXPECT_THAT(in("<combine><data-in dataset='a'/></combine>"),
              ElementsAre(HasSubstr("MissingElement")));
  EXPECT_THAT(in("<combine><and/></combine>"), ElementsAre(HasSubstr("UnknownElement 'and'")));
  EXPECT_THAT(in("<data-in/>"), ElementsAre(HasSubstr("MissingAttribute")));
}

TEST(CoordinatorReader, AnSlaElementIsTheLastOfTheAction) {
  const auto with = [](const std::string& version, const std::string& sla,
                       const std::string& after = "") {
    return ErrorsIn(OfCoordinator(version, "",
                                  "<action><workflow><app-path>p</app-path></workflow>"
                                  "<s:info xmlns:s='uri:oozie:sla:" +
                                      sla + "'><s:nominal-time>t</s:nominal-time><s:should-end>1" +
                                      "</s:should-end></s:info>" + after + "</action>"));
  };
  EXPECT_THAT(with("0.4", "0.2"), IsEmpty());
  EXPECT_THAT(with("0.3", "0.2"), ElementsAre(HasSubstr("UnknownElement")));
  EXPECT_THAT(with("0.4", "0.2", "<x/>"), testing::Not(IsEmpty()));
  EXPECT_THAT(with("0.1", "0.1"), testing::Contains(HasSubstr("MissingElement")));
}

TEST(BundleReader, ItsShape) {
  const auto with = [](const std::string& version, const std::string& inside) {
    return ErrorsIn("<bundle-app xmlns='uri:oozie:bundle:" + version + "' name='b'>" + inside +
                    "</bundle-app>");
  };
  const std::string one = "<coordinator name='a'><app-path>p</app-path></coordinator>";
  EXPECT_THAT(with("0.1", one), IsEmpty());
  EXPECT_THAT(with("0.2", "<controls><kick-off-time/></controls>" + one + one), IsEmpty());
  EXPECT_THAT(with("0.2", ""), ElementsAre(HasSubstr("MissingElement")));
  const std::string enabled =
      "<coordinator name='a b' critical='true' enabled='false'><app-path>p</app-path>"
      "<configuration><property><name>n</name><value>v</value></property></configuration>"
      "</coordinator>";
  EXPECT_THAT(with("0.2", enabled), IsEmpty());
  EXPECT_THAT(with("0.1", enabled),
              ElementsAre(HasSubstr("BadValue 'a b'"), HasSubstr("UnknownAttribute 'enabled'")));
  EXPECT_THAT(with("0.1", "<parameters><property><name>n</name></property></parameters>" + one),
              ElementsAre(HasSubstr("UnknownElement 'parameters'")));
}

TEST(DatasetsReader, AFileOfItsOwn) {
  const auto read = [](const std::string& text, Diagnostics* diagnostics) {
    const SourceBuffer source("d.xml", text);
    return ReadDatasets(source, {}, *diagnostics);
  };
  Diagnostics diagnostics;
  const auto file = read(
      "<datasets><dataset name='d' frequency='${coord:days(1)}' initial-instance='t' "
      "timezone='UTC'><uri-template>u</uri-template></dataset><include>other</include></datasets>",
      &diagnostics);
  ASSERT_NE(file, nullptr);
  EXPECT_FALSE(diagnostics.HasErrors());
  EXPECT_EQ(file->datasets.datasets.at(0).name.text, "d");
  EXPECT_EQ(file->datasets.datasets.at(0).frequency.environment, stdlib::kCoordinatorFrequency);
  EXPECT_EQ(file->datasets.includes.at(0).text.value, "other");
  for (const char* wrong : {"<datasets xmlns='u'/>", "<data/>", "<datasets>", ""}) {
    Diagnostics found;
    EXPECT_EQ(read(wrong, &found), nullptr) << wrong;
    EXPECT_TRUE(found.HasErrors()) << wrong;
  }
}

}  // namespace
}  // namespace hpdl::frontend
