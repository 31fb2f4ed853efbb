#include "runtime/server/protocols/oozie/action_conf.h"

#include <gtest/gtest.h>

#include <regex>

#include "runtime/engines/workflow/args_codec.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

ArgNode Arg(std::uint32_t field, std::uint32_t line, std::string text,
            std::vector<ArgNode> children = {}) {
  return {field, line, std::move(text), std::move(children)};
}
ArgNode PropertyArg(std::uint32_t line, std::string name, std::string value) {
  return Arg(0, line, "", {Arg(0, line, std::move(name)), Arg(1, line, std::move(value))});
}

class ActionConf : public ::testing::Test {
 protected:
  /// Returns the conf of node `a`, with ' for ", without the ends of lines and the indentation.
  std::string Conf(std::string_view nodes, bool masked = false) {
    const Result<WorkflowDefinition> definition = WorkflowDefinition::Read(
        "<workflow-app xmlns='urn:w'>" + std::string(nodes) + "</workflow-app>", defaults_);
    EXPECT_TRUE(definition) << definition.error().message;
    std::size_t most = 1 << 20;
    const Result<Properties> defaults = ExpandValues(defaults_, properties_, &most);
    EXPECT_TRUE(defaults) << defaults.error().message;
    ConfValues values(*defaults);
    if (masked) {
      values.secrets.emplace();
      values.secrets->Add(properties_);
    }
    const std::optional<std::string> conf = ConfOf(*definition, row_, values, &budget_);
    std::string text = std::regex_replace(conf.value_or("null"), std::regex("\r\n *"), "");
    return std::regex_replace(text, std::regex("\""), "'");
  }
  void Evaluated(std::vector<ArgNode> arguments, std::optional<ArgNode> global = std::nullopt) {
    ActionArguments all;
    all.root.children = std::move(arguments);
    all.global = std::move(global);
    row_.arguments = EncodeArguments(all);
  }
  static std::string Property(const std::string& name, const std::string& value) {
    return "<property xmlns=''><name>" + name + "</name><value>" + value +
           "</value><source>programatically</source></property>";
  }

  NodeRow row_ = [] {
    NodeRow row;
    row.node = "a";
    return row;
  }();
  Properties defaults_, properties_;
  ConfBudget budget_;
};

TEST_F(ActionConf, AnActionThatHasNotStartedHasTheTextsOfTheDefinition) {
  EXPECT_EQ(
      Conf("<action name='a'><fs><!-- no --><mkdir path='${x}&amp;'/></fs><ok to='e'/></action>"),
      "<fs xmlns='urn:w'><mkdir path='${x}&amp;' /><configuration /></fs>");
  EXPECT_EQ(Conf("<action name='a'><email xmlns='urn:m'><to>${x}</to></email></action>"),
            "<email xmlns='urn:m'><to>${x}</to></email>");
  EXPECT_EQ(Conf("<action name='b'><fs/></action>"), "null");
  MarkUntold(&row_.arguments);  // it waits for a person
  EXPECT_EQ(Conf("<action name='a'><fs/></action>"), "<fs xmlns='urn:w'><configuration /></fs>");
}

TEST_F(ActionConf, AnActionThatHasStartedHasItsValues) {
  Evaluated(
      {Arg(1, 1, "", {Arg(1, 1, "/<1>")}), Arg(0, 2, "", {Arg(0, 2, "/2"), Arg(1, 2, "true")})});
  EXPECT_EQ(Conf("<action name='a'><fs><mkdir path='/${x}'/>\n"
                 "<delete path='/${y}' skip-trash='true'/></fs></action>"),
            "<fs xmlns='urn:w'><mkdir path='/&lt;1&gt;' /><delete path='/2' skip-trash='true' />"
            "<configuration /></fs>");
}

