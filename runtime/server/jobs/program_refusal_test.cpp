#include "runtime/server/jobs/program_refusal.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(ProgramRefusal, ItsOwnWordsAndTheirCode) {
  ChildEnd end;
  end.code = 2;
  end.output =
      "abc: warning: -D 'x' is unknown\n"
      "abc: The following 1 parameters are required but were not defined: out [E0738]\n"
      "abc: a second line\n"
      "  a hint\n";
  const Error error = RefusalOf(end, "/state/programs/abc");
  EXPECT_EQ(error.code, "E0738");
  EXPECT_EQ(error.message,
            "The following 1 parameters are required but were not defined: out\na second line");
}

TEST(ProgramRefusal, NamesNoFolderThatIsGone) {
  ChildEnd end;
  end.code = 2;
  end.output =
      "abc: /state/programs/.hpdlc.x7/workflow.xml:3: node 'a': no\n"
      "abc: see /s/.hpdlc.y/w.xml, /s/.hpdlc\n";
  EXPECT_EQ(RefusalOf(end, "/state/programs/abc").message,
            "workflow.xml:3: node 'a': no\nsee w.xml, /s/.hpdlc");
}

TEST(ProgramRefusal, WithoutWords) {
  ChildEnd end;
  end.code = -1;
  end.signal = 9;
  const Error error = RefusalOf(end, "p");
  EXPECT_EQ(error.code, "E0307");
  EXPECT_EQ(error.message, "Runtime error [the job's program ended by signal 9]");
  EXPECT_EQ(error.error_class, ErrorClass::kTransient);
}

/// Returns the code and the message of a refusal with this output.
std::string RefusalWords(const std::string& lines) {
  ChildEnd end;
  end.code = 2;
  end.output = lines;
  const Error error = RefusalOf(end, "/programs/p");
  return error.code + ": " + error.message;
}

TEST(ProgramRefusal, OnlyACodeAtTheEndIsOne) {
  const std::pair<const char*, const char*> cases[] = {
      {"p: no [E0738]\n", "E0738: no"},
      {"p: no [E12345]\n", "E12345: no"},
      {"p: [E0738]\n", "E0307: [E0738]"},
      {"p: no [E0738] more\n", "E0307: no [E0738] more"},
      {"p: no [E073]\n", "E0307: no [E073]"},
      {"p: no [E07x8]\n", "E0307: no [E07x8]"},
      {"p: no [X0738]\n", "E0307: no [X0738]"},
      {"p: no]\n", "E0307: no]"},
      {"p: no [E0738\n", "E0307: no [E0738"},
      {"p: one [E0738]\np: two [E0701]\n", "E0738: one\ntwo"},
      {"p: one\np: two [E0701]\n", "E0701: one\ntwo"},
  };
  for (const auto& [lines, words] : cases) {
    EXPECT_EQ(RefusalWords(lines), words) << lines;
  }
}

TEST(ProgramRefusal, OnlyItsOwnLinesCount) {
  EXPECT_EQ(RefusalWords("q: no\n p: no\np: warning: w\n"),
            "E0307: Runtime error [the job's program ended with exit code 2]");
}

TEST(ProgramRefusal, IsBounded) {
  std::string lines;
  for (int i = 0; i < 10; ++i) {
    lines += "p: " + std::string(999, 'x') + "\n";
  }
  EXPECT_EQ(RefusalWords(lines).size(), 7 + 5 * 999 + 4U)
      << "the line that goes beyond is the last";
}

}  // namespace
}  // namespace hpdl::rt
