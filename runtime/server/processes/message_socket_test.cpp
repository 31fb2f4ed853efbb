#include "runtime/server/processes/message_socket.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <vector>

namespace hpdl::rt {
namespace {

std::size_t OpenDescriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

class MessageSocketTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<std::pair<Descriptor, Descriptor>> ends = MessageSockets();
    ASSERT_TRUE(ends);
    ours_ = ends->first.get();
    theirs_ = ends->second.get();
    sender_.emplace(loop_, std::move(ends->first));
    receiver_.emplace(loop_, std::move(ends->second),
                      MessageReceiver::Handlers{[this](std::string_view message, Passed passed) {
                                                  taken_.emplace_back(message);
                                                  passed_ = std::move(passed);
                                                  return message != "nonsense";
                                                },
                                                [this] { ended_ = true; }});
  }
  /// Runs the loop until `count` messages were taken, or the connection has ended.
  void Await(std::size_t count) {
    while (taken_.size() < count && !ended_) {
      loop_.run_one();
    }
  }
  void AwaitEnd() { Await(static_cast<std::size_t>(-1)); }

  boost::asio::io_context loop_{1};
  int ours_ = -1, theirs_ = -1;
  std::optional<MessageSender> sender_;
  std::optional<MessageReceiver> receiver_;
  std::vector<std::string> taken_;
  Passed passed_;
  bool ended_ = false;
};

TEST_F(MessageSocketTest, MessagesComeWholeAndInOrder) {
  sender_->Send("one");
  sender_->Send(std::string(kMostMessage, 'x'));
  Await(2);
  EXPECT_EQ(taken_, (std::vector<std::string>{"one", std::string(kMostMessage, 'x')}));
  EXPECT_EQ(passed_.first.get(), -1);
}

TEST_F(MessageSocketTest, TwoDescriptorsArePassed) {
  Result<std::pair<Descriptor, Descriptor>> pipe = Pipe();
  ASSERT_TRUE(pipe);
  sender_->Send("here", {std::move(pipe->first), std::move(pipe->second)});
  Await(1);
  ASSERT_GE(passed_.first.get(), 0);
  ASSERT_GE(passed_.second.get(), 0);
  EXPECT_NE(fcntl(passed_.first.get(), F_GETFD) & FD_CLOEXEC, 0);
  ASSERT_EQ(write(passed_.second.get(), "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(read(passed_.first.get(), &byte, 1), 1);
}

TEST_F(MessageSocketTest, NothingIsLeftOpen) {
  const std::size_t before = OpenDescriptors();
  for (std::size_t i = 1; i <= 50; ++i) {
    Result<std::pair<Descriptor, Descriptor>> pipe = Pipe();
    sender_->Send("here", {std::move(pipe->first), std::move(pipe->second)});
    Await(i);
  }
  passed_ = {};
  EXPECT_EQ(OpenDescriptors(), before);
}

/// The supervisor must close each descriptor that it gets, and such a close can block.
TEST_F(MessageSocketTest, NobodyCanPassADescriptorToTheSender) {
  union {
    cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control{};
  char byte = 'x';
  iovec part{&byte, 1};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  EXPECT_EQ(sendmsg(theirs_, &header, MSG_NOSIGNAL), -1);
  header.msg_control = control.bytes;
  header.msg_controllen = sizeof control.bytes;
  cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  *reinterpret_cast<int*>(CMSG_DATA(rights)) = STDOUT_FILENO;
  EXPECT_EQ(sendmsg(theirs_, &header, MSG_NOSIGNAL), -1);
}

TEST_F(MessageSocketTest, WhatTheHandlerRefusesEndsIt) {
  sender_->Send("nonsense");
  sender_->Send("later");
  AwaitEnd();
  EXPECT_EQ(taken_, std::vector<std::string>{"nonsense"});
}

TEST_F(MessageSocketTest, TheSenderMayEnd) {
  sender_.reset();
  AwaitEnd();
  EXPECT_TRUE(taken_.empty());
}

TEST_F(MessageSocketTest, WhoDoesNotReceiveIsGivenUp) {
  receiver_.reset();
  Result<std::pair<Descriptor, Descriptor>> ends = MessageSockets();
  sender_.emplace(loop_, std::move(ends->first));
  for (std::size_t sent = 0; sent <= MessageSender::kMostUnsent + kMostMessage;
       sent += kMostMessage) {
    sender_->Send(std::string(kMostMessage, 'x'));
  }
  loop_.restart();
  loop_.run();
  std::string last = "something";
  while (!last.empty()) {
    last = AwaitMessage(ends->second.get());  // "" once the sender has closed its end
  }
}

TEST_F(MessageSocketTest, DescriptorsThatWaitAreFew) {
  receiver_.reset();
  const std::size_t before = OpenDescriptors();
  Result<std::pair<Descriptor, Descriptor>> ends = MessageSockets();
  sender_.emplace(loop_, std::move(ends->first));
  for (int i = 0; i < 1000; ++i) {
    Result<std::pair<Descriptor, Descriptor>> pipe = Pipe();
    sender_->Send("here", {std::move(pipe->first), std::move(pipe->second)});
    EXPECT_LT(OpenDescriptors(), before + MessageSender::kMostPassed + 10);
  }
}

}  // namespace
}  // namespace hpdl::rt
