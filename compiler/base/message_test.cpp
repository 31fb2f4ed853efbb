#include "compiler/base/message.h"

#include <gtest/gtest.h>

namespace hpdl {
namespace {

/// Returns the message with each byte of its values replaced by X.
std::string Marked(const Message& message) {
  return message.WithValues([](std::string_view value) { return std::string(value.size(), 'X'); })
      .str();
}

TEST(Message, KnowsItsValues) {
  EXPECT_EQ(Marked("no node " + Quoted("abc") + " in " + KnownTag("fork")),
            "no node 'XXX' in `<fork>`");
  EXPECT_EQ(Marked(std::string("made at run time")), "XXXXXXXXXXXXXXXX");
}

TEST(Message, PartsKeepWhatIsAValue) {
  const Message message = "no " + Quoted("abc") + " of " + Quoted("def");
  EXPECT_EQ(Marked(message.Part(0, 3)), "no ");
  EXPECT_EQ(Marked(message.Part(0, 5)), "no 'X");
  EXPECT_EQ(Marked(message.Part(5, 15)), "XX' of 'XX");
  EXPECT_EQ(Marked(message.Part(message.str().size(), message.str().size())), "");
}

}  // namespace
}  // namespace hpdl
