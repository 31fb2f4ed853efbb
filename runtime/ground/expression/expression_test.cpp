#include <gtest/gtest.h>

#include <map>
#include <string>

#include "runtime/ground/expression/evaluate.h"
#include "runtime/ground/expression/interpret.h"
#include "runtime/ground/expression/parse.h"
#include "runtime/ground/expression/program_names.h"
#include "runtime/ground/expression/scan.h"
#include "runtime/ground/expression/tokens.h"
#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/values.h"

namespace hpdl::rt {
namespace {

/// A job that has only properties.
class PropertiesView final : public RunView {
 public:
  std::uint32_t language = HPDL_DIALECT_OOZIE;
  Properties properties = {{"who", "joe"},
                           {"n", "5"},
                           {"empty_one", ""},
                           {"KB", "mine"},
                           {"megabyte", std::string(1 << 20, 'x')}};

  std::uint32_t dialect() const override { return language; }
  const JobIdentity& job() const override { return identity_; }
  const std::string* Property(std::string_view name) const override {
    const auto found = properties.find(name);
    return found == properties.end() ? nullptr : &found->second;
  }
  const NodeRecord* Node(std::string_view) const override { return nullptr; }
  std::optional<std::string> LastErrorNode() const override { return std::nullopt; }
  std::string_view CurrentNode() const override { return {}; }
  std::string CallbackBase() const override { return {}; }
  std::string_view ParameterName(std::uint32_t) const override { return {}; }

 private:
  JobIdentity identity_;
};

std::int32_t Joined(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return hpdl_op_concat(eval, args, 2, out);
}
std::int32_t Nothing(hpdl_eval*, const hpdl_value*, hpdl_value* out) {
  *out = NullValue();
  return 0;
}
std::int32_t Fails(hpdl_eval* eval, const hpdl_value*, hpdl_value*) {
  return eval->Fail("it was called");
}

hpdl_str Str(std::string_view text) {
  return {text.data(), text.size()};
}

const hpdl_named_function kFunctions[] = {{Str("t:join"), &Joined, 2, 0},
                                          {Str("t:fail"), &Fails, 0, 0},
                                          {Str("none"), &Nothing, 0, 0},
                                          {Str("none"), &Nothing, 1, 0}};
const hpdl_named_constant kConstants[] = {{Str("KB"), LongValue(1024)},
                                          {Str("WORD"), StringValue("a word")}};
const hpdl_names kNames = {nullptr, kFunctions, kConstants, 4, 2};

/// Returns the value as text, or "error: " and the message.
std::string Value(std::string_view expression) {
  const PropertiesView view;
  hpdl_eval eval;
  eval.run = &view;
  hpdl_value value{};
  if (EvaluateExpression(expression, kNames, &eval, &value) != 0) {
    return "error: " + eval.error;
  }
  std::string text;
  AppendText(value, &text);
  return text;
}

std::string Template(std::string_view text, std::uint32_t dialect = HPDL_DIALECT_OOZIE) {
  PropertiesView view;
  view.language = dialect;
  hpdl_eval eval;
  eval.run = &view;
  std::string out;
  return InterpretTemplate(text, kNames, &eval, &out) == 0 ? out : "error: " + eval.error;
}

TEST(Tokens, AreTheLongestThatBeginThere) {
  std::string types;
  for (const ExpressionToken& token : TokenizeExpression("a1.e 1. .5e+1 1e '\\'' <=<!= !&& & 'x")) {
    types += std::to_string(static_cast<int>(token.type)) + ":" +
             std::to_string(token.end - token.begin) + " ";
  }
  const auto type = [](TokenType t, int size) {
    return std::to_string(static_cast<int>(t)) + ":" + std::to_string(size) + " ";
  };
  EXPECT_EQ(types, type(TokenType::kIdentifier, 2) + type(TokenType::kDot, 1) +
                       type(TokenType::kIdentifier, 1) + type(TokenType::kFloat, 2) +
                       type(TokenType::kFloat, 5) + type(TokenType::kInteger, 1) +
                       type(TokenType::kIdentifier, 1) + type(TokenType::kString, 4) +
                       type(TokenType::kLessEqual, 2) + type(TokenType::kLess, 1) +
                       type(TokenType::kNotEqual, 2) + type(TokenType::kNot, 1) +
                       type(TokenType::kAnd, 2) + type(TokenType::kOther, 1) +
                       type(TokenType::kUnterminated, 2) + type(TokenType::kEnd, 0));
}

TEST(Tokens, NamesAreNoWordsOfTheLanguage) {
  for (const char* name : {"a", "_a", "$x1", "android", "gr\xC3\xB6n"}) {
    EXPECT_TRUE(IsExpressionName(name)) << name;
  }
  for (const char* other : {"", "and", "true", "a.b", "1a", "a b", " a", "a-b"}) {
    EXPECT_FALSE(IsExpressionName(other)) << other;
  }
}

TEST(EvaluateExpression, BindsAsTheGrammarSays) {
  EXPECT_EQ(Value("1+2*3"), "7");
  EXPECT_EQ(Value("(1+2)*3"), "9");
  EXPECT_EQ(Value("7-2-1"), "4");
  EXPECT_EQ(Value("2 lt 10 and not false or 1 == 2"), "true");
  EXPECT_EQ(Value("- -n"), "5");
  EXPECT_EQ(Value("not empty who"), "true");
  EXPECT_EQ(Value("empty empty_one ? 'e' : 'f'"), "e");
  EXPECT_EQ(Value("false ? 1 : true ? 2 : 3"), "2");
  EXPECT_EQ(Value("true ? false ? 1 : 2 : 3"), "2");
  EXPECT_EQ(Value("1 / 4 mod 2"), "0.25");
}

TEST(EvaluateExpression, Names) {
  EXPECT_EQ(Value("who"), "joe");
  EXPECT_EQ(Value("KB"), "1024");  // a constant hides a property, as in compiled expressions
  EXPECT_EQ(Value("WORD"), "a word");
  EXPECT_EQ(Value("nosuch"), "error: variable [nosuch] cannot be resolved");
  EXPECT_EQ(Value("t:join(who, 1)"), "joe1");
  EXPECT_EQ(Value("t : join ('a}', \"\\\"\")"), "a}\"");
  EXPECT_EQ(Value("true ? t:join(1, 2) : none()"), "12");
  EXPECT_EQ(Value("false ? who:none()"), "");
  EXPECT_EQ(Value("none().a['b']"), "");
}

TEST(EvaluateExpression, EvaluatesWhatIsReachedOnly) {
  EXPECT_EQ(Value("false and t:fail()"), "false");
  EXPECT_EQ(Value("true or t:fail()"), "true");
  EXPECT_EQ(Value("true ? 1 : t:fail()"), "1");
  EXPECT_EQ(Value("true and t:fail()"), "error: it was called");
}

TEST(EvaluateExpression, SaysWhatIsWrong) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "found the end of the expression, expected a value"},
      {"1 2", "found '2', expected an operator or '}'"},
      {"(1", "found the end of the expression, expected an operator or ')'"},
      {"a[1", "found the end of the expression, expected an operator or ']'"},
      {"a ? b", "found the end of the expression, expected an operator or ':'"},
      {"none(,)", "found ',', expected a value or ')'"},
      {"a.'b'", "found a string, expected a name"},
      {"'\\d'",
       "found a string with an unknown escape: only \\\\, \\' and \\\" are known, expected a "
       "value"},
      {"\xE2\x82\xAC=", "found '=', expected an operator or '}'"},
      {"@", "found '@', expected a value"},
      {"9223372036854775808",
       "the number 9223372036854775808 is too large, the largest is 9223372036854775807"},
      {"nosuch()", "function nosuch does not exist"},
      {"t:join(1)", "function t:join takes 2 arguments, found 1"},
      {"none(1, 2)", "function none takes 0 or 1 arguments, found 2"},
      {"nosuch( + 1", "found '+', expected a value or ')'"},
      {"'a' - 1", "cannot convert \"a\", a String, to a Long"},
  };
  for (const auto& [expression, message] : cases) {
    EXPECT_EQ(Value(expression), "error: " + std::string(message)) << expression;
  }
}

