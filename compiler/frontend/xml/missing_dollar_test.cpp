#include "compiler/frontend/xml/missing_dollar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hpdl::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Found(std::string_view text, bool hash = false) {
  std::vector<std::string> parts;
  for (const MissingDollar& each : FindMissingDollars(text, hash)) {
    parts.push_back((each.is_misplaced ? "misplaced " : "missing ") +
                    std::string(text.substr(each.begin, each.end - each.begin)));
  }
  return parts;
}

TEST(MissingDollar, CallsOfFunctions) {
  EXPECT_THAT(Found("{wf:conf('x')}"), ElementsAre("missing {wf:conf('x')}"));
  EXPECT_THAT(Found("a/{wf:conf('}')}/{coord:nominalTime()}/${x}"),
              ElementsAre("missing {wf:conf('}')}", "missing {coord:nominalTime()}"));
  EXPECT_THAT(Found("{wf:nosuch('x')} {wf:conf} {wf:conf('x') {a:b} {wf: conf('x')}"), IsEmpty());
  EXPECT_THAT(Found("${wf:conf('x')} \\${wf:conf('x')} \\{wf:conf('x')}"), IsEmpty());
  EXPECT_THAT(Found("{wf:conf('x')"), IsEmpty());
}

TEST(MissingDollar, DollarsInTheWrongPlace) {
  EXPECT_THAT(Found("{$nameNode}/x/{$out.dir}"),
              ElementsAre("misplaced {$nameNode}", "misplaced {$out.dir}"));
  EXPECT_THAT(Found("awk '{$1}' '{$NF=0}' '{print $x}' @{$x} %{$x} ${$x}"), IsEmpty());
  EXPECT_THAT(Found("{$"), IsEmpty());
  EXPECT_THAT(Found("{"), IsEmpty());
}

TEST(MissingDollar, InHwsAHashBeginsAnExpression) {
  EXPECT_THAT(Found("#{wf:conf('x')}", true), IsEmpty());
  EXPECT_THAT(Found("#{wf:conf('x')}", false), IsEmpty());
}

}  // namespace
}  // namespace hpdl::frontend
