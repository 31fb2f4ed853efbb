#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/frontend/xml/read_for_test.h"

namespace hpdl::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> TargetsOf(const ast::Node& node) {
  std::vector<std::string> targets;
  targets.reserve(node.edges.size());
  for (const ast::Edge& edge : node.edges) {
    targets.push_back(edge.name.text + ">" + edge.to.text + (edge.when ? "?" : ""));
  }
  return targets;
}

TEST(OozieReader, EveryConstruct) {
  const ReadResult r = ReadText(R"(<?xml version="1.0" encoding="UTF-8"?>
<o:workflow-app xmlns:o="uri:oozie:workflow:0.5" name="w-${x}"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b">
  <o:parameters><o:property><o:name> in </o:name><o:value> v </o:value></o:property>
    <o:property><o:name>out</o:name><o:description>d</o:description></o:property></o:parameters>
  <o:global><o:job-tracker>${jt}</o:job-tracker><o:name-node>nn</o:name-node></o:global>
  <o:credentials><o:credential name="c" type="hcat"/></o:credentials>
  <o:start to="f"/>
  <o:fork name="f"><o:path start="a"/><o:path start="b"/></o:fork>
  <o:action name="a" cred="c" retry-max="${n}" retry-interval="1" retry-policy="periodic">
    <shell xmlns="uri:oozie:shell-action:0.3"><exec>ls</exec><argument>-l</argument>
      <capture-output/></shell>
    <o:ok to="j"/><o:error to="k"/></o:action>
  <o:action name="b"><o:fs><o:mkdir path="/x"/><o:delete path="/y"/></o:fs>
    <o:ok to="j"/><o:error to="k"/></o:action>
  <o:join name="j" to="d"/>
  <o:decision name="d"><o:switch><o:case to="end"> ${x eq 1} </o:case><o:default to="k"/>
    </o:switch></o:decision>
  <o:kill name="k"><o:message>m ${x}</o:message></o:kill>
  <o:end name="end"/>
</o:workflow-app>)");
  ASSERT_THAT(r.Errors(), IsEmpty());
  const ast::Workflow& w = *r.workflow;
  EXPECT_EQ(w.dialect, ast::Dialect::kOozie);
  EXPECT_EQ(w.version, stdlib::kV0_5);
  EXPECT_TRUE(w.name.expr.valid());
  ASSERT_EQ(w.parameters.size(), 2u);
  EXPECT_EQ(w.parameters[0].name.text, "in");
  EXPECT_EQ(w.parameters[0].value->value, "v");
  EXPECT_FALSE(w.parameters[1].value);
  ASSERT_EQ(w.global->children.size(), 2u);
  EXPECT_TRUE(w.global->children[0].text->expr.valid());
  EXPECT_EQ(w.credentials[0].type.text, "hcat");
  ASSERT_EQ(w.nodes.size(), 8u);
  EXPECT_EQ(w.nodes[0].name.text, ":start:");
  EXPECT_THAT(TargetsOf(w.nodes[0]), ElementsAre(">f"));
  EXPECT_THAT(TargetsOf(w.nodes[1]), ElementsAre(">a", ">b"));
  const ast::Node& a = w.nodes[2];
  EXPECT_EQ(a.kind->decl->name, "shell");
  EXPECT_EQ(a.version, stdlib::kV0_3);
  EXPECT_EQ(a.credentials->text, "c");
  EXPECT_TRUE(a.retry_max->expr.valid());
  EXPECT_EQ(a.retry_policy->text.value, "periodic");
  EXPECT_THAT(TargetsOf(a), ElementsAre("ok>j", "error>k"));
  ASSERT_EQ(a.body.children.size(), 3u);
  const stdlib::StructDecl& shell = *a.kind->decl->shapes[a.shape].body;
  EXPECT_EQ(shell.elements[a.body.children[1].field].name, "argument");
  EXPECT_THAT(TargetsOf(w.nodes[5]), ElementsAre(">end?", ">k"));
  EXPECT_EQ(w.nodes[5].edges[0].when->text.value, "${x eq 1}");
  EXPECT_EQ(r.source->Slice(w.nodes[4].range), "<o:join name=\"j\" to=\"d\"/>");
}

