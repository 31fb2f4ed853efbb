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

TEST(UserMessages, Begin) {
  UserServerBegin begin;
  begin.account = {"ann", 1000, 1001, {1001, 27}, "/home/ann"};
  begin.state_path = "/s/users/ann";
  begin.site_path = "/etc/site.xml";
  begin.address = {"http://gateway", "http://h:1", "sha256//x", "key"};
  begin.host_name = "h";
  begin.local = true;
  UserServerBegin read;
  ASSERT_TRUE(ComesThrough(begin, &read));
  EXPECT_EQ(FrameOf(read), FrameOf(begin));
  EXPECT_EQ(read.account.groups, begin.account.groups);
  EXPECT_EQ(read.host_name, "h");
  EXPECT_EQ(read.address.program_key, "key");
  EXPECT_TRUE(read.local);
}

TEST(UserMessages, RequestAndAnswer) {
  UserRequest request{
      7,     "PUT", "/oozie/v1/job/x", "text/xml", "key", "0-C@1", std::string("\0\xff", 2), true,
      "bob", "0-W", "10.0.0.1",        {1, 2}};
  UserRequest asked;
  ASSERT_TRUE(ComesThrough(request, &asked));
  EXPECT_EQ(FrameOf(asked), FrameOf(request));
  EXPECT_EQ(asked.parent, "0-C@1");
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
  UserServerReady ready;
  ASSERT_TRUE(ComesThrough(UserServerReady{"no disk"}, &ready));
  EXPECT_EQ(ready.error, "no disk");
  EXPECT_FALSE(Read(FrameOf(answer), &request)) << "another message";
}

TEST(UserMessages, Places) {
  PlacesWanted wanted{WorkKind::kPicture, 70'000, 3}, asked;
  ASSERT_TRUE(ComesThrough(wanted, &asked));
  EXPECT_EQ(FrameOf(asked), FrameOf(wanted));
  PlacesGranted granted{WorkKind::kCommand, 2}, given;
  ASSERT_TRUE(ComesThrough(granted, &given));
  EXPECT_EQ(FrameOf(given), FrameOf(granted));
  EXPECT_FALSE(Read(FrameOf(granted), &wanted));
  wanted.kind = static_cast<WorkKind>(kWorkKinds.size());
  EXPECT_FALSE(Read(FrameOf(wanted), &asked)) << "no such kind";
}

TEST(UserMessages, WhatComesUnasked) {
  UserLogLine line{LogLevel::kWarning, "text"}, told;
  ASSERT_TRUE(ComesThrough(line, &told));
  EXPECT_EQ(FrameOf(told), FrameOf(line));
  line.level = static_cast<LogLevel>(9);
  EXPECT_FALSE(Read(FrameOf(line), &told)) << "no such level";
  UserServerRest rest;
  UserServerStays stays;
  EXPECT_TRUE(Read(FrameOf(rest), &rest));
  EXPECT_TRUE(Read(FrameOf(stays), &stays));
  EXPECT_FALSE(Read(FrameOf(stays), &rest));
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
