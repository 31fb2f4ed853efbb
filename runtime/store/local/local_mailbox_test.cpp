#include "runtime/store/local/local_mailbox.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <utility>

#include "runtime/ground/base/testing/temporary_folder.h"

namespace hpdl::rt {
namespace {

using Posted = std::unique_ptr<PostedMessage>;
using Taken = std::vector<std::unique_ptr<TakenMessage>>;

class LocalMailboxTest : public ::testing::Test {
 protected:
  Posted Post(const std::string& text) {
    Result<Posted> posted = mailbox_.Post(text);
    EXPECT_TRUE(posted) << posted.error().message;
    return std::move(*posted);
  }
  std::size_t Files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_),
                                                  std::filesystem::directory_iterator()));
  }

  const testing::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path() + "/requests";
  const std::string bell_ = temporary_.path() + "/all";
  LocalMailbox mailbox_{temporary_.path(), bell_};
  LocalMailbox other_{temporary_.path(), bell_};  ///< stands for a second process
};

TEST_F(LocalMailboxTest, AnAnswerReachesTheAsker) {
  EXPECT_TRUE(mailbox_.Take().empty());
  const Posted first = Post("one\n");
  const Posted second = Post("two\n");
  EXPECT_FALSE(first->Answer());
  {
    const Taken taken = other_.Take();
    ASSERT_EQ(taken.size(), 2U);
    EXPECT_EQ(taken[0]->text(), "one\n");
    const auto& of_first = taken[0];
    const auto& of_second = taken[1];
    EXPECT_EQ(of_first->id(), first->id());
    EXPECT_NE(first->id(), second->id());
    of_first->Close({}, false);
    of_second->Close(Error{ErrorClass::kError, "E0727", "not\nnow"}, true);
  }
  ASSERT_TRUE(first->Answer() && second->Answer());
  EXPECT_TRUE(*first->Answer());
  EXPECT_EQ(second->Answer()->error().code, "E0727");
  EXPECT_EQ(second->Answer()->error().message, "not now");
  EXPECT_FALSE(first->Withdraw());
  EXPECT_EQ(Files(), 0U);
}

TEST_F(LocalMailboxTest, TheBellRingsForWhatIsPosted) {
  const int bell = other_.OpenBell();
  ASSERT_GE(bell, 0);
  char rings[16];
  EXPECT_EQ(read(bell, rings, sizeof rings), -1);
  EXPECT_EQ(errno, EAGAIN);
  (void)Post("one\n");
  (void)Post("two\n");
  EXPECT_EQ(read(bell, rings, sizeof rings), 2);
  EXPECT_EQ(read(bell, rings, sizeof rings), -1);
  EXPECT_EQ(errno, EAGAIN);
  close(bell);
  EXPECT_TRUE(Post("nobody listens\n"));
}

TEST_F(LocalMailboxTest, MessagesOfOneSenderStayInOrder) {
  // /dev/shm is in memory: each message takes only a few microseconds, so the test is fast.
  const testing::TemporaryFolder memory("/dev/shm");
  LocalMailbox mailbox(memory.path(), bell_);
  std::vector<std::string> texts;
  for (int i = 0; i < 50; ++i) {
    texts.push_back(std::to_string(i) + "\n");
    EXPECT_TRUE(mailbox.Post(texts.back()));
  }
  std::vector<std::string> taken;
  for (const auto& message : mailbox.Take()) {
    taken.push_back(message->text());
  }
  EXPECT_EQ(taken, texts);
}

TEST_F(LocalMailboxTest, OneThatWasAnsweredTwiceHasTheFirstAnswer) {
  const Posted posted = Post("x\n");
  {
    // The process died after it had written the answer and before it removed the name.
    std::ofstream(folder_ + "/" + posted->id(), std::ios::app) << "done\n";
  }
  const Taken taken = other_.Take();
  ASSERT_EQ(taken.size(), 1U);
  taken[0]->Close(Error{ErrorClass::kError, "E0725", "late"}, false);
  ASSERT_TRUE(posted->Answer());
  EXPECT_TRUE(*posted->Answer());
}

TEST_F(LocalMailboxTest, WhoGivesUpWithdraws) {
  const Posted posted = Post("x\n");
  {
    const Taken taken = other_.Take();
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_FALSE(posted->Withdraw());  // the message has been taken
    EXPECT_TRUE(other_.Take().empty());
  }
  EXPECT_TRUE(posted->Withdraw());  // the object that had taken the message is gone
  EXPECT_FALSE(posted->Withdraw());
  EXPECT_TRUE(other_.Take().empty());
}

TEST_F(LocalMailboxTest, ItNeedsNobodyToStay) {
  {
    Post("kept");
  }
  const Taken taken = other_.Take();
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0]->text(), "kept");
}

TEST_F(LocalMailboxTest, ShortOfDescriptorsItStaysOpen) {
  const Posted first = Post("1");
  const Posted second = Post("2");
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const int next = dup(STDIN_FILENO);
  close(next);
  const rlimit one_more{static_cast<rlim_t>(next) + 1, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &one_more);
  EXPECT_EQ(other_.Take().size(), 1U);
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(Files(), 2U);
}

TEST_F(LocalMailboxTest, LongOnesAreRefused) {
  EXPECT_EQ(mailbox_.Post(std::string(kMostMessageBytes + 1, 'x')).error().code, "E0713");
  const Posted posted = Post(std::string(kMostMessageBytes, 'x'));
  const Taken taken = other_.Take();
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0]->text().size(), kMostMessageBytes);
  taken[0]->Close({}, false);
  EXPECT_TRUE(posted->Answer() && *posted->Answer());
}

TEST_F(LocalMailboxTest, ALongReasonIsCutAndStillReachesTheAsker) {
  const Posted posted = Post(std::string(kMostMessageBytes, 'x'));
  const std::string reason(10000, 'y');
  other_.Take().at(0)->Close(Error{ErrorClass::kError, "E0727", reason}, false);
  ASSERT_TRUE(posted->Answer());
  const Error error = posted->Answer()->error();
  EXPECT_EQ(error.code, "E0727");
  EXPECT_EQ(error.message, reason.substr(0, 8192 - std::string("refused E0727 \n").size()));
}

TEST_F(LocalMailboxTest, WhatCannotBeAMessageIsRemoved) {
  {
    Post("x");
  }
  ASSERT_EQ(mkfifo((folder_ + "/1").c_str(), 0600), 0);
  ASSERT_EQ(symlink("/etc/passwd", (folder_ + "/2").c_str()), 0);
  ASSERT_EQ(mkdir((folder_ + "/3").c_str(), 0700), 0);
  std::ofstream(folder_ + "/4") << "";
  ASSERT_EQ(truncate((folder_ + "/4").c_str(), 1L << 40), 0);
  EXPECT_EQ(other_.Take().size(), 1U);
  EXPECT_EQ(Files(), 2U) << "the message and the folder";
  EXPECT_EQ(access("/etc/passwd", F_OK), 0);
}

TEST_F(LocalMailboxTest, AFolderThatCannotBeMadeIsAnError) {
  LocalMailbox none(temporary_.path() + "/none", bell_);
  EXPECT_EQ(none.Post("x").error().code, "E0713");
  EXPECT_TRUE(none.Take().empty());
}

}  // namespace
}  // namespace hpdl::rt