TEST_F(ActionConf, ARowOfAnotherDefinitionHasNoConf) {
  const std::string nodes = "<action name='a'><fs>\n<mkdir path='${x}'/></fs></action>";
  Evaluated({Arg(0, 2, "", {Arg(0, 2, "/")})});
  EXPECT_EQ(Conf(nodes), "<fs xmlns='urn:w'><mkdir path='/' /><configuration /></fs>");
  Evaluated({Arg(0, 3, "", {Arg(0, 3, "/")})});
  EXPECT_EQ(Conf(nodes), "null");
  Evaluated({});
  EXPECT_EQ(Conf(nodes), "null");
  Evaluated({Arg(0, 2, "", {Arg(0, 2, "/"), Arg(1, 2, "/")})});
  EXPECT_EQ(Conf(nodes), "null");
  row_.arguments = "no arguments";
  EXPECT_EQ(Conf(nodes), "null");
}

TEST_F(ActionConf, ArgumentsOfOtherElementsHaveNoConf) {
  // The arguments are on one line, so only their fields tell which elements they belong to.
  const std::string nodes = "<action name='a'><fs><delete/><mkdir/><delete/></fs></action>";
  Evaluated({Arg(0, 1, "1"), Arg(1, 1, "2"), Arg(0, 1, "3")});
  EXPECT_EQ(Conf(nodes),
            "<fs xmlns='urn:w'><delete>1</delete><mkdir>2</mkdir><delete>3</delete>"
            "<configuration /></fs>");
  Evaluated({Arg(1, 1, "1"), Arg(0, 1, "2"), Arg(0, 1, "3")});
  EXPECT_EQ(Conf(nodes), "null");
  Evaluated({Arg(0, 1, "1"), Arg(0, 1, "2"), Arg(0, 1, "3")});
  EXPECT_EQ(Conf(nodes), "null");
}

TEST_F(ActionConf, CredentialsAreNoPartOfTheAction) {
  const std::string global = "<global><name-node>${nn}</name-node></global>\n";
  const ArgNode front = Arg(2, 1, "hdfs://n"), own = Arg(5, 2, "M");
  const ArgNode asked = Arg(7, 2, "credentials",
                            {PropertyArg(0, "hpdl.credential.asked.c", "hive2"),
                             PropertyArg(1, "hpdl.credential.set.password", "hidden")});
  const auto with = [&](std::string_view cred) {
    return Conf(global + "<action name='a'" + std::string(cred) +
                "><java><main-class>${m}</main-class></java></action>");
  };
  const auto shown = [](const std::string& name_node) {
    return "<java xmlns='urn:w'><main-class>M</main-class><name-node>" + name_node +
           "</name-node><configuration /></java>";
  };
  const std::string good = shown("hdfs://n");
  Evaluated({front, own, asked});
  EXPECT_EQ(with(" cred='c'"), good);
  ArgNode earlier = asked;
  earlier.text.clear();
  Evaluated({front, own, earlier});
  EXPECT_EQ(with(" cred='c'"), good);
  Evaluated({front, own, asked});
  EXPECT_EQ(with(""), "null");
  Evaluated({own, asked});  // an action of an older compiler may have no name node
  EXPECT_EQ(with(" cred='c'"), shown("${nn}"));
  Evaluated({front, own});  // the kind of the action has no credentials
  EXPECT_EQ(with(" cred='c'"), good);
  Evaluated({front, own, Arg(7, 2, "")});
  EXPECT_EQ(with(" cred=','"), good);
  EXPECT_EQ(with(" cred='c'"), "null");
  Evaluated({front, own, Arg(7, 2, "", {PropertyArg(0, "x", "y")})});
  EXPECT_EQ(with(" cred='c'"), "null");
  Evaluated({Arg(2, 9, "hdfs://n"), own});  // the address is not from this <global>
  EXPECT_EQ(with(""), "null");
  Evaluated({front, front, own});
  EXPECT_EQ(with(""), "null");
}

constexpr std::string_view kGlobal =
    "<global><job-tracker>${jt}</job-tracker>\n<name-node>${nn}</name-node>\n"
    "<job-xml>g.xml</job-xml>\n<job-xml>own.xml</job-xml>\n"
    "<configuration><property><name>both</name><value>global</value></property>\n"
    "<property><name>g</name><value>${g}</value></property></configuration></global>\n";
constexpr std::string_view kJava =
    "<action name='a'><java><job-xml>own.xml</job-xml>\n"
    "<configuration><property><name> both </name><value>own</value></property>\n"
    "<property><name>empty</name><value></value></property></configuration>\n"
    "<main-class>M</main-class></java></action>";

