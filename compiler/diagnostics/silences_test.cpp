#include "compiler/diagnostics/silences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/diagnostics/diagnostics.h"
#include "runtime/ground/base/testing/processor_time.h"

namespace hpdl {
namespace {

constexpr DiagnosticKind kKind = DiagnosticKind::kUnreachableNode;

TEST(Silences, RangeKindAndFile) {
  const SourceBuffer a("a.xml", std::string(100, 'x'));
  const SourceBuffer b("b.xml", std::string(100, 'x'));
  Silences silences;
  silences.Add(kKind, &a, {10, 20}, {1, 2});
  EXPECT_FALSE(silences.Covers(kKind, &a, 9));
  EXPECT_TRUE(silences.Covers(kKind, &a, 10));
  EXPECT_TRUE(silences.Covers(kKind, &a, 19));
  EXPECT_FALSE(silences.Covers(kKind, &a, 20));
  EXPECT_FALSE(silences.Covers(kKind, &b, 15));
  EXPECT_FALSE(silences.Covers(DiagnosticKind::kSlaIgnored, &a, 15));
}

TEST(Silences, BehindANestedRangeTheOuterOneStillCounts) {
  Silences silences;
  silences.Add(kKind, nullptr, {0, 100}, {1, 1});
  silences.Add(kKind, nullptr, {10, 20}, {2, 2});
  silences.Add(kKind, nullptr, {30, 40}, {3, 3});
  EXPECT_TRUE(silences.Covers(kKind, nullptr, 25));
  EXPECT_TRUE(silences.Covers(kKind, nullptr, 99));
  EXPECT_FALSE(silences.Covers(kKind, nullptr, 100));
}

TEST(Silences, TheOutermostIsUsed) {
  Silences silences;
  silences.Add(kKind, nullptr, {0, 100}, {1, 1});
  silences.Add(kKind, nullptr, {10, 20}, {2, 2});
  silences.Add(kKind, nullptr, {200, 300}, {3, 3});
  EXPECT_TRUE(silences.Covers(kKind, nullptr, 15));
  std::vector<std::uint32_t> unused;
  for (const Silences::Useless& useless : silences.Unused()) {
    unused.push_back(useless.place.begin);
  }
  EXPECT_THAT(unused, testing::ElementsAre(2, 3));
}

TEST(Silences, SilencedIsNotCountedAndErrorsAreNeverSilenced) {
  const SourceBuffer source("a.xml", std::string(100, 'x'));
  Diagnostics diagnostics({{}, true});
  diagnostics.Silence(kKind, &source, {0, 50}, {0, 1});
  diagnostics.Silence(DiagnosticKind::kCycle, &source, {0, 50}, {0, 1});
  diagnostics.Emit(kKind, &source, {10, 11}, "here").notes.push_back({});
  EXPECT_FALSE(diagnostics.HasErrors());
  diagnostics.Emit(kKind, &source, {60, 61}, "behind it, an error by -Werror");
  diagnostics.Emit(DiagnosticKind::kCycle, &source, {10, 11}, "an error");
  EXPECT_EQ(diagnostics.error_count(), 2u);
}

TEST(Silences, UselessOnesAreRemarksWhichWerrorDoesNotTouch) {
  const SourceBuffer source("a.xml", std::string(100, 'x'));
  Diagnostics diagnostics({{}, true});
  diagnostics.Silence(kKind, &source, {0, 50}, {7, 9});
  diagnostics.EmitUselessSilences();
  EXPECT_EQ(diagnostics.error_count(), 0u);
  EXPECT_EQ(diagnostics.warning_count(), 0u);
  ASSERT_EQ(diagnostics.remark_count(), 1u);
  EXPECT_EQ(diagnostics.Sorted()[0].kind, DiagnosticKind::kUselessSilence);
  EXPECT_EQ(diagnostics.Sorted()[0].range, (Range{7, 9}));
}

TEST(Silences, WhatTheCommandLineSilencesIsNotUseless) {
  const SourceBuffer source("a.xml", std::string(100, 'x'));
  Diagnostics diagnostics({{"UnreachableNode"}, false});
  diagnostics.Silence(kKind, &source, {0, 50}, {7, 9});
  diagnostics.EmitUselessSilences();
  EXPECT_EQ(diagnostics.remark_count(), 0u);
}

/// Returns the seconds that `count` diagnostics take with `count` silences. Half of the diagnostics
/// are silenced.
double SecondsOf(std::uint32_t count) {
  const SourceBuffer source("a.xml", std::string(10 * count + 10, 'x'));
  Diagnostics diagnostics;
  for (std::uint32_t i = count; i-- > 0;) {
    diagnostics.Silence(kKind, &source, {i * 10, i * 10 + 5}, {i, i});
  }
  const double seconds = rt::testing::ProcessorSeconds([&] {
    for (std::uint32_t i = 0; i < count; ++i) {
      diagnostics.Emit(kKind, &source, {i * 10 + i % 10, i * 10 + i % 10 + 1}, "x");
    }
  });
  EXPECT_EQ(diagnostics.warning_count(), count / 2);
  return seconds;
}

TEST(Silences, ManySilencesAndManyDiagnostics) {
  const double some = SecondsOf(10'000);
  EXPECT_LT(SecondsOf(100'000), 40 * some) << "a search through all would be 100 times as much";
}

TEST(Sorted, FileByFile) {
  const SourceBuffer first("a.xml", "xxxxxxxx");
  const SourceBuffer second("b.xml", "xxxxxxxx");
  Diagnostics diagnostics;
  diagnostics.Emit(kKind, &first, {5, 6}, "2");
  diagnostics.Emit(kKind, &second, {3, 4}, "3");
  diagnostics.Emit(kKind, &first, {1, 2}, "1");
  diagnostics.Emit(DiagnosticKind::kXmlEncoding, nullptr, {}, "0");
  std::string order;
  for (const Diagnostic& diagnostic : diagnostics.Sorted()) {
    order += diagnostic.text.str();
  }
  EXPECT_EQ(order, "0123");
}

}  // namespace
}  // namespace hpdl
