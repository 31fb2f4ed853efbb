#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/map.h"
#include "runtime/ground/value/values.h"

namespace hpdl::rt {
namespace {

using Binary = decltype(&hpdl_op_add);

std::string Shown(const hpdl_value& value) {
  static constexpr const char* kTypes[] = {"null", "B:", "L:", "D:", "S:", "M:"};
  std::string text = kTypes[value.type];
  AppendText(value, &text);
  return text;
}

std::string Apply(Binary op, hpdl_value a, hpdl_value b) {
  hpdl_eval eval;
  hpdl_value out;
  return op(&eval, &a, &b, &out) == 0 ? Shown(out) : eval.error.empty() ? "silent" : "error";
}

hpdl_value Null() {
  return NullValue();
}
hpdl_value B(bool b) {
  return BooleanValue(b);
}
hpdl_value L(std::int64_t i) {
  return LongValue(i);
}
hpdl_value D(double d) {
  return DoubleValue(d);
}
hpdl_value S(std::string_view s) {
  return StringValue(s);
}

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

/// Checks the result of an operator for all pairs of `operands`. The rows of `table` are the left
/// operands, and the columns are the right operands; "!" means an error.
void ExpectTable(Binary op, const std::vector<std::vector<std::string>>& table) {
  const std::vector<hpdl_value> operands = {Null(), B(true), L(6),     D(1.5),
                                            S(""),  S("4"),  S("2.5"), S("abc")};
  ASSERT_EQ(table.size(), operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    ASSERT_EQ(table[i].size(), operands.size());
    for (std::size_t j = 0; j < operands.size(); ++j) {
      const std::string& wanted = table[i][j];
      EXPECT_EQ(Apply(op, operands[i], operands[j]), wanted == "!" ? "error" : wanted)
          << Shown(operands[i]) << " with " << Shown(operands[j]);
    }
  }
}

TEST(Operators, Add) {
  ExpectTable(&hpdl_op_add,
              // null     true  6         1.5       ""       "4"       "2.5"     "abc"
              {{"L:0", "!", "L:6", "D:1.5", "L:0", "L:4", "D:2.5", "!"},
               {"!", "!", "!", "!", "!", "!", "!", "!"},
               {"L:6", "!", "L:12", "D:7.5", "L:6", "L:10", "D:8.5", "!"},
               {"D:1.5", "!", "D:7.5", "D:3.0", "D:1.5", "D:5.5", "D:4.0", "!"},
               {"L:0", "!", "L:6", "D:1.5", "L:0", "L:4", "D:2.5", "!"},
               {"L:4", "!", "L:10", "D:5.5", "L:4", "L:8", "D:6.5", "!"},
               {"D:2.5", "!", "D:8.5", "D:4.0", "D:2.5", "D:6.5", "D:5.0", "!"},
               {"!", "!", "!", "!", "!", "!", "!", "!"}});
}

TEST(Operators, Divide) {
  ExpectTable(&hpdl_op_divide,
              {{"L:0", "!", "D:0.0", "D:0.0", "D:NaN", "D:0.0", "D:0.0", "!"},
               {"!", "!", "!", "!", "!", "!", "!", "!"},
               {"D:Infinity", "!", "D:1.0", "D:4.0", "D:Infinity", "D:1.5", "D:2.4", "!"},
               {"D:Infinity", "!", "D:0.25", "D:1.0", "D:Infinity", "D:0.375", "D:0.6", "!"},
               {"D:NaN", "!", "D:0.0", "D:0.0", "D:NaN", "D:0.0", "D:0.0", "!"},
               {"D:Infinity", "!", "D:0.6666666666666666", "D:2.6666666666666665", "D:Infinity",
                "D:1.0", "D:1.6", "!"},
               {"D:Infinity", "!", "D:0.4166666666666667", "D:1.6666666666666667", "D:Infinity",
                "D:0.625", "D:1.0", "!"},
               {"!", "!", "!", "!", "!", "!", "!", "!"}});
}

TEST(Operators, Equal) {
  ExpectTable(
      &hpdl_op_equal,
      {{"B:true", "B:false", "B:false", "B:false", "B:false", "B:false", "B:false", "B:false"},
       {"B:false", "B:true", "!", "!", "B:false", "B:false", "B:false", "B:false"},
       {"B:false", "!", "B:true", "B:false", "B:false", "B:false", "!", "!"},
       {"B:false", "!", "B:false", "B:true", "B:false", "B:false", "B:false", "!"},
       {"B:false", "B:false", "B:false", "B:false", "B:true", "B:false", "B:false", "B:false"},
       {"B:false", "B:false", "B:false", "B:false", "B:false", "B:true", "B:false", "B:false"},
       {"B:false", "B:false", "!", "B:false", "B:false", "B:false", "B:true", "B:false"},
       {"B:false", "B:false", "!", "!", "B:false", "B:false", "B:false", "B:true"}});
}

TEST(Operators, Less) {
  ExpectTable(
      &hpdl_op_less,
      {{"B:false", "B:false", "B:false", "B:false", "B:false", "B:false", "B:false", "B:false"},
       {"B:false", "B:false", "!", "!", "B:false", "B:false", "B:false", "B:false"},
       {"B:false", "!", "B:false", "B:false", "B:false", "B:false", "!", "!"},
       {"B:false", "!", "B:true", "B:false", "B:false", "B:true", "B:true", "!"},
       {"B:false", "B:true", "B:true", "B:true", "B:false", "B:true", "B:true", "B:true"},
       {"B:false", "B:true", "B:true", "B:false", "B:false", "B:false", "B:false", "B:true"},
       {"B:false", "B:true", "!", "B:false", "B:false", "B:true", "B:false", "B:true"},
       {"B:false", "B:true", "!", "!", "B:false", "B:false", "B:false", "B:false"}});
}

TEST(Operators, ArithmeticOfLongsWraps) {
  EXPECT_EQ(Apply(&hpdl_op_add, L(kMost), L(1)), "L:" + std::to_string(kLeast));
  EXPECT_EQ(Apply(&hpdl_op_subtract, L(kLeast), L(1)), "L:" + std::to_string(kMost));
  EXPECT_EQ(Apply(&hpdl_op_multiply, L(kMost), L(2)), "L:-2");
  EXPECT_EQ(Apply(&hpdl_op_multiply, S("3"), D(0.5)), "D:1.5");
  EXPECT_EQ(Apply(&hpdl_op_subtract, Null(), S("3")), "L:-3");
}

TEST(Operators, Modulo) {
  EXPECT_EQ(Apply(&hpdl_op_modulo, L(7), L(4)), "L:3");
  EXPECT_EQ(Apply(&hpdl_op_modulo, L(-7), L(4)), "L:-3");
  EXPECT_EQ(Apply(&hpdl_op_modulo, L(7), L(0)), "error");
  EXPECT_EQ(Apply(&hpdl_op_modulo, L(7), Null()), "error");
  EXPECT_EQ(Apply(&hpdl_op_modulo, Null(), Null()), "L:0");
  EXPECT_EQ(Apply(&hpdl_op_modulo, L(kLeast), L(-1)), "L:0");
  EXPECT_EQ(Apply(&hpdl_op_modulo, D(7.5), L(2)), "D:1.5");
  EXPECT_EQ(Apply(&hpdl_op_modulo, D(7.5), L(0)), "D:NaN");
}

TEST(Operators, OrderOfTheRest) {
  EXPECT_EQ(Apply(&hpdl_op_less_equal, Null(), Null()), "B:true");
  EXPECT_EQ(Apply(&hpdl_op_greater_equal, Null(), Null()), "B:true");
  EXPECT_EQ(Apply(&hpdl_op_less_equal, Null(), L(0)), "B:false");
  EXPECT_EQ(Apply(&hpdl_op_greater, L(2), L(1)), "B:true");
  EXPECT_EQ(Apply(&hpdl_op_greater_equal, L(1), L(1)), "B:true");
  EXPECT_EQ(Apply(&hpdl_op_less, S("10"), S("9")), "B:true");
  EXPECT_EQ(Apply(&hpdl_op_less, S("10"), L(9)), "B:false");
  EXPECT_EQ(Apply(&hpdl_op_less, B(false), B(true)), "B:true");
  EXPECT_EQ(Apply(&hpdl_op_not_equal, D(0.0 / 0.0), D(0.0 / 0.0)), "B:true");
  EXPECT_EQ(Apply(&hpdl_op_less_equal, D(0.0 / 0.0), L(1)), "B:false");
}

TEST(Operators, StringsSortByUtf16) {
  EXPECT_LT(CompareText("a", "b"), 0);
  EXPECT_LT(CompareText("a", "ab"), 0);
  EXPECT_EQ(CompareText("", ""), 0);
  // U+1F600 is a pair of surrogates and sorts before U+FF01.
  EXPECT_LT(CompareText("\xF0\x9F\x98\x80", "\xEF\xBC\x81"), 0);
  EXPECT_GT(CompareText("\xF0\x9F\x98\x80", "\xE4\xB8\x80"), 0);
}

std::string ApplyUnary(decltype(&hpdl_op_negate) op, hpdl_value a) {
  hpdl_eval eval;
  hpdl_value out;
  return op(&eval, &a, &out) == 0 ? Shown(out) : eval.error.empty() ? "silent" : "error";
}

TEST(Operators, Unary) {
  EXPECT_EQ(ApplyUnary(&hpdl_op_negate, Null()), "L:0");
  EXPECT_EQ(ApplyUnary(&hpdl_op_negate, S("5")), "L:-5");
  EXPECT_EQ(ApplyUnary(&hpdl_op_negate, S("5.0")), "D:-5.0");
  EXPECT_EQ(ApplyUnary(&hpdl_op_negate, L(kLeast)), "L:" + std::to_string(kLeast));
  EXPECT_EQ(ApplyUnary(&hpdl_op_negate, B(true)), "error");
  EXPECT_EQ(ApplyUnary(&hpdl_op_not, S("TRUE")), "B:false");
  EXPECT_EQ(ApplyUnary(&hpdl_op_not, S("yes")), "B:true");
  EXPECT_EQ(ApplyUnary(&hpdl_op_not, Null()), "B:true");
  EXPECT_EQ(ApplyUnary(&hpdl_op_not, L(1)), "error");
  EXPECT_EQ(ApplyUnary(&hpdl_op_empty, Null()), "B:true");
  EXPECT_EQ(ApplyUnary(&hpdl_op_empty, S("")), "B:true");
  EXPECT_EQ(ApplyUnary(&hpdl_op_empty, S(" ")), "B:false");
  EXPECT_EQ(ApplyUnary(&hpdl_op_empty, L(0)), "B:false");
}

TEST(Operators, Conversions) {
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_boolean, S("")), "B:false");
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_boolean, S("tRue")), "B:true");
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_boolean, L(1)), "error");
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_long, S("3.5")), "error");
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_long, D(3.5)), "L:3");
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_long, B(true)), "error");
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_string, Null()), "S:");
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_string, D(1e10)), "S:1.0E10");
}