TEST_F(ActionConf, GlobalAndTheDefaultsAreMerged) {
  defaults_ = {{"both", "default"}, {"d", "${user}"}};
  properties_ = {{"user", "joe"}};
  const std::string conf = Conf(std::string(kGlobal) + std::string(kJava));
  EXPECT_EQ(conf,
            "<java xmlns='urn:w'><job-xml>g.xml</job-xml><job-xml>own.xml</job-xml>"
            "<configuration>" +
                Property("d", "${user}") + Property("g", "${g}") + Property("both", "own") +
                "</configuration><main-class>M</main-class>"
                "<name-node>${nn}</name-node><job-tracker>${jt}</job-tracker></java>");
  ArgNode global =
      Arg(0, 0, "",
          {Arg(0, 1, "rm:1"), Arg(2, 2, "hdfs://n"), Arg(3, 3, "g.xml"), Arg(3, 4, "own.xml"),
           Arg(4, 5, "", {PropertyArg(5, "both", "global"), PropertyArg(6, "g", "G")})});
  ArgNode file = Arg(3, 7, "own.xml", {Arg(0, 7, "from the file")});
  file.children[0].field = HPDL_FILE_PROPERTY;
  // The compiler has put the addresses from <global> before the arguments of the action.
  Evaluated({Arg(0, 1, "rm:1"), Arg(2, 2, "hdfs://n"), file,
             Arg(4, 8, "", {PropertyArg(8, "both", "own"), PropertyArg(9, "empty", "")}),
             Arg(5, 10, "M")},
            global);
  EXPECT_EQ(Conf(std::string(kGlobal) + std::string(kJava)),
            "<java xmlns='urn:w'><job-xml>g.xml</job-xml><job-xml>own.xml</job-xml>"
            "<configuration>" +
                Property("d", "joe") + Property("g", "G") + Property("both", "own") +
                "</configuration><main-class>M</main-class>"
                "<name-node>hdfs://n</name-node><job-tracker>rm:1</job-tracker></java>");
}

TEST_F(ActionConf, AProgramLeavesOutWhatAnActionDoesNotUseOfGlobal) {
  // All are in one line, so only their order and their fields tell what the values are.
  constexpr std::string_view kTaken =
      "<global><job-tracker>${jt}</job-tracker><name-node>${nn}</name-node><job-xml>${x}</job-xml>"
      "<configuration><property><name>a</name><value>${old}</value></property><property><name>a"
      "</name><value>${new}</value></property><property><name>b</name><value>${b}</value></"
      "property>"
      "</configuration></global>";
  const ArgNode files = Arg(3, 1, "g.xml"),
                configuration = Arg(4, 1, "", {PropertyArg(1, "a", "A")});
  const std::string merged =
      "<configuration>" + Property("a", "A") + Property("b", "own") + "</configuration>";
  Evaluated({Arg(0, 1, "rm:1"), Arg(2, 1, "hdfs://n"), Arg(4, 1, "", {PropertyArg(1, "b", "own")}),
             Arg(5, 1, "M")},
            Arg(0, 0, "", {files, configuration}));
  EXPECT_EQ(Conf(std::string(kTaken) +
                 "<action name='a'><java><configuration><property><name>b</name><value>own</value>"
                 "</property></configuration><main-class>M</main-class></java></action>"),
            "<java xmlns='urn:w'><job-xml>g.xml</job-xml>" + merged +
                "<main-class>M</main-class><name-node>hdfs://n</name-node>"
                "<job-tracker>rm:1</job-tracker></java>");
  // The configuration of an fs action has no tracker, so its program has that of <global>.
  Evaluated({Arg(2, 1, "hdfs://n"), Arg(4, 1, "", {PropertyArg(1, "b", "own")})},
            Arg(0, 0, "", {Arg(0, 1, "rm:1"), files, configuration}));
  EXPECT_EQ(Conf(std::string(kTaken) +
                 "<action name='a'><fs><configuration><property><name>b</name><value>own</value>"
                 "</property></configuration></fs></action>"),
            "<fs xmlns='urn:w'><job-xml>g.xml</job-xml>" + merged +
                "<name-node>hdfs://n</name-node></fs>");
}

