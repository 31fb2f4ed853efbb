#include "runtime/server/users/messages.h"

#include <gtest/gtest.h>

#include "runtime/ground/base/frames.h"

namespace hpdl::rt {
namespace {

template <class Message>
std::string FrameOf(const Message& message) {
  std::string frame;
  Append(message, &frame);
  return frame;
}

template <class Message>
bool ComesThrough(const Message& message, Message* read) {
  const std::string frame = FrameOf(message);
  EXPECT_EQ(FrameSize(frame), frame.size());
  for (std::size_t cut = kFrameHeader + 1; cut < frame.size(); ++cut) {
    Message part;
    EXPECT_FALSE(Read(std::string_view(frame).substr(0, cut), &part)) << cut;
  }
  return Read(frame, read);
}

template <class Message>
bool ComesThroughFixed(const Message& message, Message* read) {
  const std::string bytes = FixedMessage(message);
  EXPECT_FALSE(ReadFixed(bytes + "x", read));
  EXPECT_FALSE(ReadFixed(std::string_view(bytes).substr(1), read));
  EXPECT_FALSE(ReadFixed(std::string_view(), read));
  return ReadFixed(bytes, read);
}

TEST(UserMessages, ALongLineIsSeveralMessages) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += std::to_string(i) + ",";
  }
  std::string all;
  for (const LogLine& line : LogLinesOf(LogLevel::kError, text)) {
    all += line.text.view();
  }
  EXPECT_EQ(all, text);
  EXPECT_EQ(LogLinesOf(LogLevel::kError, "").size(), 1U);
}

TEST(UserMessages, Begin) {
  UserServerBegin begin;
  begin.account = {"ann", 1000, 1001, {1001, 27}, "/home/ann"};
  begin.state_path = "/s/users/ann";
  begin.site_path = "/etc/site.xml";
  begin.address = {"http://gateway", "http://h:1", "sha256//x", "key"};
  begin.host_name = "h";
  begin.local = true;
  begin.pass_key = "another key";
  UserServerBegin read;
  ASSERT_TRUE(ComesThrough(begin, &read));
  EXPECT_EQ(FrameOf(read), FrameOf(begin));
  EXPECT_EQ(read.account.groups, begin.account.groups);
  EXPECT_EQ(read.host_name, "h");
  EXPECT_EQ(read.address.program_key, "key");
  EXPECT_TRUE(read.local);
  EXPECT_EQ(read.pass_key, "another key");
}

TEST(UserMessages, RequestAndAnswer) {
  UserRequest request{
      7,     "PUT", "/oozie/v1/job/x", "text/xml", "key", "0-C@1", std::string("\0\xff", 2), true,
      "bob", "0-W", "10.0.0.1",        "pass",     {1, 2}};
  UserRequest asked;
  ASSERT_TRUE(ComesThrough(request, &asked));
  EXPECT_EQ(FrameOf(asked), FrameOf(request));
  EXPECT_EQ(asked.parent, "0-C@1");
  EXPECT_EQ(asked.pass, "pass");
  UserAnswer answer{7,
                    404,
                    "body",
                    "application/json",
                    "oozie-error-code: E0604\r\nDate: today\r\nX-Frame-Options: DENY\r\n"
                    "Content-Security-Policy: default-src 'none'\r\n",
                    "Not Found"};
  UserAnswer answered;
  ASSERT_TRUE(ComesThrough(answer, &answered));
  EXPECT_EQ(FrameOf(answered), FrameOf(answer));
  EXPECT_FALSE(Read(FrameOf(answer), &request)) << "another message";
}

TEST(UserMessages, Places) {
  PlacesWanted wanted{WorkKind::kPicture, 70'000, 3}, asked;
  ASSERT_TRUE(ComesThroughFixed(wanted, &asked));
  EXPECT_EQ(FixedMessage(asked), FixedMessage(wanted));
  PlacesGranted granted{WorkKind::kCommand, 2}, given;
  ASSERT_TRUE(ComesThrough(granted, &given));
  EXPECT_EQ(FrameOf(given), FrameOf(granted));
  EXPECT_FALSE(ReadFixed(FrameOf(granted), &wanted));
  wanted.kind = static_cast<WorkKind>(kWorkKinds.size());
  EXPECT_FALSE(ReadFixed(FixedMessage(wanted), &asked)) << "no such kind";
}

TEST(UserMessages, WhatComesUnasked) {
  UserServerReady ready, said;
  ready.error.SetBegin("no disk");
  ASSERT_TRUE(ComesThroughFixed(ready, &said));
  EXPECT_EQ(said.error.view(), "no disk");
  ready.error.size = sizeof ready.error.bytes + 1;
  EXPECT_FALSE(ReadFixed(FixedMessage(ready), &said)) << "longer than its place";
  LogLine line = LogLinesOf(LogLevel::kWarning, "text").at(0), told;
  ASSERT_TRUE(ComesThroughFixed(line, &told));
  EXPECT_EQ(told.text.view(), "text");
  line.level = 9;
  EXPECT_FALSE(ReadFixed(FixedMessage(line), &told)) << "no such level";
  UserServerRest rest;
  UserServerLink link;
  UserServerStays stays;
  EXPECT_TRUE(Read(FrameOf(rest), &rest));
  EXPECT_TRUE(Read(FrameOf(link), &link));
  EXPECT_FALSE(Read(FrameOf(link), &rest));
  EXPECT_TRUE(ReadFixed(FixedMessage(stays), &stays));
  EXPECT_FALSE(ReadFixed(FrameOf(rest), &stays));
  UserCallerGone gone{7}, heard;
  ASSERT_TRUE(ComesThrough(gone, &heard));
  EXPECT_EQ(heard.number, 7U);
  EXPECT_FALSE(Read(FrameOf(rest), &heard));
  UserServerAddress address{{"http://gateway", "http://h:1", "sha256//x", "key"}}, known;
  ASSERT_TRUE(ComesThrough(address, &known));
  EXPECT_EQ(FrameOf(known), FrameOf(address));
}

TEST(UserMessages, AnAnswerCannotSpeakForTheServer) {
  const auto good = [](UserAnswer answer) { return Read(FrameOf(answer), &answer); };
  EXPECT_TRUE(good({1, 200, "", "", "", ""}));
  for (const std::int32_t status : {0, -1, 101, 199, 600}) {
    EXPECT_FALSE(good({1, status, "", "", "", ""})) << status;
  }
  for (const char* fields :
       {"Set-Cookie: hadoop.auth=x\r\n", "oozie-error-code: 1\r\n\r\nbody", "Date: now",
        "Date: now\r\nSet-Cookie: x\r\n", "oozie-x: a\nSet-Cookie: b\r\n", "Date\r\n", "\r\n",
        "Content-Length: 0\r\n", "Access-Control-Allow-Origin: *\r\n"}) {
    EXPECT_FALSE(good({1, 200, "", "", fields, ""})) << fields;
  }
  EXPECT_FALSE(good({1, 200, "", "text/html\r\nSet-Cookie: x", "", ""}));
  EXPECT_FALSE(good({1, 200, "", "", "", "OK\r\nSet-Cookie: x"}));
}

}  // namespace
}  // namespace hpdl::rt
