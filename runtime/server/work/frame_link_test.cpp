#include "runtime/server/work/frame_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <vector>

#include "runtime/ground/base/frames.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string Frame(const std::string& text) {
  std::string frame;
  FrameWriter('T', &frame).String(text);
  return frame;
}

/// A link; the test reads and writes the socket at its other end.
struct LinkToNobody {
  LinkToNobody() {
    signal(SIGPIPE, SIG_IGN);
    int both[2] = {-1, -1};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both), 0);
    other_ = both[1];
    link_ = std::make_unique<FrameLink>(
        loop_, both[0],
        FrameLink::Handlers{[this](std::string_view frame) { return Take(frame); },
                            [this] { ++ended_; }});
  }
  ~LinkToNobody() {
    link_.reset();
    loop_.restart();
    loop_.run();  // lets pending reads and writes end
    close(other_);
  }
  LinkToNobody(const LinkToNobody&) = delete;
  LinkToNobody& operator=(const LinkToNobody&) = delete;
  bool Take(std::string_view frame) {
    FrameReader reader(frame);
    std::string text;
    reader.String(&text);
    taken_.push_back(text);
    if (text == "leave") {
      link_.reset();
    }
    return text != "nonsense";
  }
  void Write(std::string_view bytes) {
    ASSERT_EQ(write(other_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void EndOther() { shutdown(other_, SHUT_RDWR); }
  void RunToItsEnd() {
    loop_.restart();
    loop_.run();
  }

  boost::asio::io_context loop_{1};
  std::unique_ptr<FrameLink> link_;
  int other_ = -1;
  std::vector<std::string> taken_;
  int ended_ = 0;
};

class FrameLinkTest : public ::testing::Test, protected LinkToNobody {};

TEST_F(FrameLinkTest, FramesComeWhole) {
  const std::string frames = Frame("one") + Frame("") + Frame(std::string(100'000, 'x'));
  Write(std::string_view(frames).substr(0, 6));
  loop_.poll();
  EXPECT_THAT(taken_, IsEmpty());
  Write(std::string_view(frames).substr(6));
  EndOther();
  RunToItsEnd();
  EXPECT_THAT(taken_, ElementsAre("one", "", std::string(100'000, 'x')));
  EXPECT_EQ(ended_, 1);
}

TEST_F(FrameLinkTest, WhatIsSentArrivesInOrder) {
  std::string sent;
  for (int i = 0; i < 100; ++i) {
    const std::string frame = Frame(std::string(10'000, static_cast<char>('a' + i % 26)));
    link_->Send(frame);
    sent += frame;
  }
  std::string read;
  char part[4096];
  while (read.size() < sent.size()) {
    loop_.poll();
    const ssize_t size = recv(other_, part, sizeof part, MSG_DONTWAIT);
    read.append(part, size > 0 ? static_cast<std::size_t>(size) : 0);
  }
  EXPECT_EQ(read, sent);
}

TEST_F(FrameLinkTest, NonsenseEndsIt) {
  Write(Frame("nonsense") + Frame("unheard"));
  RunToItsEnd();
  EXPECT_THAT(taken_, ElementsAre("nonsense"));
  EXPECT_EQ(ended_, 1);
  link_->Send(Frame("into nothing"));
}

TEST(FrameLinkLength, EndsItIfItCannotBe) {
  for (const std::uint32_t size :
       {std::uint32_t{0}, std::uint32_t{4}, std::uint32_t{FrameLink::kMostFrame + 1}}) {
    LinkToNobody each;
    each.Write({reinterpret_cast<const char*>(&size), sizeof size});
    each.RunToItsEnd();
    EXPECT_EQ(each.ended_, 1) << size;
  }
}

TEST_F(FrameLinkTest, WhoDoesNotReadIsGivenUp) {
  const std::string big(std::size_t{100} << 20, 'x');
  for (int i = 0; i < 4; ++i) {
    link_->Send(Frame(big));
  }
  RunToItsEnd();
  EXPECT_EQ(ended_, 1);
}

TEST_F(FrameLinkTest, MayGoWhileAFrameIsTaken) {
  Write(Frame("leave") + Frame("unheard"));
  RunToItsEnd();
  EXPECT_THAT(taken_, ElementsAre("leave"));
  EXPECT_EQ(ended_, 0);
}

}  // namespace
}  // namespace hpdl::rt