TEST_F(ActionConf, WhatAnActionTakesFromGlobalDependsOnItsKind) {
  defaults_ = {{"d", "1"}};
  const auto with = [&](const std::string& element) {
    return Conf(
        "<global><resource-manager>rm</resource-manager><name-node>nn</name-node></global>"
        "<action name='a'>" +
        element + "</action>");
  };
  const std::string of_defaults = "<configuration>" + Property("d", "1") + "</configuration>";
  EXPECT_EQ(with("<fs/>"), "<fs xmlns='urn:w'><name-node>nn</name-node>" + of_defaults + "</fs>");
  EXPECT_EQ(with("<sub-workflow/>"),
            "<sub-workflow xmlns='urn:w'><name-node>nn</name-node>"
            "<resource-manager>rm</resource-manager><configuration /></sub-workflow>");
  EXPECT_EQ(
      with("<s:shell xmlns:s='urn:s'><s:exec>e</s:exec><s:name-node>own</s:name-node></s:shell>"),
      "<s:shell xmlns:s='urn:s'><s:exec>e</s:exec><s:name-node>own</s:name-node>"
      "<s:resource-manager>rm</s:resource-manager><s:configuration>"
      "<property><name>d</name><value>1</value><source>programatically</source></property>"
      "</s:configuration></s:shell>");
  EXPECT_EQ(with("<ssh xmlns='urn:s'/>"), "<ssh xmlns='urn:s' />");
}

TEST_F(ActionConf, TheSettingsOfALauncherAreProperties) {
  EXPECT_EQ(
      Conf("<action name='a'><java><launcher><queue>q</queue><view-acl>ann</view-acl></launcher>"
           "<configuration><property><name>oozie.launcher.queue</name><value>own</value>"
           "</property></configuration></java></action>"),
      "<java xmlns='urn:w'><launcher><queue>q</queue><view-acl>ann</view-acl></launcher>"
      "<configuration>" +
          Property("oozie.launcher.queue", "own") + Property("oozie.launcher.view.acl", "ann") +
          "</configuration></java>");
}

TEST_F(ActionConf, ControlNodes) {
  const std::string decision =
      "<decision name='a'><switch><case to='b'>${x}</case><case to='c'>${y}</case>"
      "<default to='d'/></switch></decision>";
  EXPECT_EQ(Conf(decision),
            "<switch xmlns='urn:w'><case to='b'>${x}</case>"
            "<case to='c'>${y}</case><default to='d' /></switch>");
  Evaluated({Arg(0, 0, "true")});
  EXPECT_EQ(Conf(decision),
            "<switch xmlns='urn:w'><case to='b'>true</case>"
            "<case to='c'>${y}</case><default to='d' /></switch>");
  row_.arguments.clear();
  EXPECT_EQ(Conf("<fork name='a'><path start='b'/></fork>"), "");
  EXPECT_EQ(Conf("<kill name='a'><message> no: ${x} </message></kill>"), " no: ${x} ");
}

TEST_F(ActionConf, SecretsAreHiddenFromOthers) {
  const std::string nodes =
      "<action name='a'><hive2><configuration><property><name>db.password</name>"
      "<value>hidden</value></property></configuration><password>hidden</password>"
      "<argument>--password</argument><argument>hidden</argument><argument>seen</argument>"
      "<command>import --token hidden -m 1</command><env-var>API_KEY=hidden</env-var></hive2>"
      "</action>";
  EXPECT_NE(Conf(nodes).find("hidden"), std::string::npos);
  EXPECT_EQ(Conf(nodes, true),
            "<hive2 xmlns='urn:w'><configuration>" + Property("db.password", "***") +
                "</configuration><password>***</password>"
                "<argument>--password</argument><argument>***</argument><argument>seen</argument>"
                "<command>import --token *** -m 1</command><env-var>API_KEY=***</env-var></hive2>");
}

