#include "runtime/engines/workflow/messages.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

constexpr const char* kJob = "0000001-261121000000000-hpdl-joe-W";

TEST(MessagesTest, RequestsAreALine) {
  const Request kill{Request::Type::kKill, kJob, 2, {}};
  EXPECT_EQ(kill.ToText(), std::string("kill ") + kJob + " 2\n");
  const Request retry{Request::Type::kRetry, kJob, 0, "a node"};
  const std::optional<Message> read = ReadMessage(retry.ToText() + "done\n");
  ASSERT_TRUE(read && std::holds_alternative<Request>(*read));
  const auto& request = std::get<Request>(*read);
  EXPECT_EQ(request.type, Request::Type::kRetry);
  EXPECT_EQ(request.job, kJob);
  EXPECT_EQ(request.run, 0);
  EXPECT_EQ(request.node, "a node");
}

TEST(MessagesTest, CallbacksHoldAnyBytes) {
  CallbackMessage message;
  message.job = kJob;
  message.node = "a b\nc";
  message.attempt = 3;
  message.token = "0123";
  message.received_ms = 1'700'000'000'000;
  message.status = "OK 1";
  message.body = std::string("\0 9\n", 4);
  message.too_long = true;
  const std::optional<Message> read = ReadMessage(message.ToText() + "done\n");
  ASSERT_TRUE(read && std::holds_alternative<CallbackMessage>(*read));
  const auto& callback = std::get<CallbackMessage>(*read);
  EXPECT_EQ(callback.ToText(), message.ToText());
  EXPECT_EQ(callback.node, message.node);
  EXPECT_EQ(callback.attempt, 3);
  EXPECT_EQ(callback.body, message.body);
  EXPECT_TRUE(callback.too_long);
}

TEST(MessagesTest, WhatIsNoneIsNotRead) {
  for (const char* text :
       {"", "kill", "kill\n", "kill x y\n", "kill  0\n", "retry x 0\n", "stop x 0\n",
        "kill x 0 y\n", "kill x 99999999999999999999\n", "callback\n", "callback x\n",
        "callback x 0 0 0\n", "callback x 0 0 0 0 0 0 0\n", "callback x 0 0 0 0 0 0 0 1\n",
        "callback x 0 0 0 0 0 0 0 -1\n", "callback x 0 0 0 2 0 0 0 0\na",
        "callback x 0 0 0 0 0 0 0 0 0\n", "callback x 0 0 0 18446744073709551615 1 0 0 0\na"}) {
    EXPECT_FALSE(ReadMessage(text)) << text;
  }
  EXPECT_TRUE(ReadMessage("callback x 0 0 0 0 0 0 0 0\n"));
}

}  // namespace
}  // namespace hpdl::rt
