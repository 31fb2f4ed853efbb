#include "stdlib/cluster/report.h"

#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

TEST(ClientReport, AllParts) {
  const ClientReport report = ReadClientReport(
      "id job_1_0002\nstate FAILED\nfailure a\\nb\\\\c\ncounter 7 a b\tX Y\ncounter -1 g\t\n");
  EXPECT_EQ(report.id, "job_1_0002");
  EXPECT_EQ(report.state, "FAILED");
  EXPECT_EQ(report.failure, "a\nb\\c");
  EXPECT_EQ(report.counters.at("a b").at("X Y"), 7);
  EXPECT_EQ(report.counters.at("g").at(""), -1);
}

TEST(ClientReport, WhatIsNotUnderstoodIsPassedOver) {
  for (const char* text :
       {"", "\n\n", "counter", "counter 1", "counter x a\tb", "counter 1\ta b",
        "counter 99999999999999999999 a\tb", "counter 1x a\tb", "idjob", "state"}) {
    const ClientReport report = ReadClientReport(text);
    EXPECT_TRUE(report.counters.empty()) << text;
    EXPECT_EQ(report.id + report.state, "") << text;
  }
  EXPECT_EQ(ReadClientReport("other\nid job_1_1").id, "job_1_1");
}

}  // namespace
}  // namespace hpdl::stdlib