TEST_F(ActionConf, SecretsAreHiddenInAllPlaces) {
  const auto masked = [&](const std::string& element) {
    return Conf("<action name='a'><ssh>" + element + "</ssh></action>", true);
  };
  const auto shown = [](const std::string& element) {
    return "<ssh xmlns='urn:w'>" + element + "</ssh>";
  };
  for (const auto& [text, seen] : {
           std::pair("jdbc:x://h/db?user=u&amp;password=hidden",
                     "jdbc:x://h/db?user=u&amp;password=***"),
           {"http://u:hidden@h:80/a x://h:1/a@b", "http://u:***@h:80/a x://h:1/a@b"},
           {"--opts=-Dpassword=hidden -v", "--opts=-Dpassword=*** -v"},
           {"-Da.secret='hid den' -v", "-Da.secret=*** -v"},
           {"a=b c//d e:f@g", "a=b c//d e:f@g"},
       }) {
    EXPECT_EQ(masked(std::string("<a>") + text + "</a>"),
              shown(std::string("<a>") + seen + "</a>"));
  }
  EXPECT_EQ(
      masked("<a token='hidden' b='x?password=hidden'/><c name='db.password' value='hidden'/>"),
      shown("<a token='***' b='x?password=***' /><c name='db.password' value='***' />"));
  EXPECT_EQ(masked("<a>--password</a><a>hid den</a>"), shown("<a>--password</a><a>***</a>"));
  EXPECT_EQ(Conf("<action name='a'><email>secret=hidden</email></action>", true),
            "<email xmlns='urn:w'>secret=***</email>");
  EXPECT_EQ(Conf("<kill name='a'><message>token=hidden</message></kill>", true), "token=***");
  Evaluated({Arg(0, 0, "password=hidden")});
  EXPECT_EQ(Conf("<decision name='a'><switch><case to='b'>x</case><default to='c'/></switch>"
                 "</decision>",
                 true),
            "<switch xmlns='urn:w'><case to='b'>password=***</case><default to='c' /></switch>");
}

TEST_F(ActionConf, SecretsInMergedPropertiesAreHidden) {
  EXPECT_EQ(Conf("<action name='a'><java><launcher><java-opts>-Dpassword=hidden</java-opts>"
                 "<env>TOKEN=hidden</env></launcher><configuration><property><name>opts</name>"
                 "<value>-Dpassword=hidden</value></property></configuration></java></action>",
                 true),
            "<java xmlns='urn:w'><launcher><java-opts>-Dpassword=***</java-opts>"
            "<env>TOKEN=***</env></launcher><configuration>" +
                Property("opts", "-Dpassword=***") + Property("oozie.launcher.env", "TOKEN=***") +
                Property("oozie.launcher.javaopts", "-Dpassword=***") + "</configuration></java>");
}

TEST_F(ActionConf, TheValuesOfSecretPropertiesAreHiddenEverywhere) {
  properties_ = {{"db.password", "hush"}, {"long.password", "hush-hush"}, {"a.token", "abc"}};
  const std::string nodes = "<action name='a'><ssh><b c='xhushx'>hush-hush abc</b></ssh></action>";
  EXPECT_EQ(Conf(nodes, true), "<ssh xmlns='urn:w'><b c='x***x'>*** abc</b></ssh>");
  EXPECT_EQ(Conf(nodes), "<ssh xmlns='urn:w'><b c='xhushx'>hush-hush abc</b></ssh>");
  budget_.compared = 8;  // less than the longest value
  EXPECT_EQ(Conf(nodes, true), "null");
  for (int i = 0; i < 1000; ++i) {
    properties_["password." + std::to_string(i)] = "value" + std::to_string(i);
  }
  budget_ = {};
  EXPECT_EQ(Conf(nodes, true), "null");
}

TEST_F(ActionConf, TheTextsOfAnAnswerHaveABudget) {
  const std::string nodes =
      "<action name='a'><ssh><host>" + std::string(1000, 'x') + "</host></ssh></action>";
  budget_.bytes = 2500;
  EXPECT_NE(Conf(nodes), "null");
  EXPECT_NE(Conf(nodes), "null");
  EXPECT_EQ(Conf(nodes), "null");
  EXPECT_NE(Conf("<action name='a'><ssh/></action>"), "null");
}

TEST_F(ActionConf, AConfIsNotLongerThanAMebibyte) {
  EXPECT_EQ(
      Conf("<action name='a'><ssh><host>" + std::string(1 << 20, 'x') + "</host></ssh></action>"),
      "null");
}

}  // namespace
}  // namespace hpdl::rt