TEST(Operators, MessagesShowTheValue) {
  hpdl_eval eval;
  hpdl_value out;
  const hpdl_value word = S("abc");
  EXPECT_EQ(hpdl_op_to_long(&eval, &word, &out), 1);
  EXPECT_EQ(eval.error, "cannot convert \"abc\", a String, to a Long");
}

TEST(Map, LooksUpAndPrints) {
  hpdl_eval eval;
  const Properties properties = {{"b", "2"}, {"a", "1"}};
  const hpdl_value map = MapValue(MakeMap(&eval, properties));
  EXPECT_EQ(Shown(map), "M:{a=1, b=2}");
  hpdl_value out;
  hpdl_value key = S("a");
  EXPECT_EQ(hpdl_op_index(&eval, &map, &key, &out), 0);
  EXPECT_EQ(Shown(out), "S:1");
  key = S("c");
  EXPECT_EQ(hpdl_op_index(&eval, &map, &key, &out), 0);
  EXPECT_EQ(out.type, static_cast<std::uint32_t>(HPDL_NULL));
  key = L(1);
  EXPECT_EQ(hpdl_op_index(&eval, &map, &key, &out), 0);
  EXPECT_EQ(out.type, static_cast<std::uint32_t>(HPDL_NULL));
  const hpdl_value text = S("x");
  EXPECT_EQ(hpdl_op_index(&eval, &text, &key, &out), 1);
  EXPECT_EQ(eval.error, "a String has no value named \"1\"; only a Map has named values");
}

