#include "runtime/ground/value/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace hpdl::rt {
namespace {

TEST(DoubleText, IsJavas) {
  EXPECT_EQ(DoubleText(3.5), "3.5");
  EXPECT_EQ(DoubleText(2), "2.0");
  EXPECT_EQ(DoubleText(1000), "1000.0");
  EXPECT_EQ(DoubleText(9999999), "9999999.0");
  EXPECT_EQ(DoubleText(1e7), "1.0E7");
  EXPECT_EQ(DoubleText(1e10), "1.0E10");
  EXPECT_EQ(DoubleText(12345678.5), "1.23456785E7");
  EXPECT_EQ(DoubleText(0.001), "0.001");
  EXPECT_EQ(DoubleText(0.00012), "1.2E-4");
  EXPECT_EQ(DoubleText(1e-5), "1.0E-5");
  EXPECT_EQ(DoubleText(0.1), "0.1");
  EXPECT_EQ(DoubleText(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(DoubleText(100.25), "100.25");
  EXPECT_EQ(DoubleText(-1.5), "-1.5");
  EXPECT_EQ(DoubleText(0), "0.0");
  EXPECT_EQ(DoubleText(-0.0), "-0.0");
  EXPECT_EQ(DoubleText(std::numeric_limits<double>::max()), "1.7976931348623157E308");
  EXPECT_EQ(DoubleText(std::numeric_limits<double>::denorm_min()), "4.9E-324");
  EXPECT_EQ(DoubleText(NAN), "NaN");
  EXPECT_EQ(DoubleText(INFINITY), "Infinity");
  EXPECT_EQ(DoubleText(-INFINITY), "-Infinity");
}

TEST(ParseLong, TakesWhatJavaTakes) {
  std::int64_t value = 0;
  EXPECT_TRUE(ParseLong("-9223372036854775808", &value));
  EXPECT_EQ(value, std::numeric_limits<std::int64_t>::min());
  EXPECT_TRUE(ParseLong("+5", &value));
  EXPECT_EQ(value, 5);
  EXPECT_TRUE(ParseLong("007", &value));
  EXPECT_EQ(value, 7);
  for (const char* bad :
       {"", "+", "-", "+-5", " 5", "5 ", "5.0", "0x10", "A", "9223372036854775808"}) {
    EXPECT_FALSE(ParseLong(bad, &value)) << bad;
  }
}

TEST(ParseDouble, TakesWhatJavaTakes) {
  double value = 0;
  EXPECT_TRUE(ParseDouble(" 1.5e3 ", &value));
  EXPECT_EQ(value, 1500);
  EXPECT_TRUE(ParseDouble("-.5f", &value));
  EXPECT_EQ(value, -0.5);
  EXPECT_TRUE(ParseDouble("2.", &value));
  EXPECT_EQ(value, 2);
  EXPECT_TRUE(ParseDouble("-Infinity", &value));
  EXPECT_EQ(value, -INFINITY);
  for (const char* bad : {"", ".", "e5", "1e", "1e+", "inf", "nan", "0x1p3", "1.5x", "--1"}) {
    EXPECT_FALSE(ParseDouble(bad, &value)) << bad;
  }
}

TEST(DoubleToLong, CutsAndSaturates) {
  EXPECT_EQ(DoubleToLong(3.9), 3);
  EXPECT_EQ(DoubleToLong(-3.9), -3);
  EXPECT_EQ(DoubleToLong(NAN), 0);
  EXPECT_EQ(DoubleToLong(1e30), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(DoubleToLong(-1e30), std::numeric_limits<std::int64_t>::min());
}

}  // namespace
}  // namespace hpdl::rt
