#include "runtime/store/wait.h"

#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

TEST(WaitTest, IsReadAsItWasWritten) {
  const Wait waits[] = {
      {Wait::Kind::kTime, 1000, 61000, {}},
      {Wait::Kind::kYarn, 5, 0, {"rm.example.org:8032", "ann", "application_1_2", "hpdl-job-7"}},
      {Wait::Kind::kYarn, 5, 0, {"", "a b", "100 %", "-"}},
      {Wait::Kind::kCallback, 5, 7, {"2"}},
      {Wait::Kind::kOozie, 5, 0, {"http://o:11000/oozie", "0000001-W\n\xc3\xa4"}},
      {Wait::Kind::kNotice, 5, 60000, {}},
      {Wait::Kind::kPath, 5, 0, {"ann", "hdfs://nn/a b/_SUCCESS", "file:///c"}},
      {Wait::Kind::kJob, 5, 0, {"0000001-261125000000000-hpdl-ann-W", "1"}},
  };
  ParkingNote note;
  note.since_ms = 99;
  for (const Wait& wait : waits) {
    EXPECT_EQ(DecodeWait(EncodeWait(wait)), wait) << EncodeWait(wait);
    EXPECT_FALSE(DescribeWait(wait).empty());
    note.entries.push_back({3, wait.kind == Wait::Kind::kNotice ? "" : "count-rows", wait});
  }
  EXPECT_EQ(EncodeNote(note).find("\n\n"), std::string::npos);
  EXPECT_EQ(DecodeNote(EncodeNote(note)), note);
  EXPECT_EQ(DecodeNote(EncodeNote(ParkingNote())), ParkingNote());
  EXPECT_EQ(TimeOfNote(EncodeNote(note)), note.since_ms);
  EXPECT_EQ(TimeOfNote(EncodeNote(ParkingNote())), 0);
  EXPECT_EQ(TimeOfNote("x"), std::nullopt);
}

TEST(WaitTest, WhatIsNoneIsRefused) {
  for (const char* text : {"", "time", "time 1", "time 1 x", "time  1 2", "later 1 2",
                           "yarn 1 2 rm ann id", "callback 1 2", "oozie 1 2 %zz id",
                           "oozie 1 2 %4 id", "oozie 1 2 a% id", "path 1 2 ann", "job 1 2 id"}) {
    EXPECT_FALSE(DecodeWait(text)) << text;
  }
  for (const char* text : {"", "x", "1 2", "1\n2", "1\n2 node", "1\n2 node time 1", "1\n\n"}) {
    EXPECT_FALSE(DecodeNote(text)) << text;
  }
}

TEST(WaitTest, WhatLiesBehindTheTextIsNotRead) {
  const std::string_view longer = "callback 1 234 7";
  EXPECT_EQ(DecodeWait(longer.substr(0, 16)), (Wait{Wait::Kind::kCallback, 1, 234, {"7"}}));
  EXPECT_EQ(DecodeWait(std::string_view("time 12 345").substr(0, 10)),
            (Wait{Wait::Kind::kTime, 12, 34, {}}));
}

TEST(WaitTest, FollowsTheClockButIsNeverLongerThanTheWhole) {
  const Wait wait{Wait::Kind::kTime, 1000, 61000, {}};
  EXPECT_EQ(LeftOf(wait, 1000), 60000);
  EXPECT_EQ(LeftOf(wait, 31000), 30000);
  EXPECT_EQ(LeftOf(wait, 99000), 0) << "set forward";
  EXPECT_EQ(LeftOf(wait, -500000), 60000) << "set back";
  EXPECT_EQ(LeftOf({Wait::Kind::kCallback, 1, 0, {"0"}}, 5), -1);
}

}  // namespace
}  // namespace hpdl::rt