TEST(EvaluateExpression, IsBounded) {
  EXPECT_EQ(Value(std::string(200, '(') + "1" + std::string(200, ')')), "1");
  EXPECT_EQ(Value(std::string(10000, '(')),
            "error: brackets and conditions nested 10000 deep, at most 200 are allowed");
  EXPECT_EQ(Value(std::string(999, '-') + "1"), "-1");
  EXPECT_EQ(Value(std::string(50000, '-') + "1"),
            "error: a chain of 50001 operators, at most 1000 are allowed");
  std::string sum = "1";
  std::string conditions;
  for (int i = 0; i < 30000; ++i) {
    sum += "+1";
    conditions += "n?";
  }
  EXPECT_EQ(Value(sum), "error: a chain of 30001 operators, at most 1000 are allowed");
  EXPECT_EQ(Value(conditions),
            "error: brackets and conditions nested 30000 deep, at most 200 are allowed");
  EXPECT_EQ(Value("'" + std::string(70000, 'x') + "'"),
            "error: an expression of 70002 bytes, at most 65536 are allowed");
}

TEST(InterpretTemplate, PutsValuesIn) {
  EXPECT_EQ(Template(""), "");
  EXPECT_EQ(Template("plain $ {who} #{who}"), "plain $ {who} #{who}");
  EXPECT_EQ(Template("/${who}/${1 + 1}/"), "/joe/2/");
  EXPECT_EQ(Template("\\${who}${'}'}${none()}."), "${who}}.");
  EXPECT_EQ(Template("#{who}", HPDL_DIALECT_HWS), "joe");
}

TEST(InterpretTemplate, ErrorsBeginWithTheExpression) {
  EXPECT_EQ(Template("a ${who} ${nosuch} b"),
            "error: ${nosuch}: variable [nosuch] cannot be resolved");
  EXPECT_EQ(Template("a ${who"),
            "error: ${who: found the end of the text, expected the '}' of the expression");
  EXPECT_EQ(Template("${'a}"),
            "error: ${'a}: found a string without its closing quote, so the expression has no '}'");
  EXPECT_LT(Template("${" + std::string(60000, '(') + "}").size(), 250U);
}

TEST(InterpretTemplate, HasAnEnd) {
  std::string text;
  for (int i = 0; i < 65; ++i) {
    text += "${megabyte}";
  }
  EXPECT_EQ(Template(text), "error: ${megabyte}: the text exceeds 64 MiB");
}

TEST(SplitTemplate, TellsTextFromExpressions) {
  const std::string text = "a\\${b} ${c['}']}${d";
  const std::vector<Segment> segments = SplitTemplate(text, false);
  ASSERT_EQ(segments.size(), 3U);
  EXPECT_EQ(segments[0].text, "a${b} ");
  EXPECT_EQ(BodyOf(text, segments[1]), "c['}']");
  EXPECT_FALSE(segments[2].closed);
}

TEST(ProgramNames, AreNoneInMostPrograms) {
  EXPECT_EQ(ProgramNames(), nullptr);
}

}  // namespace
}  // namespace hpdl::rt