TEST(Map, KeepsTheOrderOfItsEntries) {
  hpdl_eval eval;
  const MapEntry entries[] = {{"b", S("2")}, {"a", S("1")}};
  const MapEntry turned[] = {{"a", S("1")}, {"b", S("2")}};
  const MapEntry others[] = {{"a", S("1")}, {"c", S("2")}};
  const hpdl_value map = MapValue(MakeMap(&eval, entries));
  EXPECT_EQ(Shown(map), "M:{b=2, a=1}");
  hpdl_value out;
  for (const auto& [key, value] : turned) {
    const hpdl_value name = StringValue(key);
    EXPECT_EQ(hpdl_op_index(&eval, &map, &name, &out), 0);
    EXPECT_EQ(Shown(out), Shown(value));
  }
  EXPECT_EQ(Apply(&hpdl_op_equal, map, MapValue(MakeMap(&eval, turned))), "B:true");
  EXPECT_EQ(Apply(&hpdl_op_equal, map, MapValue(MakeMap(&eval, others))), "B:false");
}

TEST(Map, UndefinedCountersAreZero) {
  const hpdl_value none = MapValue(UndefinedCounters());
  EXPECT_EQ(Apply(&hpdl_op_add, none, L(1)), "L:1");
  EXPECT_EQ(Apply(&hpdl_op_equal, none, L(0)), "B:true");
  EXPECT_EQ(Apply(&hpdl_op_less, none, L(1)), "B:true");
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_long, none), "L:0");
  EXPECT_EQ(ApplyUnary(&hpdl_op_to_string, none), "S:0");
}

}  // namespace
}  // namespace hpdl::rt
