#include "compiler/diagnostics/formats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compiler/diagnostics/columns.h"
#include "compiler/diagnostics/fixes.h"
#include "compiler/diagnostics/text.h"

namespace hpdl {
namespace {

/// Returns one error about `word` in the source.
std::vector<Diagnostic> About(const SourceBuffer& source, std::string_view word) {
  Diagnostics diagnostics;
  const auto at = static_cast<std::uint32_t>(source.text().find(word));
  diagnostics.Emit(DiagnosticKind::kUnknownNode, &source,
                   {at, static_cast<std::uint32_t>(at + word.size())}, "there is no node");
  std::vector<Diagnostic> found = diagnostics.Sorted();
  found[0].secrets = nullptr;  // the secrets belong to `diagnostics`, which this function destroys
  return found;
}

TEST(Text, PlaceLineAndCaret) {
  const SourceBuffer source("w.xml", "<a>\n\t<ok to=\"endd\"/>\n</a>\n");
  EXPECT_EQ(FormatText(About(source, "endd"), {}),
            "w.xml:2:10: error: there is no node [UnknownNode E0708]\n"
            "   <ok to=\"endd\"/>\n"
            "           ^~~~\n");
}

TEST(Text, ColumnsAreCodePoints) {
  const SourceBuffer source("w.xml", "<\xc3\xa4\xe2\x82\xac x/>");
  EXPECT_EQ(FormatText(About(source, "x"), {}),
            "w.xml:1:5: error: there is no node [UnknownNode E0708]\n"
            "  <\xc3\xa4\xe2\x82\xac x/>\n"
            "      ^\n");
}

TEST(Text, LongLinesAreCutAroundTheCaret) {
  const SourceBuffer source("w.xml", std::string(5000, 'a') + "HERE" + std::string(5000, 'b'));
  const std::string text = FormatText(About(source, "HERE"), {});
  EXPECT_LT(text.size(), 400u);
  EXPECT_NE(text.find("  ..." + std::string(40, 'a') + "HERE"), std::string::npos) << text;
  EXPECT_NE(text.find("b...\n  " + std::string(43, ' ') + "^~~~\n"), std::string::npos) << text;
}

TEST(Text, IsBoundedAndSaysWhatIsLeftOut) {
  const SourceBuffer source("w.xml", "<a/>");
  Diagnostics diagnostics;
  for (int i = 0; i < 1500; ++i) {
    diagnostics.Emit(DiagnosticKind::kUnreachableNode, &source, {0, 1}, "never");
    diagnostics.Emit(DiagnosticKind::kUnknownNode, &source, {1, 2}, "nowhere");
  }
  diagnostics.Emit(DiagnosticKind::kUnknownNode, &source, {1, 2}, "nowhere");
  const std::string text = FormatText(diagnostics.Sorted(), {});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3 * 2000 + 2);
  EXPECT_TRUE(
      text.ends_with("501 more errors are not shown; hpdlc verify --format json lists all\n"
                     "500 more warnings are not shown; hpdlc verify --format json lists all\n"));
  EXPECT_NE(FormatGithub(diagnostics.Sorted()).find("nowhere"), std::string::npos);
}

TEST(Text, AKindThatComesWithManyFilesIsShownOnce) {
  const SourceBuffer one("one.xml", "<a/>"), two("two.xml", "<a/>");
  Diagnostics diagnostics;
  diagnostics.Emit(DiagnosticKind::kDeprecatedSchema, &one, {0, 1}, "old");
  EXPECT_EQ(FormatText(diagnostics.Sorted(), {}).find("not shown"), std::string::npos);
  diagnostics.Emit(DiagnosticKind::kDeprecatedSchema, &two, {0, 1}, "old");
  const std::string text = FormatText(diagnostics.Sorted(), {});
  EXPECT_EQ(text.find("two.xml"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(
      "1 more DeprecatedSchema remark is not shown; hpdlc verify --format json lists all\n"));
  EXPECT_NE(FormatGithub(diagnostics.Sorted()).find("two.xml"), std::string::npos);
}

TEST(Text, ManyMessagesAboutOneHugeLine) {
  std::string line;
  for (int i = 0; i < 200'000; ++i) {
    line += "\xc3\xa4 x ";
  }
  const SourceBuffer source("w.xml", line);
  Diagnostics diagnostics;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    diagnostics.Emit(DiagnosticKind::kElSyntax, &source, {i * 45 + 3, i * 45 + 4}, "x");
  }
  const std::string text = FormatText(diagnostics.Sorted(), {});
  EXPECT_NE(text.find("w.xml:1:" + std::to_string(999 * 36 + 3) + ": "), std::string::npos);
  EXPECT_LT(text.size(), 1000u * 600);
}

TEST(Text, RangeOverSeveralLinesIsMarkedToTheEndOfTheFirst) {
  const SourceBuffer source("w.xml", "ab <x\n y>");
  EXPECT_NE(FormatText(About(source, "<x\n y>"), {}).find("  ab <x\n     ^~ to line 2\n"),
            std::string::npos);
}

TEST(Text, EmptyRangeAtTheEndOfTheFile) {
  const SourceBuffer source("w.xml", "<a>\n");
  Diagnostics diagnostics;
  diagnostics.Emit(DiagnosticKind::kXmlSyntax, &source, {4, 4}, "unclosed");
  EXPECT_EQ(FormatText(diagnostics.Sorted(), {}),
            "w.xml:2:1: error: unclosed [XmlSyntax E0700]\n  \n  ^\n");
}

TEST(Text, NotesWarningsAndFilesWithoutText) {
  const SourceBuffer source("w.xml", "one two");
  Diagnostics diagnostics;
  diagnostics.Emit(DiagnosticKind::kUnreachableNode, &source, {4, 7}, "lost")
      .notes.push_back({&source, {0, 3}, "not from here"});
  diagnostics.Emit(DiagnosticKind::kXmlEncoding, nullptr, {}, "no such byte").file = "x.xml";
  const std::string text = FormatText(diagnostics.Sorted(), {});
  EXPECT_NE(text.find("w.xml:1:5: warning: lost [UnreachableNode]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("w.xml:1:1: note: not from here\n  one two\n  ^~~\n"), std::string::npos);
  EXPECT_NE(text.find("x.xml: error: no such byte [XmlEncoding E0701]\n"), std::string::npos);
}

TEST(Text, ColorsOnRequestAndNoEscapesFromTheFile) {
  const SourceBuffer source("w.xml", "a\x1b[31m endd");
  const std::vector<Diagnostic> found = About(source, "endd");
  EXPECT_EQ(FormatText(found, {}).find('\x1b'), std::string::npos);
  EXPECT_NE(FormatText(found, {.color = true}).find("\x1b[1;31merror: \x1b[0m"), std::string::npos);
}

TEST(Text, WideCharactersMoveTheCaret) {
  const SourceBuffer source("w.xml", "\xe6\x97\xa5\xe6\x9c\xac x\xe6\x97\xa5!");
  EXPECT_EQ(FormatText(About(source, "x\xe6\x97\xa5"), {}),
            "w.xml:1:4: error: there is no node [UnknownNode E0708]\n"
            "  \xe6\x97\xa5\xe6\x9c\xac x\xe6\x97\xa5!\n"
            "       ^~~\n");
}

TEST(Text, ReplacementsStandBelowAndOtherCorrectionsAreSaid) {
  const SourceBuffer source("w.xml", "<ok to='frist'/>");
  std::vector<Diagnostic> found = About(source, "frist");
  found[0].fix = Fix{"rename to 'first'", {{found[0].range, "first"}}, true};
  EXPECT_TRUE(FormatText(found, {}).ends_with("          ^~~~~\n          first\n"))
      << FormatText(found, {});
  found[0].fix = Fix{"remove it", {{found[0].range, ""}}, false};
  EXPECT_TRUE(FormatText(found, {}).ends_with("          ^~~~~\n          fix: remove it\n"));
}

TEST(Text, SecretsAreMaskedWhoeverSpeaksOfTheLine) {
  const SourceBuffer source("w.xml", "<a>geheim</a> endd");
  Diagnostics diagnostics;
  diagnostics.Emit(DiagnosticKind::kUnknownNode, &source, {14, 18}, "no node");
  diagnostics.Hide(&source, {3, 9});
  const std::string text = FormatText(diagnostics.Sorted(), {});
  EXPECT_EQ(text.find("geheim"), std::string::npos) << text;
  EXPECT_NE(text.find("  <a>******</a> endd\n                ^~~~\n"), std::string::npos) << text;
}

TEST(Text, LinesFitTheTerminal) {
  const SourceBuffer source("w.xml", std::string(66, 'a') + "HERE" + std::string(60, 'b'));
  TextOptions options;
  options.width = 70;
  const std::string text = FormatText(About(source, "HERE"), options);
  EXPECT_NE(text.find("\n  ..." + std::string(34, 'a') + "HERE"), std::string::npos) << text;
  EXPECT_NE(text.find("b...\n"), std::string::npos) << text;
  // The marked part fits, so the left side is not cut.
  options.width = 75;
  EXPECT_NE(
      FormatText(About(source, "HERE"), options).find("\n  " + std::string(66, 'a') + "HERE...\n"),
      std::string::npos);
}

/// Returns the line of source below the first message.
std::string ShownLine(const std::string& text) {
  const std::size_t begin = text.find('\n') + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(Text, WhatIsCutCountsWithItsDots) {
  for (const std::size_t before : {0u, 1u, 39u, 41u, 90u, 97u, 98u, 100u, 150u, 5000u}) {
    for (const std::size_t behind : {0u, 1u, 3u, 60u, 100u, 5000u}) {
      const SourceBuffer source(
          "w.xml", std::string(before, 'a') + "\xe6\x97\xa5HERE" + std::string(behind, 'b'));
      for (const std::size_t width : {40u, 70u, 102u}) {
        TextOptions options;
        options.width = width;
        const std::string text = FormatText(About(source, "HERE"), options);
        const std::string line = ShownLine(text);
        EXPECT_LE(Columns(line), width) << text;
        EXPECT_NE(line.find("HERE"), std::string::npos) << text;
        EXPECT_EQ(Columns(line) < 2 + before + 6 + behind, line.find("...") < line.size()) << text;
        const std::size_t caret = text.rfind("^~~~\n") - text.rfind('\n', text.rfind('^')) - 1;
        EXPECT_EQ(caret, Columns(line.substr(0, line.find("HERE")))) << text;
      }
    }
  }
}

TEST(Text, NoDotsBeforeTheBeginOfALine) {
  const SourceBuffer source("w.xml", "<a " + std::string(200, 'b'));
  const std::string text = FormatText(About(source, source.text()), {});
  EXPECT_EQ(ShownLine(text), "  <a " + std::string(94, 'b') + "...");
  EXPECT_NE(text.find("\n  ^" + std::string(96, '~') + "\n"), std::string::npos) << text;
}

TEST(Text, Summary) {
  const SourceBuffer one("a.xml", "x endd");
  const SourceBuffer two("b.xml", "x");
  EXPECT_EQ(FormatSummary({}, {}), "");
  std::vector<Diagnostic> found = About(one, "endd");
  EXPECT_EQ(FormatSummary(found, {}), "1 error in 1 file\n");
  Diagnostics more;
  more.Emit(DiagnosticKind::kUnreachableNode, &two, {0, 1}, "never");
  more.Emit(DiagnosticKind::kUnreachableNode, &two, {0, 1}, "never");
  more.Emit(DiagnosticKind::kUselessSilence, &two, {0, 1}, "useless");
  for (const Diagnostic& diagnostic : more.Sorted()) {
    found.push_back(diagnostic);
  }
  Diagnostics nowhere;
  nowhere.Emit(DiagnosticKind::kPropertyCycle, nullptr, {}, "circle");
  EXPECT_EQ(FormatSummary(nowhere.Sorted(), {}), "1 error\n");
  TextOptions options;
  options.corrections = 1;
  EXPECT_EQ(FormatSummary(found, options),
            "1 error, 2 warnings, 1 remark in 2 files; --fix corrects 1\n");
  found.push_back(nowhere.Sorted()[0]);
  EXPECT_EQ(FormatSummary(found, {}), "2 errors, 2 warnings, 1 remark in 2 files\n");
}

TEST(Json, CorrectionsAndRemarks) {
  const SourceBuffer source("w.xml", "a\nb endd");
  std::vector<Diagnostic> found = About(source, "endd");
  found[0].fix = Fix{"rename to 'end'", {{found[0].range, "end"}}, true};
  found[0].severity = Severity::kRemark;
  const auto json = nlohmann::json::parse(FormatJson(found));
  EXPECT_EQ(json["remarks"], 1);
  EXPECT_EQ(json["diagnostics"][0]["severity"], "remark");
  EXPECT_EQ(json["diagnostics"][0]["fix"], nlohmann::json::parse(R"({"title":"rename to 'end'",
    "safe":true,"edits":[{"start":{"line":2,"column":3},"end":{"line":2,"column":7},
    "text":"end"}]})"));
}

TEST(Github, RemarksAreNoticesAndNotesAreLines) {
  const SourceBuffer source("w.xml", "one\ntwo endd");
  std::vector<Diagnostic> found = About(source, "endd");
  found[0].severity = Severity::kRemark;
  found[0].notes.push_back({&source, {0, 3}, "see"});
  EXPECT_EQ(FormatGithub(found),
            "::notice file=w.xml,line=2,col=5,endColumn=8::there is no node [UnknownNode "
            "E0708]%0Anote: w.xml:1: see\n");
}

TEST(Json, ShapeOfVersion1) {
  const SourceBuffer source("w.xml", "a\nb endd");
  std::vector<Diagnostic> found = About(source, "endd");
  found[0].notes.push_back({&source, {0, 1}, "see"});
  const auto json = nlohmann::json::parse(FormatJson(found));
  EXPECT_EQ(json, nlohmann::json::parse(
                      R"({"version":1,"errors":1,"warnings":0,"remarks":0,"diagnostics":[
    {"kind":"UnknownNode","severity":"error","oozieCode":"E0708","message":"there is no node",
     "file":"w.xml","start":{"line":2,"column":3},"end":{"line":2,"column":7},
     "notes":[{"message":"see","file":"w.xml","start":{"line":1,"column":1},
               "end":{"line":1,"column":2}}]}]})"));
}

TEST(Json, NothingFoundAndInvalidBytes) {
  EXPECT_EQ(FormatJson({}),
            "{\"version\":1,\"diagnostics\":[],\"errors\":0,\"warnings\":0,\"remarks\":0}\n");
  const SourceBuffer source("w\xff.xml", "endd");
  EXPECT_TRUE(nlohmann::json::accept(FormatJson(About(source, "endd"))));
}

TEST(Github, EscapesWhatSeparates) {
  const SourceBuffer source("a,b:c%.xml", "\nx endd");
  std::vector<Diagnostic> found = About(source, "endd");
  found[0].text = "100%\nsure: yes";
  EXPECT_EQ(FormatGithub(found),
            "::error file=a%2Cb%3Ac%25.xml,line=2,col=3,endColumn=6::100%25%0Asure: yes "
            "[UnknownNode E0708]\n");
}

TEST(Formats, NothingActsOnATerminal) {
  const SourceBuffer source("w\x1b[31m.xml", "x endd");
  std::vector<Diagnostic> found = About(source, "endd");
  found[0].text =
      "a\x1b[2J\xc2\x9b"
      "1m\x7f\xe2\x80\xae"
      "b";
  found[0].notes.push_back({&source, {0, 1}, "a\x1b]0;t\x07"});
  for (const std::string& out :
       {FormatText(found, {}), FormatJson(found), FormatGithub(found), FormatSarif(found, "1")}) {
    for (const char* bad : {"\x1b", "\x07", "\xc2\x9b", "\x7f", "\xe2\x80\xae"}) {
      EXPECT_EQ(out.find(bad), std::string::npos) << out;
    }
  }
}

TEST(Text, ACorrectionDoesNotShowASecret) {
  const SourceBuffer source("w.xml", "hunter2 hutner2");
  Diagnostics diagnostics;
  diagnostics.Hide(&source, {0, 7});
  diagnostics.Emit(DiagnosticKind::kUnknownNode, &source, {8, 15}, "there is no node").fix =
      Rename({8, 15}, "hunter2", true);
  const std::string text = FormatText(diagnostics.Sorted(), {});
  EXPECT_EQ(text.find("hunter2"), std::string::npos) << text;
  EXPECT_NE(text.find("fix: rename to '*******'"), std::string::npos) << text;
}

TEST(Sarif, OneRunWithRulesAndRegions) {
  const SourceBuffer source("my flow.xml", "a endd");
  const auto json = nlohmann::json::parse(FormatSarif(About(source, "endd"), "1.2"));
  EXPECT_EQ(json["version"], "2.1.0");
  ASSERT_EQ(json["runs"].size(), 1u);
  const auto& run = json["runs"][0];
  const auto& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "UnknownNode");
  EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<int>()]["id"], "UnknownNode");
  const auto& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "my%20flow.xml");
  EXPECT_EQ(place["region"]["startColumn"], 3);
  EXPECT_EQ(place["region"]["endColumn"], 7);
}

}  // namespace
}  // namespace hpdl
