#include "runtime/rules/coordinator/resolved_xml.h"

#include <gtest/gtest.h>

#include <deque>

#include "runtime/rules/coordinator/testing/places.h"

namespace hpdl::rt {
namespace {

/// A definition for tests. The value of an expression is its text, except for the expressions in
/// `values_`.
class Written final : public CoordinatorTexts {
 public:
  std::string of_actions;  ///< the expression that has a value only for actions

  Written() {
    coordinator_.definition.name = Text("${n}");
    coordinator_.definition.schema = View("uri:oozie:coordinator:0.5");
    coordinator_.definition.source = View("<coordinator-app>");
    coordinator_.frequency = Text("60");
    coordinator_.start = Text("2024-01-01T00:00Z");
    coordinator_.end = Text("2024-01-02T00:00Z");
    coordinator_.timezone = Text("UTC");
    coordinator_.timeout = coordinator_.execution = coordinator_.throttle = HPDL_NONE;
    coordinator_.concurrency = Text("2");
    coordinator_.app_path = Text("/w&f");
    coordinator_.workflow = HPDL_NONE;
  }

  void AddData() {
    dataset_ = {View("d"), Text("1"), Text("2023-12-01T00:00Z"), Text("UTC"), Text("/d/${HOUR}"),
                Text(""),  1};
    instances_[0] = Text("${coord:current(0)}");
    instances_[1] = Text("${coord:latest(0)}");
    event_.name = View("a");
    event_.dataset = Text("d");
    event_.instances = instances_;
    event_.instance_count = 2;
    logic_[0] = {HPDL_LOGIC_OR, 2, HPDL_NONE, Text("${m}"), HPDL_NONE, HPDL_NONE};
    logic_[1] = {HPDL_LOGIC_DATA_IN, 2, Text("l"), HPDL_NONE, HPDL_NONE, Text("a")};
    coordinator_.datasets = &dataset_;
    coordinator_.inputs = &event_;
    coordinator_.logic = logic_;
    coordinator_.dataset_count = coordinator_.input_count = 1;
    coordinator_.logic_count = 2;
    values_["${m}"] = "1";
  }
  /// Adds an output event with the name of the input event.
  void AddOutput() {
    output_ = event_;
    output_.instance_count = 1;
    output_.nocleanup = 1;
    coordinator_.outputs = &output_;
    coordinator_.output_count = 1;
  }
  void AddProperty() {
    property_ = {Text("p"), Text(" ${x} ")};
    coordinator_.configuration = &property_;
    coordinator_.configuration_count = 1;
  }
  void AddSla(const char* source) {
    coordinator_.definition.source = View(source);
    sla_[0] = {0, 1, Text("${t}"), 1};
    sla_[1] = {2, 2, Text("5"), 1};
    coordinator_.sla_version = 2;
    coordinator_.sla_args = sla_;
    coordinator_.sla_arg_count = 2;
    values_["${t}"] = "2024-01-01T01:00Z";
  }

  Result<std::string> Of(std::uint32_t expression, const CoordinatorView* view,
                         CoordinatorNotes*) const override {
    if (texts_[expression] == of_actions && view == nullptr) {
      return texts_[expression];  // without an action, the value is the text itself
    }
    const auto found = values_.find(texts_[expression]);
    return found == values_.end() ? texts_[expression] : found->second;
  }
  const hpdl_coordinator& Get() {
    exprs_.resize(texts_.size());
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      exprs_[i].text = {texts_[i].data(), texts_[i].size()};
    }
    coordinator_.definition.exprs = exprs_.data();
    return coordinator_;
  }

 private:
  std::uint32_t Text(std::string text) {
    texts_.push_back(std::move(text));
    return static_cast<std::uint32_t>(texts_.size() - 1);
  }
  static hpdl_str View(std::string_view text) { return {text.data(), text.size()}; }