TEST(OozieReader, ErrorsOfOneFileInOneRun) {
  const ReadResult r = ReadText(R"(<workflow-app xmlns="uri:oozie:workflow:0.4" name="w">
<start to="1a"/>
<action name="a" retry-policy="x" retrymax="1">
<fs><delete path="/x" skip-trash="true"/><chmod path="/x"/><chgrp path="/x" group="g"/></fs>
<eror to="k"/><ok to="end"/>
</action>
<action name="b"><shell xmlns="uri:oozie:shell-action:0.1"><exec>e</exec>
<job-xml>a</job-xml><argumnet>x</argumnet><capture-output>yes</capture-output></shell>
<error to="k"/><ok to="end"/></action>
<fork name="f"><path start="a"/></fork>
<kill name="k"><message>m</message></kill>
junk
<end name="end"/>
<join name="j" to="end"/>
</workflow-app>)");
  EXPECT_THAT(r.Errors(),
              ElementsAre("2:12 BadValue '1a'", "3:2 MissingElement 'action'",
                          "3:18 UnknownAttribute 'retry-policy'",
                          "3:35 UnknownAttribute 'retrymax'", "4:23 UnknownAttribute 'skip-trash'",
                          "4:43 MissingAttribute 'chmod'", "4:61 UnknownElement 'chgrp'",
                          "5:2 UnknownElement 'eror'", "7:19 MissingElement 'shell'",
                          "7:19 MissingElement 'shell'", "8:2 MisplacedElement 'job-xml'",
                          "8:22 UnknownElement 'argumnet'", "8:59 UnexpectedText 'yes'",
                          "9:17 MisplacedElement 'ok'", "10:2 MissingElement 'fork'",
                          "12:1 UnexpectedText 'junk'", "14:2 MisplacedElement 'join'"));
}

struct Message {
  std::string body;
  std::string version;
  std::string text;
};

TEST(OozieReader, MessagesSayWhatIsWanted) {
  const Message kCases[] = {
      {"<pig><job-tracker>j</job-tracker><name-node>hdfs://n</name-node><script>s</script>"
       "<argument>x</argument></pig>",
       "0.1",
       "`<argument>` needs uri:oozie:workflow:0.2 or later; the definition uses "
       "uri:oozie:workflow:0.1"},
      {"<fs><setrep path='/x' replication-factor='2'/></fs>", "1.0",
       "`<setrep>` exists only up to uri:oozie:workflow:0.5; the definition uses "
       "uri:oozie:workflow:1.0"},
      {"<fs><setrep path='/x' replication-factor='2'/></fs>", "0.4",
       "`<setrep>` needs uri:oozie:workflow:0.5; the definition uses uri:oozie:workflow:0.4"},
      {"<hive><script>s</script></hive>", "1.0",
       "`<hive>` is not in uri:oozie:workflow:1.0; it has a namespace of its own: write "
       "xmlns=\"uri:oozie:hive-action:1.0\""},
      {"<shell xmlns='uri:oozie:shell-action:0.4'/>", "1.0",
       "uri:oozie:shell-action:0.4 does not exist; there are versions 0.1, 0.2, 0.3 and 1.0"},
      {"<shel xmlns='uri:oozie:shell-action:0.3'/>", "1.0",
       "`<shel>` is not the element of uri:oozie:shell-action:0.3; its element is `<shell>`"},
      {"<map-recude/>", "1.0",
       "`<map-recude>` is not a known kind of action; did you mean 'map-reduce'?"},
      {"<hdfs/>", "1.0",
       "`<hdfs>` is an action of hadoop-workflow; the definition uses uri:oozie:workflow:1.0"},
      {"<hive2 xmlns='uri:oozie:hive2-action:1.0'><jdbc-url>u</jdbc-url><script>s</script>"
       "<query>q</query></hive2>",
       "1.0", "`<query>` and `<script>` exclude each other"},
      {"<sqoop xmlns='uri:oozie:sqoop-action:1.0'/>", "1.0",
       "`<sqoop>` has no `<command>` or `<arg>`, which uri:oozie:sqoop-action:1.0 requires"},
      {"<shell xmlns='uri:oozie:shell-action:0.3'><exec xmlns=''>e</exec></shell>", "0.5",
       "`<exec>` is in no namespace; `<shell>` requires the namespace of "
       "uri:oozie:shell-action:0.3"},
      {"<java><main-class>m</main-class><launcher/></java>", "1.0",
       "`<launcher>` must stand before `<main-class>`"},
      {"<java><launcher><vcores>-1</vcores></launcher><main-class>m</main-class></java>", "1.0",
       "'-1' is not a whole number from 0 to 4294967295"},
      {"<java><launcher><vcores>${n}</vcores></launcher><main-class>m</main-class></java>", "1.0",
       "'${n}' is not a whole number from 0 to 4294967295; expressions are not evaluated here"},
      {"<sub-workflow><app-path>a<b/></app-path></sub-workflow>", "1.0",
       "`<b>` cannot stand here; `<app-path>` holds text only"},
      {"<fs><mkdir path='/x'>\n</mkdir></fs>", "1.0",
       "white space in `<mkdir>`, which must be empty: uri:oozie:workflow:1.0 does not even allow "
       "a line break between the tags of this element"},
      {"<fs xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/>", "1.0",
       "attribute 'i:nil' is not allowed in a workflow; of the attributes of XMLSchema-instance, "
       "only schemaLocation and noNamespaceSchemaLocation are allowed"},
  };
  for (const Message& c : kCases) {
    const ReadResult r = ReadText(InWorkflow(c.version, Action(c.body)));
    EXPECT_THAT(r.Messages(), testing::Contains(c.text)) << c.body;
  }
}

