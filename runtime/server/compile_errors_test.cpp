#include "runtime/server/compile_errors.h"

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
            "workflow.xml:5:2: error: no such function 'x' [UnknownFunction]\n"
            "workflow.xml:9:7: error: fork without join [ForkJoinCount E0730]");
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

}  // namespace
}  // namespace hpdl::rt