  std::deque<std::string> texts_;
  std::vector<hpdl_expr> exprs_;
  std::map<std::string, std::string> values_;
  hpdl_coordinator coordinator_{};
  hpdl_dataset dataset_{};
  std::uint32_t instances_[2]{};
  hpdl_event event_{}, output_{};
  hpdl_logic logic_[2]{};
  hpdl_given_property property_{};
  hpdl_arg sla_[2]{};
};

constexpr const char* kBegin =
    "<coordinator-app xmlns=\"uri:oozie:coordinator:0.5\" name=\"${n}\" frequency=\"60\" "
    "start=\"2024-01-01T00:00Z\" end=\"2024-01-02T00:00Z\" timezone=\"UTC\" "
    "freq_timeunit=\"MINUTE\" end_of_duration=\"NONE\">\n"
    "  <controls>\n    <concurrency>2</concurrency>\n  </controls>\n";
constexpr const char* kEnd = "  </action>\n</coordinator-app>";

/// Returns the XML without carriage returns, or the code of the error.
std::string Text(const Result<std::string>& xml) {
  if (!xml) {
    return xml.error().code;
  }
  std::string text;
  for (const char c : *xml) {
    text.append(c == '\r' ? 0 : 1, c);
  }
  return text;
}

std::string XmlOf(Written& written) {
  const hpdl_coordinator& coordinator = written.Get();
  const auto defined = Define(coordinator, written, {});
  EXPECT_TRUE(defined) << defined.error().message;
  return Text(ResolvedXml(coordinator, *defined, written));
}

std::string XmlOf(Written& written, ResolvedAction action) {
  const hpdl_coordinator& coordinator = written.Get();
  const auto defined = Define(coordinator, written, {});
  EXPECT_TRUE(defined) << defined.error().message;
  action.number = 3;
  action.view.times.nominal = *ReadTime("2024-01-01T02:00Z");
  action.view.times.actual = *ReadTime("2024-06-01T00:00Z");
  return Text(ResolvedXml(coordinator, *defined, written, action));
}

constexpr const char* kDataset =
    "      <dataset name=\"d\" frequency=\"1\" initial-instance=\"2023-12-01T00:00Z\" "
    "timezone=\"UTC\" freq_timeunit=\"MINUTE\" end_of_duration=\"NONE\">\n"
    "        <uri-template>/d/${HOUR}</uri-template>\n        <done-flag />\n      </dataset>\n";

TEST(ResolvedXml, ACoordinatorWithoutData) {
  Written written;
  EXPECT_EQ(XmlOf(written), std::string(kBegin) +
                                "  <action>\n    <workflow>\n      <app-path>/w&amp;f</app-path>\n"
                                "    </workflow>\n" +
                                kEnd);
}

TEST(ResolvedXml, DataSetsAreWithinTheEventsAndInstancesAsWritten) {
  Written written;
  written.AddData();
  written.AddProperty();
  EXPECT_EQ(XmlOf(written),
            std::string(kBegin) + "  <input-events>\n    <data-in name=\"a\" dataset=\"d\">\n" +
                kDataset +
                "      <instance>${coord:current(0)}</instance>\n"
                "      <instance>${coord:latest(0)}</instance>\n    </data-in>\n"
                "  </input-events>\n  <input-logic>\n    <or min=\"${m}\">\n"
                "      <data-in name=\"l\" dataset=\"a\" />\n    </or>\n  </input-logic>\n"
                "  <action>\n    <workflow>\n      <app-path>/w&amp;f</app-path>\n"
                "      <configuration>\n        <property>\n          <name>p</name>\n"
                "          <value>${x}</value>\n        </property>\n      </configuration>\n"
                "    </workflow>\n" +
                kEnd);
}

TEST(ResolvedXml, AnActionHasItsUrisAndTimes) {
  Written written;
  written.AddData();
  written.AddProperty();
  ResolvedAction action;
  action.inputs = {{"a", "d", "", {"/d/1", "/d/2"}, {"${coord:latest(0)}"}, "", {}, false}};
  std::string xml = XmlOf(written, action);
  EXPECT_NE(xml.find("timezone=\"UTC\" freq_timeunit=\"MINUTE\" end_of_duration=\"NONE\" "
                     "instance-number=\"3\" action-nominal-time=\"2024-01-01T02:00Z\" "
                     "action-actual-time=\"2024-06-01T00:00Z\">"),
            std::string::npos)
      << xml;
  EXPECT_EQ(xml.find(" start="), std::string::npos);
  EXPECT_EQ(xml.find("<instance>"), std::string::npos);
  EXPECT_NE(xml.find("      <unresolved-instances>${coord:latest(0)}</unresolved-instances>\n"
                     "      <uris>/d/1#/d/2</uris>\n      <dataset "),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<or min=\"1\">"), std::string::npos) << "evaluated when it is made";
  EXPECT_NE(xml.find("<value>${x}</value>"), std::string::npos);
  action.inputs[0].found = {"/d/9"};
  action.values = {"<v>"};
  xml = XmlOf(written, action);
  EXPECT_EQ(xml.find("unresolved"), std::string::npos);
  EXPECT_NE(xml.find("<uris>/d/1#/d/2#/d/9</uris>"), std::string::npos) << xml;
  EXPECT_NE(xml.find("<value>&lt;v&gt;</value>"), std::string::npos) << xml;
}