TEST(OozieReader, EmptyElementsAreEmpty) {
  const auto errors = [](const std::string& version, const std::string& body) {
    return ReadText(InWorkflow(version, Action(body))).Errors();
  };
  const std::string chmod = "<fs><chmod path='/x' permissions='755'>\n</chmod></fs>";
  EXPECT_THAT(errors("0.3", chmod), ElementsAre("3:40 UnexpectedText '\n'"));
  EXPECT_THAT(errors("0.4", chmod), IsEmpty()) << "it may have <recursive> from then on";
  EXPECT_THAT(errors("0.3", "<fs><mkdir path='/x'><!-- new --></mkdir></fs>"), IsEmpty());
}

TEST(OozieReader, ActionsOfOtherVersions) {
  const auto errors = [](const std::string& body) {
    return ReadText(InWorkflow("0.5", Action(body))).Errors();
  };
  EXPECT_THAT(errors("<fs xmlns='uri:oozie:workflow:0.4'><touchz path='/x'/></fs>"), IsEmpty());
  EXPECT_THAT(errors("<fs xmlns='uri:oozie:workflow:0.3'><touchz path='/x'/></fs>"),
              ElementsAre(HasSubstr("UnknownElement 'touchz'")));
  EXPECT_THAT(errors("<fs xmlns='uri:oozie:workflow:0.9'/>"),
              ElementsAre(HasSubstr("UnknownActionKind 'fs'")));
  EXPECT_THAT(errors("<http xmlns='uri:oozie:workflow:0.1'/>"),
              ElementsAre(HasSubstr("UnknownActionKind 'http'")));
}

TEST(OozieReader, Sla) {
  const auto errors = [](const std::string& version, const std::string& sla) {
    return ReadText("<workflow-app xmlns='uri:oozie:workflow:" + version +
                    "' name='w'><start to='end'/><end name='end'/>" + sla + "</workflow-app>")
        .Errors();
  };
  const std::string good =
      "<s:info xmlns:s='uri:oozie:sla:0.2'><s:nominal-time>${t + 10 * MINUTES}</s:nominal-time>"
      "<s:should-end>5</s:should-end></s:info>";
  EXPECT_THAT(errors("0.5", good), IsEmpty());
  EXPECT_THAT(errors("0.4", good), ElementsAre(HasSubstr("UnknownElement 's:info'")));
  EXPECT_THAT(errors("0.5", good + good), ElementsAre(HasSubstr("RepeatedElement 's:info'")));
  EXPECT_THAT(errors("0.5", "<info xmlns='uri:oozie:sla:0.2'/>"),
              ElementsAre(HasSubstr("MissingElement"), HasSubstr("MissingElement")));
  EXPECT_THAT(errors("0.5", "<info xmlns='uri:oozie:sla:0.3'/>"),
              ElementsAre(HasSubstr("UnknownElement 'info'")));
}

