#include "stdlib/remote/remote_end.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "stdlib/remote/remote_host.h"

namespace hpdl::stdlib {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

RemoteEnd End(int code, std::string out, std::string err = "") {
  const auto size = static_cast<std::int64_t>(out.size());
  return {code, "4711", size, std::move(out), std::move(err)};
}

TEST(EndOfProgressTest, RoundTrip) {
  const RemoteEnd end = End(3, "a = b\nc d\n", "oops\n");
  const std::optional<RemoteEnd> back = EndOfProgress(EndToProgress(end, 100));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->code, 3);
  EXPECT_EQ(back->pid, "4711");
  EXPECT_EQ(back->out_size, 10);
  EXPECT_EQ(back->out, "a = b\nc d\n");
  EXPECT_EQ(back->err, "oops");
}

TEST(EndOfProgressTest, OutputOverTheLimitKeepsItsSize) {
  RemoteEnd end = End(0, std::string(101, 'x'));
  const std::optional<RemoteEnd> back = EndOfProgress(EndToProgress(end, 100));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->out_size, 101);
  EXPECT_EQ(back->out, "");
}

TEST(EndOfProgressTest, OtherTexts) {
  for (const char* text : {"", "prepared", "remote directory", "ended", "ended x 1 2 3 ", "ended 0",
                           "ended 0 1 2", "ended 0 1 2 9 abc", "ended 0 1 2 -1 abc"}) {
    EXPECT_FALSE(EndOfProgress(text)) << text;
  }
}

TEST(EndOfAnswerTest, OnlyEnded) {
  EXPECT_FALSE(EndOfAnswer({{"running", "1"}, ""}, ""));
  EXPECT_FALSE(EndOfAnswer({{"ended", "", "1", "2"}, ""}, ""));
  EXPECT_FALSE(EndOfAnswer({{"ended", "0", "1"}, ""}, ""));
  EXPECT_TRUE(EndOfAnswer({{"ended", "0", "1", "2"}, "ab"}, ""));
}

TEST(TailOfTextTest, LinesAndBytes) {
  EXPECT_EQ(TailOfText(""), "");
  EXPECT_EQ(TailOfText("\n\n"), "");
  EXPECT_EQ(TailOfText("one\ntwo\n"), "one\ntwo");
  EXPECT_EQ(TailOfText("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12"), "3\n4\n5\n6\n7\n8\n9\n10\n11\n12");
  EXPECT_EQ(TailOfText(std::string(5000, 'x')).size(), 2000U);
}

class OutcomeTest : public ::testing::Test {
 protected:
  OutcomeTest() { ctx_ = std::make_unique<rt::testing::FakeContext>(folder_); }
  rt::Outcome Of(const RemoteEnd& end, bool capture) { return OutcomeOfEnd(*ctx_, end, capture); }
  void Site(const std::string& name, const std::string& value) {
    std::ofstream(folder_ + "/site.xml") << "<configuration><property><name>" + name +
                                                "</name><value>" + value +
                                                "</value></property></configuration>";
    auto site = rt::Site::Load(folder_ + "/site.xml");
    ASSERT_TRUE(site) << site.error().message;
    ctx_->the_site = std::move(*site);
  }
  std::string Target(const std::string& host) {
    const auto target = TargetOf(*ctx_, host);
    return target ? target->Text() : target.error().code + " " + target.error().message;
  }

  const rt::testing::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
  std::unique_ptr<rt::testing::FakeContext> ctx_;
};

TEST_F(OutcomeTest, Properties) {
  const rt::Outcome outcome = Of(End(0, "rows = 5\\\n 0\nname:x y\n# no\n"), true);
  EXPECT_FALSE(outcome.error);
  EXPECT_EQ(outcome.external_id, "4711");
  EXPECT_EQ(outcome.external_status, "OK");
  ASSERT_TRUE(outcome.data);
  EXPECT_EQ(outcome.data->at("rows"), "50");
  EXPECT_EQ(outcome.data->at("name"), "x y");
}

TEST_F(OutcomeTest, NoData) {
  EXPECT_FALSE(Of(End(0, "rows=1"), false).data);
  EXPECT_THAT(*Of(End(0, ""), true).data, IsEmpty());
}

TEST_F(OutcomeTest, TooMuch) {
  EXPECT_FALSE(Of(End(0, "a=" + std::string(2046, 'x')), true).error);
  const rt::Outcome outcome = Of(End(0, "a=" + std::string(2047, 'x')), true);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, "ERR_OUTPUT_EXCEED_MAX_LEN");
  EXPECT_THAT(outcome.error->message, HasSubstr("2049 bytes, the limit is 2048"));
  EXPECT_EQ(outcome.external_status, "ERROR");
  EXPECT_FALSE(Of(End(0, std::string(5000, 'x')), false).error);
}

TEST_F(OutcomeTest, ExitCodeAndErrors) {
  const rt::Outcome outcome = Of(End(3, "rows=1", "first\nlast\n"), true);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, "JA018");
  EXPECT_EQ(outcome.error->message, "exit code 3; standard error ends with:\nfirst\nlast");
  EXPECT_FALSE(outcome.data);
}

TEST_F(OutcomeTest, NoProperties) {
  const rt::Outcome outcome = Of(End(0, "a=\\u12"), true);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, "JA018");
}

TEST_F(OutcomeTest, Hosts) {
  EXPECT_EQ(Target("ann@a.example.org"), "ann@a.example.org");
  EXPECT_EQ(Target("a.example.org"), "joe@a.example.org");
  EXPECT_EQ(Target("ann@a:2222"), "ann@a:2222");
  EXPECT_EQ(Target("[::1]:2222"), "joe@[::1]:2222");
  EXPECT_EQ(Target("ann@::1"), "ann@[::1]");
  EXPECT_EQ(Target("ann@corp@a"), "ann@corp@a");
  Site("hpdl.ssh.port", "2200");
  EXPECT_EQ(Target("a"), "joe@a:2200");
  EXPECT_EQ(Target("a:22"), "joe@a");
}

TEST_F(OutcomeTest, NoHosts) {
  for (const char* host :
       {"", "@a", "ann@", "a b", "ann@a b", "-oProxyCommand=x", "ann@-a", "a:0", "a:65536", "a:x",
        "a:", "[::1", "[::1]x", "a;b", "ann@a/b", "a\nb", "$(id)@a", "ann@`id`"}) {
    EXPECT_THAT(Target(host), HasSubstr("JA018 host ")) << host;
  }
}

TEST_F(OutcomeTest, OnlyTheJobsUser) {
  Site("oozie.action.ssh.allow.user.at.host", "false");
  EXPECT_THAT(Target("ann@a"), HasSubstr("ERR_USER_MISMATCH"));
  EXPECT_EQ(Target("joe@a"), "joe@a");
}

TEST(SplitAtBlanksTest, Words) {
  EXPECT_THAT(SplitAtBlanks("  a b\t\nc  "), ElementsAre("a", "b", "c"));
  EXPECT_THAT(SplitAtBlanks(" \n"), IsEmpty());
  EXPECT_THAT(SplitAtBlanks("'a b'"), ElementsAre("'a", "b'"));
}

}  // namespace
}  // namespace hpdl::stdlib
