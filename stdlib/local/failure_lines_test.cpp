#include "stdlib/local/failure_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::stdlib {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

TEST(FailureLines, WhatSaysMost) {
  EXPECT_EQ(FailureLines("", false), "");
  EXPECT_EQ(FailureLines("\n\n \n", false), "");
  EXPECT_EQ(FailureLines("a\nb", false), "a\nb");
  EXPECT_EQ(FailureLines("half\nwhole\n", true), "whole");
  EXPECT_EQ(FailureLines("no login joe/s3cret\n", false, {"s3cret"}), "no login joe/***");
  EXPECT_THAT(FailureLines(std::string(1990, 'x') + "s3cret-and-long", false, {"s3cret-and-long"}),
              EndsWith("x***"));
  EXPECT_EQ(FailureLines("Error: x\nlog4j:WARN No appenders\nSLF4J: none\n", false), "Error: x");
  EXPECT_EQ(FailureLines("26/11/27 10:00:00 INFO SparkContext: Running\n"
                         "Exception in thread \"main\" java.lang.IllegalStateException: no data\n"
                         "\tat a.B.c(B.java:1)\n"
                         "Caused by: x\n"
                         "\t... 12 more\n"
                         "2026-11-27 10:00:01,000 [main] WARN  org.a.B - late\n"
                         "26/11/27 10:00:00 INFO ShutdownHookManager: Deleting directory /tmp/x\n",
                         false),
            "Exception in thread \"main\" java.lang.IllegalStateException: no data\nCaused by: x");
  std::string many;
  for (int i = 0; i < 100; ++i) {
    many += "line " + std::to_string(i) + "\n";
  }
  EXPECT_THAT(FailureLines(many, false), StartsWith("line 90\n"));
  EXPECT_THAT(FailureLines(many, false), EndsWith("line 99"));
  EXPECT_EQ(FailureLines(std::string(100'000, 'x'), false).size(), 2000U);
  EXPECT_EQ(FailureLines(std::string("a\0b\xff", 4), false), "ab\xef\xbf\xbd");
}

}  // namespace
}  // namespace hpdl::stdlib
