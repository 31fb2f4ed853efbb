#include "runtime/server/program_refusal.h"

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
}

}  // namespace
}  // namespace hpdl::rt