TEST(OozieReader, OnFinish) {
  const auto read = [](const std::string& children) {
    return ReadText(
        "<workflow-app xmlns='uri:oozie:workflow:0.5' name='w'><start to='a'/>"
        "<action name='a'><fs/>" +
        children + "</action><end name='end'/></workflow-app>");
  };
  const std::string ways = "<ok to='end'/><error to='end'/>";
  const std::string good = "<t:on-finish xmlns:t='uri:hpdl:token:0.1'>${x}</t:on-finish>";
  const ReadResult r = read(ways + good);
  EXPECT_THAT(r.Errors(), IsEmpty());
  const ast::Node& a = r.workflow->nodes[1];
  ASSERT_TRUE(a.on_finish);
  EXPECT_EQ(a.on_finish->text.value, "${x}");
  EXPECT_TRUE(a.on_finish->expr.valid());
  EXPECT_THAT(read(good + ways).Errors(), IsEmpty());
  EXPECT_THAT(read(ways + good + good).Errors(),
              ElementsAre(HasSubstr("RepeatedElement 't:on-finish'")));
  const auto message = [&](const std::string& element) {
    const ReadResult wrong = read(ways + element);
    EXPECT_THAT(wrong.Errors(), ElementsAre(HasSubstr("UnknownElement")));
    return wrong.Messages().at(0);
  };
  EXPECT_THAT(message("<on-finish/>"), HasSubstr("with xmlns=\"uri:hpdl:token:0.1\""));
  EXPECT_THAT(message("<on-finish xmlns='uri:hpdl:token:2'/>"), HasSubstr("uri:hpdl:token:2"));
  EXPECT_THAT(message("<on-finsh xmlns='uri:hpdl:token:0.1'/>"), HasSubstr("`<on-finish>`"));
  EXPECT_THAT(message("<on-finsh/>"), HasSubstr("did you mean 'on-finish'?"));
  EXPECT_THAT(message("<on-finish xmlns='uri:hpdl:token:0.1'><put/></on-finish>"),
              HasSubstr("`<put>`"));
}

TEST(HwsReader, OnFinish) {
  const auto read = [](const std::string& children) {
    return ReadText(
        "<hadoop-workflow name='w'><start to='a'/><hdfs name='a'>"
        "<file-system>file:///</file-system><commands/>" +
        children +
        "<transition name='OK' to='e'/><transition name='ERROR' to='e'/></hdfs>"
        "<end name='e'/></hadoop-workflow>");
  };
  const ReadResult r = read("<on-finish>${x}</on-finish>");
  EXPECT_THAT(r.Errors(), IsEmpty());
  ASSERT_TRUE(r.workflow->nodes[1].on_finish);
  EXPECT_EQ(r.workflow->nodes[1].on_finish->text.value, "${x}");
  EXPECT_THAT(read("<on-finish/><on-finish/>").Errors(),
              ElementsAre(HasSubstr("RepeatedElement 'on-finish'")));
  EXPECT_THAT(read("<on-finsh/>").Messages(), ElementsAre(HasSubstr("did you mean 'on-finish'?")));
}

TEST(Root, UnknownLanguages) {
  const auto message = [](const std::string& text) {
    const ReadResult r = ReadText(text);
    EXPECT_EQ(r.workflow, nullptr);
    EXPECT_THAT(r.Errors(), ElementsAre(HasSubstr("UnknownLanguage")));
    return r.Messages().at(0);
  };
  EXPECT_THAT(message("<workflow-app name='w'/>"), HasSubstr("has no namespace"));
  EXPECT_THAT(message("<workflow-app xmlns='uri:oozie:workflow:0.6'/>"),
              HasSubstr("0.4.5 0.5 1.0"));
  EXPECT_THAT(message("<workflow xmlns='uri:oozie:workflow:0.5'/>"),
              HasSubstr("does not begin a definition"));
  EXPECT_THAT(message("<workflow-ap/>"), HasSubstr("did you mean 'workflow-app'?"));
  EXPECT_THAT(message("<hadoop-workflow xmlns='u' name='w'/>"),
              HasSubstr("must have no namespace, but here it is in u"));
  EXPECT_THAT(message("<coordinator-app xmlns='uri:oozie:coordinator:0.6'/>"),
              HasSubstr("uri:oozie:coordinator exists in versions 0.1 0.2 0.3 0.4 0.5"));
}

