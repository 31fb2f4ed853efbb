#include "runtime/server/applications/compile_errors.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(CompileErrors, TheFirstCodeAndTheFirstErrors) {
  const Error error = CompileError(
      "/apps/w/workflow.xml:3:4: warning: unused [UnusedNode]\n"
      "/apps/w/workflow.xml:5:2: error: no such function 'x' [UnknownFunction]\n"
      "  <a>: error: in an excerpt</a>\n"
      "     ^\n"
      "/apps/w/workflow.xml:9:7: error: fork without join [ForkJoinCount E0730]\n"
      "/apps/w/workflow.xml:1:1: note: here\n"
      "2 errors in 1 file\n",
      "/apps/w");
  EXPECT_EQ(error.code, "E0730");
  EXPECT_EQ(error.message,
            "Fork/Join not in pair:\n"
            "workflow.xml:5:2: error: no such function 'x' [UnknownFunction]\n"
            "workflow.xml:9:7: error: fork without join [ForkJoinCount E0730]");
}

TEST(CompileErrors, AWarningThatQuotesAnErrorIsNone) {
  EXPECT_EQ(CompileError("w:1:1: warning: x: error: y [A E0708]\nw:2:1: error: z [B E0707]\n", "")
                .message,
            "w:2:1: error: z [B E0707]");
}

TEST(CompileErrors, WithoutACodeOfOozie) {
  EXPECT_EQ(CompileError("w.xml:1:1: error: bad [X]\n", "").code, "E0701");
  EXPECT_EQ(CompileError("w.xml:1:1: error: bad E0730]\n", "").code, "E0701");
  EXPECT_EQ(CompileError("/a/w.xml:1:1: error: bad\n", "/a/w.xml").message,
            "/a/w.xml:1:1: error: bad");
  const Error odd = CompileError("hpdlc fell over\n", "");
  EXPECT_EQ(odd.code, "E0701");
  EXPECT_EQ(odd.message, "hpdlc fell over\n");
}

TEST(CompileErrors, AreBounded) {
  std::string output;
  for (int i = 0; i < 1000; ++i) {
    output += "w.xml:1:1: error: " + std::string(10'000, 'x') + " [X E0708]\n";
  }
  const Error error = CompileError(output, "");
  EXPECT_LT(error.message.size(), 3000U);
  EXPECT_TRUE(error.message.ends_with("and 995 more"));
}

TEST(CompileErrors, OnlyACodeOfOozieAtTheEndIsOne) {
  const std::pair<const char*, const char*> cases[] = {
      {"[X E0730]", "E0730"}, {"[X E073]", "E0701"},    {"[X E07301]", "E0701"},
      {"[X F0730]", "E0701"}, {"[X E07a0]", "E0701"},   {"[E0730]", "E0701"},
      {"E0730]", "E0701"},    {"[X E0730] x", "E0701"}, {"[X Y E0731]", "E0731"},
  };
  for (const auto& [end, code] : cases) {
    EXPECT_EQ(CompileError("w.xml:1:1: error: bad " + std::string(end) + "\n", "").code, code)
        << end;
  }
}

TEST(CompileErrors, OnlyTheFolderItselfIsTakenOff) {
  const auto message = [](const char* line, const char* folder) {
    return CompileError(line, folder).message;
  };
  EXPECT_EQ(message("/a/w//x.xml:1: error: b", "/a/w"), "x.xml:1: error: b");
  EXPECT_EQ(message("/a/wider/x.xml:1: error: b", "/a/w"), "/a/wider/x.xml:1: error: b");
  EXPECT_EQ(message("x/a/w/x.xml:1: error: b", "/a/w"), "x/a/w/x.xml:1: error: b");
  EXPECT_EQ(message("/x.xml:1: error: b", ""), "/x.xml:1: error: b");
}

TEST(CompileErrors, FiveAreShown) {
  std::string output;
  for (int i = 1; i <= 5; ++i) {
    output += "w:" + std::to_string(i) + ": error: x\n";
  }
  EXPECT_EQ(CompileError(output, "").message,
            "w:1: error: x\nw:2: error: x\nw:3: error: x\nw:4: error: x\nw:5: error: x");
  EXPECT_TRUE(CompileError(output + "w:6: error: x\n", "").message.ends_with("x\nand 1 more"));
  EXPECT_EQ(CompileError("w: error: " + std::string(1000, 'x'), "").message.size(), 500U);
  EXPECT_EQ(CompileError(std::string(1000, 'x'), "").message.size(), 500U);
}

TEST(CompileWarnings, OnlyTheWarnings) {
  EXPECT_EQ(CompileWarnings("warning: no place [A]\n"
                            "/apps/w/workflow.xml:3:4: warning: unused [UnusedNode]\n"
                            "  <a>: warning: in an excerpt</a>\n"
                            "     ^\n"
                            "/apps/w/workflow.xml:1:1: note: here: warning: x\n"
                            "/apps/w/workflow.xml:1:1: remark: here [B]\n"
                            "/apps/w/lib/x.sh: warning: y [C E0701]\n"
                            "3 warnings in 2 files\n",
                            "/apps/w", false),
            "warning: no place [A]\n"
            "workflow.xml:3:4: warning: unused [UnusedNode]\n"
            "lib/x.sh: warning: y [C E0701]");
  EXPECT_EQ(CompileWarnings("", "/a", false), "");
}

TEST(CompileWarnings, AreBounded) {
  std::string output;
  for (int i = 0; i < 1000; ++i) {
    output += "w.xml:1:1: warning: " + std::string(10'000, 'x') + " [Long]\n";
  }
  const std::string warnings = CompileWarnings(output, "", false);
  EXPECT_LT(warnings.size(), 51'000U);
  EXPECT_TRUE(warnings.ends_with("x... [Long]\nmore warnings are not listed"));
  EXPECT_EQ(CompileWarnings("w: warning: x\nw: war", "", true),
            "w: warning: x\nmore warnings are not listed");
}

std::string PartsOfLine(std::string_view line) {
  const CompilerLine read = ReadCompilerLine(line);
  std::string text(read.file);
  text += "|" + std::to_string(read.line) + "|" + std::to_string(read.column) + "|";
  return text.append(read.message).append("|").append(read.kind);
}

TEST(CompilerLines, AreReadInParts) {
  const std::pair<const char*, const char*> cases[] = {
      {"w.xml:3:4: error: bad [X E0730]", "w.xml|3|4|bad [X E0730]|X"},
      {"a:b.xml:3:4: warning: 'x [y]' is odd [Z]", "a:b.xml|3|4|'x [y]' is odd [Z]|Z"},
      {"w.xml: warning: odd [Z]", "w.xml|0|0|odd [Z]|Z"},
      {"w.xml:x:4: warning: odd [Z]", "w.xml:x:4|0|0|odd [Z]|Z"},
      {":3:4: warning: odd", "|3|4|odd|"},
      {"warning: odd [Z]", "|0|0|odd [Z]|Z"},
      {"w:1:1: error: [Z]", "w|1|1|[Z]|"},
      {"w:1:1: error:  []", "w|1|1| []|"},
      {"and 7 more", "|0|0|and 7 more|"},
      {"", "|0|0||"}};
  for (const auto& [line, parts] : cases) {
    EXPECT_EQ(PartsOfLine(line), parts) << line;
  }
}

}  // namespace
}  // namespace hpdl::rt
