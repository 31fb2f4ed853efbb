#include "runtime/server/processes/message_socket.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <vector>

namespace hpdl::rt {
namespace {

class MessageSocketTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<std::pair<Descriptor, Descriptor>> ends = SocketPair(SOCK_SEQPACKET);
    ASSERT_TRUE(ends);
    theirs_ = std::move(ends->second);
    socket_.emplace(loop_, std::move(ends->first), 100,
                    MessageSocket::Handlers{[this](std::string_view message, Descriptor passed) {
                                              taken_.emplace_back(message);
                                              passed_ = std::move(passed);
                                              return message != "nonsense";
                                            },
                                            [this] { ended_ = true; }});
  }
  /// Runs the loop until it has taken `count` messages, or the connection has ended.
  void Await(std::size_t count) {
    while (taken_.size() < count && !ended_) {
      loop_.run_one();
    }
  }
  void AwaitEnd() { Await(static_cast<std::size_t>(-1)); }
  /// Sends a message with descriptors.
  void SendWith(std::string_view message, const std::vector<int>& fds) {
    std::vector<char> control(CMSG_SPACE(fds.size() * sizeof(int)));
    iovec part{const_cast<char*>(message.data()), message.size()};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
    std::memcpy(CMSG_DATA(rights), fds.data(), fds.size() * sizeof(int));
    ASSERT_GE(sendmsg(theirs_.get(), &header, 0), 0);
  }

  boost::asio::io_context loop_{1};
  Descriptor theirs_;
  std::optional<MessageSocket> socket_;
  std::vector<std::string> taken_;
  Descriptor passed_;
  bool ended_ = false;
};

TEST_F(MessageSocketTest, MessagesComeWholeAndInOrder) {
  ASSERT_TRUE(SendMessage(theirs_.get(), "one"));
  ASSERT_TRUE(SendMessage(theirs_.get(), std::string(100, 'x')));
  Await(2);
  EXPECT_EQ(taken_, (std::vector<std::string>{"one", std::string(100, 'x')}));
  EXPECT_EQ(passed_.get(), -1);
  socket_->Send("first");
  socket_->Send(std::string(MessageSocket::kMostMessage, 'y'));
  while (loop_.poll_one() != 0) {
  }
  EXPECT_EQ(AwaitMessage(theirs_.get(), MessageSocket::kMostMessage), "first");
  EXPECT_EQ(AwaitMessage(theirs_.get(), MessageSocket::kMostMessage).size(),
            MessageSocket::kMostMessage);
}

TEST_F(MessageSocketTest, ADescriptorIsPassed) {
  int pipe[2];
  ASSERT_EQ(pipe2(pipe, O_CLOEXEC), 0);
  const Descriptor in(pipe[0]), out(pipe[1]);
  SendWith("here", {out.get()});
  Await(1);
  ASSERT_GE(passed_.get(), 0);
  EXPECT_NE(fcntl(passed_.get(), F_GETFD) & FD_CLOEXEC, 0);
  ASSERT_EQ(write(passed_.get(), "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(read(in.get(), &byte, 1), 1);
  socket_->Send("back", Descriptor(dup(out.get())));
  while (loop_.poll_one() != 0) {
  }
  Descriptor passed;
  EXPECT_EQ(AwaitMessage(theirs_.get(), 100, &passed), "back");
  ASSERT_EQ(write(passed.get(), "y", 1), 1);
}

TEST_F(MessageSocketTest, TooLongAMessageEndsIt) {
  ASSERT_TRUE(SendMessage(theirs_.get(), std::string(101, 'x')));
  AwaitEnd();
  EXPECT_TRUE(taken_.empty());
}

TEST_F(MessageSocketTest, SeveralDescriptorsEndIt) {
  SendWith("many", std::vector<int>(5, STDOUT_FILENO));
  AwaitEnd();
  EXPECT_TRUE(taken_.empty());
}

TEST_F(MessageSocketTest, WhatTheHandlerRefusesEndsIt) {
  ASSERT_TRUE(SendMessage(theirs_.get(), "nonsense"));
  ASSERT_TRUE(SendMessage(theirs_.get(), "later"));
  AwaitEnd();
  EXPECT_EQ(taken_, std::vector<std::string>{"nonsense"});
}

TEST_F(MessageSocketTest, TheOtherEndMayClose) {
  theirs_ = Descriptor();
  AwaitEnd();
  socket_->Send("nobody reads this");
}

TEST_F(MessageSocketTest, WhoDoesNotReadIsGivenUp) {
  for (std::size_t sent = 0; sent <= MessageSocket::kMostUnsent + MessageSocket::kMostMessage;
       sent += MessageSocket::kMostMessage) {
    socket_->Send(std::string(MessageSocket::kMostMessage, 'x'));
  }
  AwaitEnd();
}

}  // namespace
}  // namespace hpdl::rt
