#include "runtime/server/jobs/callback_inbox.h"

#include <gtest/gtest.h>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/messages.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/still_time.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/testing/store_fixture.h"
#include "runtime/store/mailbox.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostBody = 10;

class CallbackInboxTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    id_ = MakeJob(0);
    const auto journal = state_->OpenJob(id_, false);
    ASSERT_TRUE(journal);
    JobRow root;
    root.id = id_;
    root.callback_hash = HashOfToken("secret");
    JobRow below;
    below.number = 1;
    below.id = id_ + "-below";
    below.parent = 0;
    below.callback_hash = HashOfToken("other");
    EXPECT_TRUE((*journal)->PutJob(root));
    EXPECT_TRUE((*journal)->PutJob(below));
    EXPECT_TRUE((*journal)->Commit());
  }
  std::string Call(const std::string& target, const std::string& body = "", bool too_long = false) {
    const CallbackAnswer answer =
        TakeCallback(*state_, {target, "text/plain", body, too_long}, kMostBody);
    return std::to_string(answer.status) + " " + answer.text;
  }
  std::string Good(const std::string& more = "") const {
    return "/x/callback/secret?id=" + id_ + "@node&status=OK" + more;
  }
  /// Returns the only message in the mailbox of the job.
  CallbackMessage Posted() {
    const auto lease = state_->TakeLease(id_);
    EXPECT_TRUE(lease);
    const auto messages = state_->OpenMailbox(id_)->Take();
    EXPECT_EQ(messages.size(), 1U);
    const auto message = messages.empty() ? std::nullopt : ReadMessage(messages[0]->text());
    return message ? std::get<CallbackMessage>(*message) : CallbackMessage();
  }

  std::string id_;
};

TEST(Callbacks, HaveASecretBehindTheirFolder) {
  for (const char* target : {"/callback/x", "/a/b/callback/x?id=1", "/callback/callback/x"}) {
    EXPECT_TRUE(IsCallback(target)) << target;
  }
  for (const char* target : {"", "/", "/callback/", "/callback", "/call/x", "/a?b=/callback/x",
                             "/callback/?x=/callback/y"}) {
    EXPECT_FALSE(IsCallback(target)) << target;
  }
}

TEST_F(CallbackInboxTest, ACallIsKeptForTheJob) {
  StillTime time;
  time.Set(12'345);
  EXPECT_EQ(Call(Good(), "0123456789"), "200 recorded");
  const CallbackMessage message = Posted();
  EXPECT_EQ(message.job, id_);
  EXPECT_EQ(message.node, "node");
  EXPECT_EQ(message.token, "secret");
  EXPECT_EQ(message.status, "OK");
  EXPECT_EQ(message.content_type, "text/plain");
  EXPECT_EQ(message.body, "0123456789");
  EXPECT_EQ(message.received_ms, 12'345);
  EXPECT_EQ(message.attempt, -1);
  EXPECT_FALSE(message.too_long);
}

TEST_F(CallbackInboxTest, ABodyThatIsTooLongIsLeftOut) {
  EXPECT_EQ(Call(Good(), "0123456789a"), "413 recorded without its body, which is too long");
  const CallbackMessage message = Posted();
  EXPECT_TRUE(message.too_long);
  EXPECT_EQ(message.body, "");
  EXPECT_EQ(message.content_type, "");
  EXPECT_EQ(message.status, "OK");
}

TEST_F(CallbackInboxTest, ABodyThatWasNotReadIsTooLong) {
  EXPECT_EQ(Call(Good(), "", true), "413 recorded without its body, which is too long");
  EXPECT_TRUE(Posted().too_long);
}

TEST_F(CallbackInboxTest, ACallWithoutANodeIsOfTheJob) {
  EXPECT_EQ(Call("/callback/secret?status=OK&id=" + id_), "200 recorded");
  EXPECT_EQ(Posted().node, "");
}

TEST_F(CallbackInboxTest, TheSecretOfTheRootJobCounts) {
  EXPECT_EQ(Call("/callback/secret?status=OK&id=" + id_ + "-below@n"), "200 recorded");
  EXPECT_EQ(Posted().job, id_ + "-below");
}

TEST_F(CallbackInboxTest, WhatIsNoCallIsRefused) {
  for (const std::string& query : {std::string(), std::string("?"), std::string("?status=OK"),
                                   "?id=" + id_ + "&id=" + id_, std::string("?id=%zz")}) {
    EXPECT_EQ(Call("/callback/secret" + query), "400 expected id=JOB@NODE and status") << query;
  }
}

TEST_F(CallbackInboxTest, AWrongSecretIsToldFromNothingElse) {
  EXPECT_EQ(Call("/callback/wrong?id=" + id_ + "@node&status=OK"), "403 not allowed");
  EXPECT_EQ(Call("/callback/other?id=" + id_ + "-below@node&status=OK"), "403 not allowed");
  EXPECT_EQ(Call("/callback/?id=" + id_ + "@node&status=OK"), "403 not allowed");
  EXPECT_EQ(Call("/callback/secret?id=no-such-job-W@node&status=OK"), "403 not allowed");
  const std::string closed = MakeJob(0);  // this job takes no callbacks
  EXPECT_EQ(Call("/callback/secret?id=" + closed + "@node&status=OK"), "403 not allowed");
}

}  // namespace
}  // namespace hpdl::rt