TEST(ResolvedXml, OutputsAreThoseOfTheirOwnEvents) {
  Written written;
  written.AddData();
  written.AddOutput();
  std::string xml = XmlOf(written);
  EXPECT_NE(
      xml.find("  <output-events>\n    <data-out name=\"a\" dataset=\"d\" nocleanup=\"true\">\n"),
      std::string::npos)
      << xml;
  ResolvedAction action;
  action.inputs = {{"a", "d", "", {"/in"}, {}, "", {}, false}};
  action.outputs = {{"a", "d", "", {"/out"}, {}, "", {}, true}};
  xml = XmlOf(written, action);
  const std::size_t in = xml.find("<uris>/in</uris>"), out = xml.find("<uris>/out</uris>");
  const std::size_t outputs = xml.find("<output-events>");
  ASSERT_NE(outputs, std::string::npos) << xml;
  EXPECT_LT(in, outputs);
  EXPECT_GT(out, outputs);
  EXPECT_EQ(xml.find("<uris>/in</uris>", outputs), std::string::npos);
}

TEST(ResolvedXml, SlaHasItsNamespaceWhereItIsWritten) {
  const std::string elements =
      "      <sla:nominal-time>${t}</sla:nominal-time>\n"
      "      <sla:should-end>5</sla:should-end>\n    </sla:info>\n";
  Written of_root;
  of_root.AddSla("<coordinator-app xmlns:sla=\"uri:oozie:sla:0.2\"><a/>");
  std::string xml = XmlOf(of_root);
  EXPECT_NE(xml.find("coordinator:0.5\" xmlns:sla=\"uri:oozie:sla:0.2\" name="), std::string::npos);
  EXPECT_NE(xml.find("    <sla:info>\n" + elements), std::string::npos) << xml;
  Written of_element;
  of_element.AddSla("<coordinator-app><sla:info xmlns:sla=\"uri:oozie:sla:0.2\">");
  xml = XmlOf(of_element);
  EXPECT_NE(xml.find("    <sla:info xmlns:sla=\"uri:oozie:sla:0.2\">\n" + elements),
            std::string::npos)
      << xml;
  of_element.of_actions = "${t}";
  EXPECT_NE(XmlOf(of_element, {}).find("<sla:nominal-time>2024-01-01T01:00Z</sla:nominal-time>"),
            std::string::npos);
}

}  // namespace
}  // namespace hpdl::rt
