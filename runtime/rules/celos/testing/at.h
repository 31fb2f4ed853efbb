#ifndef HPDL_RUNTIME_RULES_CELOS_TESTING_AT_H_
#define HPDL_RUNTIME_RULES_CELOS_TESTING_AT_H_

#include <gtest/gtest.h>

#include <string>

#include "runtime/rules/celos/scheduled_time.h"

namespace hpdl::rt::celos::testing {

/// Parses a time. The text must be valid.
inline ScheduledTime At(const std::string& text) {
  const Result<ScheduledTime> time = ScheduledTime::Parse(text);
  EXPECT_TRUE(time.ok()) << text;
  return time ? *time : ScheduledTime{};
}

}  // namespace hpdl::rt::celos::testing

#endif  // HPDL_RUNTIME_RULES_CELOS_TESTING_AT_H_
