#include "compiler/frontend/el/parse.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "runtime/ground/base/testing/processor_time.h"

namespace hpdl::frontend {
namespace {

/// A parsed text with a source file of its own.
struct Parsed {
  explicit Parsed(const std::string& value, ast::Dialect dialect = ast::Dialect::kOozie)
      : source("f.xml", value) {
    ElParser parser;
    const ast::Text text{value, {0, static_cast<std::uint32_t>(value.size())}, {}};
    root = parser.Parse(text, dialect, source, pool, diagnostics);
  }

  /// Returns the tree as nested lists.
  std::string Show(ast::ExprId id) const {
    const ast::Expr& e = pool[id];
    std::string head;
    switch (e.kind) {
      case ast::ExprKind::kError:
        return "ERROR";
      case ast::ExprKind::kNull:
        return "null";
      case ast::ExprKind::kBoolean:
        return e.boolean ? "true" : "false";
      case ast::ExprKind::kLong:
        return std::to_string(e.number);
      case ast::ExprKind::kDouble:
        return std::to_string(e.real);
      case ast::ExprKind::kString:
        return "'" + e.text + "'";
      case ast::ExprKind::kName:
        return e.text;
      case ast::ExprKind::kIndex:
        head = "index";
        break;
      case ast::ExprKind::kCall:
        head = e.text;
        break;
      case ast::ExprKind::kConditional:
        head = "?";
        break;
      case ast::ExprKind::kTemplate:
        head = "template";
        break;
      case ast::ExprKind::kUnary:
      case ast::ExprKind::kBinary: {
        static constexpr const char* kOps[] = {
            "",   "+", "-",  "*",   "/",  "%",   "==",  "!=",   "<",
            "<=", ">", ">=", "and", "or", "neg", "not", "empty"};
        head = kOps[static_cast<std::size_t>(e.op)];
        break;
      }
    }
    std::string text = "(" + head;
    for (const ast::ExprId operand : e.operands) {
      text += " " + Show(operand);
    }
    return text + ")";
  }
  std::string Show() const { return root.valid() ? Show(root) : "plain"; }

  /// Returns `begin-end text` of the only diagnostic.
  std::string Problem() const {
    const std::vector<Diagnostic> found = diagnostics.Sorted();
    if (found.size() != 1) {
      return std::to_string(found.size()) + " diagnostics";
    }
    return std::to_string(found[0].range.begin) + "-" + std::to_string(found[0].range.end) + " " +
           found[0].text.str();
  }

