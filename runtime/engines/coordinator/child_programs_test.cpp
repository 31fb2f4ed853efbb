#include "runtime/engines/coordinator/child_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(ChildProgramsOfALoop, EachEndIsToldWithItsExitCode) {
  boost::asio::io_context loop;
  ChildPrograms children(loop);
  std::map<std::string, int> ends;
  for (const char* command : {"exit 0", "exit 7", "kill -KILL $$", "kill -TERM $$"}) {
    const std::string text = command;
    ASSERT_TRUE(children.Start({"/bin/sh", "-c", text}, [&ends, text](int code) {
      EXPECT_FALSE(ends.contains(text)) << "it is told once";
      ends[text] = code;
    }));
  }
  while (ends.size() < 4) {
    loop.run_one();
  }
  EXPECT_THAT(ends, ElementsAre(Pair("exit 0", 0), Pair("exit 7", 7), Pair("kill -KILL $$", 137),
                                Pair("kill -TERM $$", 143)));
}

TEST(ChildProgramsOfALoop, OneThatIsNotThereIsSaidAtOnce) {
  boost::asio::io_context loop;
  ChildPrograms children(loop);
  const Result<void> begun =
      children.Start({"/nonexistent/program"}, [](int) { FAIL() << "nothing has ended"; });
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error().error_class, ErrorClass::kTransient) << "it may be there later";
  EXPECT_THAT(begun.error().message, HasSubstr("cannot start /nonexistent/program: "));
  loop.poll();
}

/// The program continues after this process ends, so it must not have open files of this process.
TEST(ChildProgramsOfALoop, AProgramHasNothingOfOursOpenAndItsOwnSession) {
  boost::asio::io_context loop;
  ChildPrograms children(loop);
  const testing::TemporaryFolder temporary;
  const std::string out = temporary.path() + "/out";
  int own[2];
  ASSERT_EQ(pipe(own), 0);
  bool ended = false;
  const std::string script =
      "read line; echo \"read $?\" >> " + out + "; test -e /proc/$$/fd/" + std::to_string(own[0]) +
      "; echo \"own $?\" >> " + out +
      "; test \"$(cut -d ' ' -f 6 /proc/$$/stat)\" = $$; echo \"session $?\" >> " + out +
      "; one=$(readlink /proc/$$/fd/1); two=$(readlink /proc/$$/fd/2); echo $one $two >> " + out;
  ASSERT_TRUE(children.Start({"/bin/sh", "-c", script}, [&](int) { ended = true; }));
  while (!ended) {
    loop.run_one();
  }
  close(own[0]);
  close(own[1]);
  std::ifstream file(out);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, "read 1\nown 1\nsession 0\n/dev/null /dev/null\n");
}

}  // namespace
}  // namespace hpdl::rt