TEST(HwsReader, EveryConstruct) {
  const ReadResult r = ReadText(R"(<hadoop-workflow name="w">
  <end name="end"/>
  <hadoop name="h">
    <transition name="ERROR" to="bad"/>
    <configuration><property><value>#{VAR}</value><name>n</name></property></configuration>
    <streaming><reducer>r</reducer><mapper>m</mapper><cacheFiles><file>/f#f</file></cacheFiles>
    </streaming>
    <prepare><delete path="/out"/></prepare>
    <transition name="OK" to="d"/>
  </hadoop>
  <decision name="d">
    <transition name="GO" to="f"/><transition name="STOP" to="end"/>
    <eval name="GO">${hdfs:size('/x') gt 10 * GB}</eval><default name="STOP"/>
  </decision>
  <fork name="f"><transition to="x"/><transition to="s"/></fork>
  <hdfs name="x"><file-system>hdfs://h:9000</file-system><user>u</user>
    <commands><move source='a' target='b'/><mkdir path='c'/><delete path='d'/></commands>
    <transition name="OK" to="j"/><transition name="ERROR" to="bad"/></hdfs>
  <ssh name="s"><host>u@h</host><command>c</command><args>a</args><args>b</args><capture-output/>
    <transition name="OK" to="j"/><transition name="ERROR" to="bad"/></ssh>
  <join name="j"><transition to="p"/></join>
  <pig name="p"><pig-host>u@h</pig-host><pig-script>/s.pig</pig-script><hadoop-user>u</hadoop-user>
    <parameters><param>A=b</param></parameters>
    <transition name="OK" to="c"/><transition name="ERROR" to="bad"/></pig>
  <sub-workflow name="c"><host-url>http://h</host-url><hadoop-workflow>child</hadoop-workflow>
    <transition name="OK" to="g"/><transition name="ERROR" to="bad"/></sub-workflow>
  <http name="g"><url>http://h</url><post content-type="text/plain">  keep
 it </post><mode>WAIT</mode>
    <transition name="OK" to="e"/><transition name="ERROR" to="bad"/></http>
  <email name="e"><to>a@b</to><subject>s</subject><message/>
    <transition name="OK" to="end"/><transition name="ERROR" to="bad"/></email>
  <fail name="bad"><message>m</message></fail>
  <start to="h"/>
</hadoop-workflow>)");
  ASSERT_THAT(r.Errors(), IsEmpty());
  const ast::Workflow& w = *r.workflow;
  EXPECT_EQ(w.dialect, ast::Dialect::kHws);
  EXPECT_EQ(w.version, stdlib::kHws);
  ASSERT_EQ(w.nodes.size(), 13u);
  EXPECT_EQ(w.nodes[1].kind->decl->name, "hadoop");
  EXPECT_THAT(TargetsOf(w.nodes[1]), ElementsAre("OK>d", "ERROR>bad"));
  const ast::Template& value = *w.nodes[1].body.children[0].children[0].children[0].text;
  EXPECT_TRUE(value.expr.valid());
  EXPECT_EQ(value.environment, stdlib::kHwsWorkflow);
  EXPECT_THAT(TargetsOf(w.nodes[2]), ElementsAre("GO>f?", "STOP>end"));
  EXPECT_THAT(TargetsOf(w.nodes[3]), ElementsAre(">x", ">s"));
  EXPECT_THAT(TargetsOf(w.nodes[6]), ElementsAre(">p"));
  EXPECT_EQ(w.nodes[9].body.children[1].text->text.value, "  keep\n it ");
  EXPECT_EQ(w.nodes[11].type, ast::NodeType::kKill);
}

TEST(HwsReader, Errors) {
  const ReadResult r = ReadText(R"(<hadoop-workflow name="w">
<start to="h"/>
<hadoop name="h"><transition name="OK" to="d"/><transition name="EROR" to="d"/></hadoop>
<decision name="d"><eval name="GO">${1 gt 2}</eval><default name="STOPP"/>
<transition name="STOP" to="end"/><transition name="STOP" to="f"/></decision>
<hfds name="x"/>
<sub-workflow name="s"><propagate-configuration/><hadoop-workflow>c</hadoop-workflow>
<transition name="OK" to="end"/><transition name="OK" to="end"/></sub-workflow>
<start to="d"/>
</hadoop-workflow>)");
  EXPECT_THAT(r.Errors(),
              ElementsAre("1:2 MissingElement 'hadoop-workflow'", "3:2 MissingElement 'hadoop'",
                          "3:66 UnknownTransition 'EROR'", "4:32 UnknownTransition 'GO'",
                          "4:67 UnknownTransition 'STOPP'", "5:53 RepeatedElement 'STOP'",
                          "6:2 UnknownElement 'hfds'", "7:2 MissingElement 'sub-workflow'",
                          "7:25 UnknownElement 'propagate-configuration'",
                          "8:51 RepeatedElement 'OK'", "9:2 RepeatedElement 'start'"));
  EXPECT_THAT(r.Messages(), testing::Contains(HasSubstr("did you mean 'STOP'?")));
  EXPECT_THAT(r.Messages(), testing::Contains(HasSubstr("did you mean 'hdfs'?")));
}

}  // namespace
}  // namespace hpdl::frontend