  SourceBuffer source;
  ast::ExprPool pool;
  Diagnostics diagnostics;
  ast::ExprId root;
};

std::string Tree(const std::string& text, ast::Dialect dialect = ast::Dialect::kOozie) {
  const Parsed parsed(text, dialect);
  return parsed.diagnostics.HasErrors() ? parsed.Problem() : parsed.Show();
}

TEST(ElParser, Templates) {
  EXPECT_EQ(Tree("plain $a }"), "plain");
  EXPECT_EQ(Tree("${a}"), "a");
  EXPECT_EQ(Tree("x${a}y"), "(template 'x' a 'y')");
  EXPECT_EQ(Tree("${a}${b}"), "(template a b)");
  EXPECT_EQ(Tree("${a}}"), "(template a '}')");
  EXPECT_EQ(Tree("$${a}"), "(template '$' a)");
  EXPECT_EQ(Tree("${'}'}"), "'}'");
  EXPECT_EQ(Tree("${'${a}'}"), "'${a}'");
  EXPECT_EQ(Tree("\\${a}"), "'${a}'");
  EXPECT_EQ(Tree("\\${a} ${b}"), "(template '${a} ' b)");
  EXPECT_EQ(Tree("c:\\dir ${b}"), "(template 'c:\\dir ' b)");
  EXPECT_EQ(Tree("#{a}"), "plain");
  EXPECT_EQ(Tree("#{a}", ast::Dialect::kHws), "a");
  EXPECT_EQ(Tree("#${a}", ast::Dialect::kHws), "(template '#' a)");
}

TEST(ElParser, PrecedenceAndAssociation) {
  EXPECT_EQ(Tree("${1+2*3}"), "(+ 1 (* 2 3))");
  EXPECT_EQ(Tree("${(1+2)*3}"), "(* (+ 1 2) 3)");
  EXPECT_EQ(Tree("${3-2-1}"), "(- (- 3 2) 1)");
  EXPECT_EQ(Tree("${7 div 2 mod 4}"), "(% (/ 7 2) 4)");
  EXPECT_EQ(Tree("${a or b and c}"), "(or a (and b c))");
  EXPECT_EQ(Tree("${a || b && c}"), "(or a (and b c))");
  EXPECT_EQ(Tree("${a eq b lt c}"), "(== a (< b c))");
  EXPECT_EQ(Tree("${not a and b}"), "(and (not a) b)");
  EXPECT_EQ(Tree("${!empty a}"), "(not (empty a))");
  EXPECT_EQ(Tree("${- - 1}"), "(neg (neg 1))");
  EXPECT_EQ(Tree("${1 - -1}"), "(- 1 (neg 1))");
  EXPECT_EQ(Tree("${a ? b : c ? d : e}"), "(? a b (? c d e))");
  EXPECT_EQ(Tree("${a ? b ? c : d : e}"), "(? a (? b c d) e)");
  EXPECT_EQ(Tree("${a ge 1 ne b le 2}"), "(!= (>= a 1) (<= b 2))");
}

TEST(ElParser, Values) {
  EXPECT_EQ(Tree("${010}"), "10");
  EXPECT_EQ(Tree("${9223372036854775807}"), "9223372036854775807");
  EXPECT_EQ(Tree("${1e3}"), "1000.000000");
  EXPECT_EQ(Tree("${.5}"), "0.500000");
  EXPECT_EQ(Tree("${1.}"), "1.000000");
  EXPECT_EQ(Tree("${\"say \\\"hi\\\"\"}"), "'say \"hi\"'");
  EXPECT_EQ(Tree("${'a\\\\b\\'c'}"), "'a\\b'c'");
  EXPECT_EQ(Tree("${a.b['c'].d}"), "(index (index (index a 'b') 'c') 'd')");
  EXPECT_EQ(Tree("${h:f('x')['y'][Z]}"), "(index (index (h:f 'x') 'y') Z)");
  EXPECT_EQ(Tree("${ true }"), "true");
  EXPECT_EQ(Tree("${null}"), "null");
  EXPECT_EQ(Tree("${trueish}"), "trueish");
  EXPECT_EQ(Tree("${gr\xC3\xB6\xC3\x9F"
                 "e}"),
            "gr\xC3\xB6\xC3\x9F"
            "e");
}

TEST(ElParser, Functions) {
  EXPECT_EQ(Tree("${f()}"), "(f)");
  EXPECT_EQ(Tree("${wf:conf('a')}"), "(wf:conf 'a')");
  EXPECT_EQ(Tree("${wf : conf('a')}"), "(wf:conf 'a')");
  EXPECT_EQ(Tree("${wf:conf ('a')}"), "(wf:conf 'a')");
  EXPECT_EQ(Tree("${f(1, g:h(2), 3)}"), "(f 1 (g:h 2) 3)");
}

TEST(ElParser, ColonsOfConditionals) {
  EXPECT_EQ(Tree("${a ? b:c(x)}"), "(? a b (c x))");
  EXPECT_EQ(Tree("${a ? b:c(x) : d}"), "(? a (b:c x) d)");
  EXPECT_EQ(Tree("${a ? b : c:d(x)}"), "(? a b (c:d x))");
  EXPECT_EQ(Tree("${a ? x:y() : c:d(e ? f : g(1))}"), "(? a (x:y) (c:d (? e f (g 1))))");
  EXPECT_EQ(Tree("${a ? b ? x:y() : z : c(1)}"), "(? a (? b (x:y) z) (c 1))");
  EXPECT_EQ(Tree("${f(a ? b : c(1), d:e(2))}"), "(f (? a b (c 1)) (d:e 2))");
}

TEST(ElParser, ErrorsNameWhatWasFoundAndExpected) {
  EXPECT_EQ(Tree("${}"), "0-3 found the end of the expression, expected a value");
  EXPECT_EQ(Tree("x ${(1 + 2}"),
            "10-11 found the end of the expression, expected an operator or ')'");
  EXPECT_EQ(Tree("${a"), "0-3 found the end of the text, expected the '}' of the expression");
  EXPECT_EQ(Tree("${a 'b}"),
            "4-7 found a string without its closing quote, so the expression has no '}'");
  EXPECT_EQ(Tree("${a = b}"),
            "4-5 found '=', expected an operator or '}'; to compare, write '==' or 'eq'");
  EXPECT_EQ(Tree("${a b}"), "4-5 found 'b', expected an operator or '}'");
  EXPECT_EQ(Tree("${a +}"), "5-6 found the end of the expression, expected a value");
  EXPECT_EQ(Tree("${a + * b}"), "6-7 found '*', expected a value");
  EXPECT_EQ(Tree("${a.1}"), "3-5 found '.1', expected an operator or '}'");
  EXPECT_EQ(Tree("${a.'b'}"), "4-7 found a string, expected a name");
  EXPECT_EQ(Tree("${a.length()}"),
            "10-11 found '(', expected an operator or '}'; values have no methods");
  EXPECT_EQ(Tree("${f(a,)}"), "6-7 found ')', expected a value");
  EXPECT_EQ(Tree("${f(,)}"), "4-5 found ',', expected a value or ')'");
  EXPECT_EQ(Tree("${f(a b)}"), "6-7 found 'b', expected an operator or ')'");
  EXPECT_EQ(Tree("${a['b'}"), "7-8 found the end of the expression, expected an operator or ']'");
  EXPECT_EQ(Tree("${a ? b}"), "7-8 found the end of the expression, expected an operator or ':'");
  EXPECT_EQ(Tree("${0x10}"), "3-6 found 'x10', expected an operator or '}'");
  EXPECT_EQ(Tree("${[1,2]}"), "2-3 found '[', expected a value");
  EXPECT_EQ(Tree("${n instanceof String}"),
            "4-14 found 'instanceof', a reserved word without meaning in expressions, expected an "
            "operator or "
            "'}'");
  EXPECT_EQ(
      Tree("${'\\d'}"),
      "2-6 found a string with an unknown escape: only \\\\, \\' and \\\" are known, expected a "
      "value");
  EXPECT_EQ(
      Tree("${a & b}"),
      "4-5 found '&', expected an operator or '}'; to combine conditions, write '&&' or 'and'");
  EXPECT_EQ(Tree("${9223372036854775808}"),
            "2-21 the number 9223372036854775808 is too large, the largest is 9223372036854775807");
  EXPECT_EQ(Tree("${a:b}"), "3-4 found ':', expected an operator or '}'");
  for (const char* shell :
       {"x:-y", "x:?", "x%.csv", "x%%.*", "x##*/", "x//a/b", "x/", "x^^", "x[@]", "#x", "@", "*"}) {
    const std::string text = "${" + std::string(shell) + "}";
    EXPECT_TRUE(Tree(text).ends_with("; to let the shell expand it, write \\" + text)) << text;
  }
  EXPECT_EQ(Tree("${x y:-z}"), "4-5 found 'y', expected an operator or '}'");
}

TEST(ElParser, OneErrorForEachBrokenExpression) {
  const Parsed parsed("${a +} ${b} ${(} ${c d e f}");
  EXPECT_EQ(parsed.diagnostics.error_count(), 3u);
  EXPECT_EQ(parsed.Show(), "(template ERROR ' ' b ' ' ERROR ' ' ERROR)");
}

TEST(ElParser, RangesGoBackThroughReferences) {
  // The text is `a &lt; b c` in an attribute. The decoded text is shorter than the raw bytes.
  const std::string raw = "${a &lt; b c}";
  const SourceBuffer source("f.xml", raw);
  const ast::Text text{"${a < b c}", {0, 13}, {{0, 0}, {5, 8}}};
  ast::ExprPool pool;
  Diagnostics diagnostics;
  ElParser parser;
  parser.Parse(text, ast::Dialect::kOozie, source, pool, diagnostics);
  ASSERT_EQ(diagnostics.error_count(), 1u);
  EXPECT_EQ(source.Slice(diagnostics.Sorted()[0].range), "c");
}

TEST(ElParser, NodesKnowTheirPlace) {
  const Parsed parsed("x ${wf : conf('a') eq b}");
  const ast::Expr& equal = parsed.pool[parsed.pool[parsed.root].operands[1]];
  EXPECT_EQ(parsed.source.Slice(equal.range), "wf : conf('a') eq b");
  const ast::Expr& call = parsed.pool[equal.operands[0]];
  EXPECT_EQ(parsed.source.Slice(call.range), "wf : conf('a')");
  EXPECT_EQ(parsed.source.Slice(call.name_range), "wf : conf");
}

TEST(ElParser, RefusesWhatIsTooComplexAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  const std::string many(10000, '(');
  EXPECT_EQ(Tree("${" + many + "1" + std::string(10000, ')') + "}"),
            "2-20003 brackets and conditions nested 10000 deep, at most 200 are allowed");
  EXPECT_EQ(Tree("${" + many + "}"),
            "2-10002 brackets and conditions nested 10000 deep, at most 200 are allowed");
  std::string chain = "1";
  for (int i = 0; i < 5000; ++i) {
    chain += "+1";
  }
  EXPECT_EQ(Tree("${" + chain + "}"),
            "2-10003 a chain of 5001 operators, at most 1000 are allowed");
  EXPECT_EQ(Tree("${" + std::string(5000, '-') + "1}"),
            "2-5003 a chain of 5001 operators, at most 1000 are allowed");
  std::string conditions;
  for (int i = 0; i < 300; ++i) {
    conditions += "a ? b : ";
  }
  EXPECT_NE(Tree("${" + conditions + "c}").find("nested 300 deep"), std::string::npos);
  EXPECT_NE(Tree("${'" + std::string(70000, 'x') + "'}").find("at most 65536"), std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST(ElParser, AcceptsWhatIsJustWithinTheLimits) {
  const std::string text = "${" + std::string(200, '(') + "1" + std::string(200, ')') + "}";
  EXPECT_EQ(Tree(text), "1");
}

TEST(ElParser, TheLastOfThousandsOfExpressionsTakesNoLongerThanTheFirst) {
  ElParser parser;
  ast::ExprPool pool;
  Diagnostics diagnostics;
  const SourceBuffer source("f.xml", std::string(64, ' '));
  const auto parse = [&](int from, int to) {
    return rt::testing::ProcessorSeconds([&] {
      for (int i = from; i < to; ++i) {
        const ast::Text text{
            "${wf:conf('k" + std::to_string(i) + "') eq 'v' and size gt 10 * MB}", {0, 50}, {}};
        parser.Parse(text, ast::Dialect::kOozie, source, pool, diagnostics);
      }
    });
  };
  const double first = parse(0, 2000);
  parse(2000, 18000);
  EXPECT_LT(parse(18000, 20000), 5 * first);
  EXPECT_EQ(diagnostics.error_count(), 0u);
}

TEST(Grammar, GeneratedSourcesAreCurrent) {
  const std::string command = std::string("cd ") + HPDL_SOURCE_DIR +
                              "/grammar && sha256sum --check --quiet "
                              "../compiler/frontend/el/generated/grammar.sha256 2>&1";
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  ASSERT_NE(pipe, nullptr);
  std::string output;
  std::array<char, 256> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr) {
    output += buffer.data();
  }
  EXPECT_EQ(output, "") << "a grammar has changed: run grammar/generate.sh";
}

}  // namespace
}  // namespace hpdl::frontend
