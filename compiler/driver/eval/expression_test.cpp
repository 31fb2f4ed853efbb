#include "compiler/sema/expression.h"

#include <gtest/gtest.h>

#include <string>

#include "compiler/frontend/el/parse.h"
#include "stdlib/core/registry.h"

namespace hpdl::sema {
namespace {

using hir::Type;

/// Lowers texts one after the other into one workflow.
struct Lowered {
  explicit Lowered(hir::Dialect d = hir::Dialect::kOozie) : dialect(d) {}

  hir::ValueId Add(const std::string& value, Type target = Type::kString) {
    ast::Template text{{value, {0, static_cast<std::uint32_t>(value.size())}, {}}, {}};
    text.environment =
        dialect == hir::Dialect::kHws ? stdlib::kHwsWorkflow : stdlib::kOozieWorkflow;
    text.expr = parser.Parse(text.text, dialect, source, pool, diagnostics);
    return lowering.LowerValue(text, target);
  }
  const hir::Expr& Expr(hir::ValueId id) const {
    return workflow.exprs[workflow.values[id.index].expr.index];
  }
  Type TypeOf(const std::string& value) { return Expr(Add(value, Type::kAny)).type; }

  hir::Dialect dialect;
  SourceBuffer source{"f.xml", std::string(300, ' ')};
  ast::ExprPool pool;
  Diagnostics diagnostics;
  hir::Workflow workflow;
  frontend::ElParser parser;
  ExpressionLowering lowering{pool, source, workflow, diagnostics};
};

std::string Problem(const std::string& text, Type target = Type::kString,
                    hir::Dialect dialect = hir::Dialect::kOozie) {
  Lowered lowered(dialect);
  const hir::ValueId id = lowered.Add(text, target);
  EXPECT_EQ(id.valid(), !lowered.diagnostics.HasErrors());
  std::string all;
  for (const Diagnostic& d : lowered.diagnostics.Sorted()) {
    all += std::to_string(d.range.begin) + "-" + std::to_string(d.range.end) + " " +
           std::string(InfoOf(d.kind).name) + ": " + d.text.str() + "\n";
  }
  return all.empty() ? "" : all.substr(0, all.size() - 1);
}

TEST(Expression, EqualOnesAreShared) {
  Lowered l;
  const hir::ValueId a = l.Add("/out/${wf:id()}/${x}");
  EXPECT_EQ(l.Add("/out/${wf:id()}/${x}"), a);
  const std::size_t exprs = l.workflow.exprs.size();
  const hir::ValueId b = l.Add("${x}");
  EXPECT_NE(a, b);
  EXPECT_EQ(l.workflow.exprs.size(), exprs);
  EXPECT_NE(l.Add("${x}", Type::kBoolean), b);
  EXPECT_EQ(l.Add("plain"), l.Add("plain"));
  ASSERT_EQ(l.workflow.parameters.size(), 1u);
  EXPECT_EQ(l.workflow.parameters[0].name, "x");
  EXPECT_TRUE(l.workflow.parameters[0].used);
}

TEST(Expression, DeclaredParametersAreFound) {
  Lowered l;
  l.workflow.parameters.push_back({"a", "1", {}, false});
  l.workflow.parameters.push_back({"b", "2", {}, false});
  EXPECT_EQ(l.Expr(l.Add("${b}")).parameter, 1u);
  EXPECT_FALSE(l.workflow.parameters[0].used);
  EXPECT_TRUE(l.workflow.parameters[1].used);
  EXPECT_EQ(l.Expr(l.Add("${c}")).parameter, 2u);
}

TEST(Expression, ConstantsNeedNoExpression) {
  Lowered l;
  const hir::Value& text = l.workflow.values[l.Add("${10 * 1}").index];
  EXPECT_TRUE(text.expr.valid());
  const hir::ValueId kb = l.Add("${KB}");
  EXPECT_FALSE(l.workflow.values[kb.index].expr.valid());
  EXPECT_EQ(l.workflow.values[kb.index].text, "1024");
  EXPECT_EQ(l.workflow.values[l.Add("${1e3}").index].text, "1000.0");
  EXPECT_EQ(l.workflow.values[l.Add("${'TRUE'}", Type::kBoolean).index].text, "true");
  EXPECT_EQ(l.workflow.values[l.Add("no", Type::kBoolean).index].text, "false");
}

TEST(Expression, TypesAndEffects) {
  Lowered l;
  EXPECT_EQ(l.TypeOf("${KB + wf:run()}"), Type::kLong);
  EXPECT_EQ(l.TypeOf("${x + 1}"), Type::kAny);
  EXPECT_EQ(l.TypeOf("${wf:run() / 2}"), Type::kDouble);
  EXPECT_EQ(l.TypeOf("${wf:run() gt 2}"), Type::kBoolean);
  EXPECT_EQ(l.TypeOf("${wf:actionData('a')}"), Type::kMap);
  EXPECT_EQ(l.TypeOf("${x ? 1 : 2}"), Type::kLong);
  EXPECT_EQ(l.TypeOf("${x ? 1 : 'a'}"), Type::kAny);
  EXPECT_EQ(l.Expr(l.Add("${trim(concat('a', 'b'))}")).effects, stdlib::kPure);
  EXPECT_EQ(l.Expr(l.Add("${fs:exists(x)}")).effects, stdlib::kWorld | stdlib::kRunState);
  EXPECT_EQ(l.Expr(l.Add("a${timestamp()}")).effects, stdlib::kClock);
}

TEST(Expression, UnknownFunctions) {
  EXPECT_EQ(Problem("${wf:nosuch()}"), "2-11 UnknownFunction: function wf:nosuch does not exist");
  EXPECT_EQ(
      Problem("${my:fn('a')}"),
      "2-7 UnknownFunction: function my:fn is not built in, and functions that a site adds are "
      "not known to hpdlc yet");
  EXPECT_EQ(Problem("${coord:nominalTime()}"),
            "2-19 UnknownFunction: function coord:nominalTime belongs to coordinators and cannot "
            "be called in a workflow; let the coordinator pass the value of this function as a "
            "property, such as "
            "nominalTime, and write ${nominalTime} here");
  EXPECT_EQ(Problem("${fs:filSize('/a')}"),
            "2-12 UnknownFunction: function fs:filSize does not exist; did you mean fs:fileSize?");
  EXPECT_EQ(Problem("${wf:callbackUrl('a')}"),
            "2-16 UnknownFunction: function wf:callbackUrl does not exist; did you mean "
            "wf:callback?");
  EXPECT_EQ(Problem("${conf('a')}"),
            "2-6 UnknownFunction: function conf does not exist; did you mean wf:conf?");
  EXPECT_EQ(Problem("${wf:name()}", Type::kString, hir::Dialect::kHws),
            "2-9 UnknownFunction: function wf:name does not exist in HWS definitions");
  EXPECT_EQ(Problem("${action:output('a','b')}").substr(0, 80),
            "2-15 UnknownFunction: function action:output does not exist in Oozie definitions");
}

TEST(Expression, WrongNumbersOfArguments) {
  EXPECT_EQ(Problem("${wf:conf()}"), "2-11 WrongArity: function wf:conf takes 1 argument, found 0");
  EXPECT_EQ(Problem("${concat('a','b','c')}"),
            "2-21 WrongArity: function concat takes 2 arguments, found 3");
  EXPECT_EQ(Problem("${concat('a')}", Type::kString, hir::Dialect::kHws),
            "2-13 WrongArity: function concat takes 2 or 3 arguments, found 1");
  EXPECT_EQ(Problem("${concat('a','b','c')}", Type::kString, hir::Dialect::kHws), "");
}

TEST(Expression, TypesThatNeverFit) {
  EXPECT_EQ(Problem("${1}", Type::kBoolean).substr(0, 12), "2-3 ElType: ");
  EXPECT_EQ(Problem("${wf:run()}", Type::kBoolean),
            "2-10 ElType: expected a Boolean, found a Long");
  EXPECT_EQ(Problem("${1 eq true}"),
            "7-11 ElType: operator == cannot compare a Boolean with a number");
  EXPECT_EQ(Problem("${true + 1}"), "2-6 ElType: operator + takes numbers, found a Boolean");
  EXPECT_EQ(Problem("${'abc' * 2}"), "2-11 ElType: cannot convert \"abc\", a String, to a Long");
  EXPECT_EQ(Problem("${7 mod 0}").substr(0, 12), "2-9 ElType: ");
  EXPECT_EQ(Problem("${not 1}"), "6-7 ElType: operator not takes Booleans, found a Long");
  EXPECT_EQ(Problem("${a.b}"),
            "2-5 ElType: only a Map has keys, found a String; the property a.b is wf:conf('a.b')");
  EXPECT_EQ(Problem("${toJsonStr('a')}"),
            "12-15 ElType: function toJsonStr takes a Map, found a String");
  EXPECT_EQ(Problem("${x + 1}"), "");
  EXPECT_EQ(Problem("${'5' + 1}"), "");
}

TEST(Expression, ConstantsAreFoldedBeforeTheyAreJudged) {
  EXPECT_EQ(Problem("${1 % (2 - 2)}").substr(0, 13), "2-13 ElType: ");
  EXPECT_EQ(Problem("${wf:conf('x') + 1 % (true ? 0 : 1)}").substr(0, 13), "17-35 ElType:");
  EXPECT_EQ(Problem("${concat('a', 'b') * 2}"),
            "2-22 ElType: cannot convert \"ab\", a String, to a Long");
  EXPECT_EQ(Problem("${2 - 2 ? 1 : 2}"), "2-7 ElType: a condition must be a Boolean, found a Long");
  EXPECT_EQ(Problem("${true ? 1 : wf:conf('x')}", Type::kBoolean).substr(0, 12), "2-25 ElType:");
  EXPECT_EQ(Problem("${replaceAll('a', '(', 'x')}").substr(0, 12), "2-27 ElType:");
}

TEST(Expression, WhatIsNeverReachedIsNotJudged) {
  EXPECT_EQ(Problem("${false ? 1 % 0 : true}"), "");
  EXPECT_EQ(Problem("${true ? 1 : true + 1}"), "");
  EXPECT_EQ(Problem("${1 eq 2 and 1}"), "");
  EXPECT_EQ(Problem("${empty '' or toJsonStr('a')}"), "");
  EXPECT_EQ(Problem("${false ? toJsonStr(1 + true) : (true ? 'a' : 1 % 0)}"), "");
  EXPECT_EQ(Problem("${true and 1}"), "11-12 ElType: operator and takes Booleans, found a Long");
}

TEST(Expression, WhatNeedNotBeReachedIsNoError) {
  constexpr const char* kNot = "; it fails if a run reaches this part";
  EXPECT_EQ(Problem("${x ? true + 1 : 2}"),
            std::string("6-10 FailsIfReached: operator + takes numbers, found a Boolean") + kNot);
  EXPECT_EQ(Problem("${x and 1}"),
            std::string("8-9 FailsIfReached: operator and takes Booleans, found a Long") + kNot);
  EXPECT_EQ(Problem("${x or (true ? toJsonStr(1) eq 'a' : false)}").substr(0, 21),
            "25-26 FailsIfReached:");
  // Both branches of the conditional fail.
  EXPECT_EQ(Problem("${x ? 'a' * 2 : 'b' * 2}"),
            "6-13 ElType: cannot convert \"a\", a String, to a Long\n"
            "16-23 ElType: cannot convert \"b\", a String, to a Long");
  EXPECT_EQ(Problem("${1 % 0 and true + 1}").substr(0, 11), "2-7 ElType:");
}

/// Returns the only diagnostic of a text; "" if there is no diagnostic. The source buffer contains
/// the text, because hints depend on how the text is written.
std::string Hint(const std::string& text, Type target = Type::kString) {
  const SourceBuffer source("f.xml", text);
  ast::ExprPool pool;
  Diagnostics diagnostics;
  hir::Workflow workflow;
  ast::Template written{{text, {0, static_cast<std::uint32_t>(text.size())}, {}}, {}};
  frontend::ElParser parser;
  written.expr = parser.Parse(written.text, hir::Dialect::kOozie, source, pool, diagnostics);
  ExpressionLowering lowering(pool, source, workflow, diagnostics);
  EXPECT_TRUE(lowering.LowerValue(written, target).valid());
  const std::vector<Diagnostic> found = diagnostics.Sorted();
  EXPECT_LE(found.size(), 1U) << text;
  return found.empty() ? "" : std::string(InfoOf(found[0].kind).name) + ": " + found[0].text.str();
}

TEST(Expression, NamesThatAreReadAsArithmetic) {
  EXPECT_EQ(
      Hint("/data/${output-dir}/x"),
      "ReadAsArithmetic: output-dir is read as a subtraction; write wf:conf('output-dir') for "
      "the property of that name, or put blanks around '-' if a subtraction is meant");
  EXPECT_EQ(Hint("${wf:actionData(count-all-rows)['n']}"),
            "ReadAsArithmetic: count-all-rows is read as a subtraction; put the name of a node in "
            "quotes: wf:actionData('count-all-rows')");
  EXPECT_EQ(Hint("${wf:conf(a-b)}"),
            "ReadAsArithmetic: a-b is read as a subtraction; put the name of a property in "
            "quotes: wf:conf('a-b')");
  EXPECT_EQ(Hint("${concat(a-b, 'x')}").substr(0, 25), "ReadAsArithmetic: a-b is ");
  EXPECT_EQ(
      Hint("${file/csv/txt}"),
      "ReadAsArithmetic: file/csv/txt is read as a division; write \\${file/csv/txt} if a shell "
      "should expand it, or put blanks around '/' if a division is meant");
  for (const char* meant : {"${a - b}", "${a -b}", "${a-1}", "${a-b gt 5}", "${GB-MB}", "${a+b}",
                            "${x ? a-b : c}", "a-b"}) {
    EXPECT_EQ(Hint(meant), "");
  }
}

TEST(Expression, KeepsWhatItLearnt) {
  Lowered l;
  l.Add("${wf:run() + KB} ${x}");
  const std::vector<Bound>& bound = l.lowering.bound();
  ASSERT_EQ(bound.size(), l.pool.size());
  for (std::uint32_t i = 0; i < bound.size(); ++i) {
    EXPECT_TRUE(bound[i].visited);
    const ast::Expr& expr = l.pool[ast::ExprId{i}];
    if (expr.kind == ast::ExprKind::kCall) {
      EXPECT_EQ(bound[i].function->name, "wf:run");
      EXPECT_EQ(bound[i].type, Type::kLong);
    } else if (expr.kind == ast::ExprKind::kName) {
      EXPECT_EQ(bound[i].constant != nullptr, expr.text == "KB");
      EXPECT_EQ(bound[i].type, expr.text == "KB" ? Type::kLong : Type::kString);
    } else if (expr.kind == ast::ExprKind::kBinary) {
      EXPECT_EQ(bound[i].type, Type::kLong);
    }
  }
}

TEST(Expression, AllErrorsOfATextAreFound) {
  EXPECT_EQ(
      Problem("${wf:conf()} ${nosuch(true + 1)}"),
      "2-11 WrongArity: function wf:conf takes 1 argument, found 0\n"
      "15-21 UnknownFunction: function nosuch is not built in, and functions that a site adds are "
      "not known to hpdlc yet\n"
      "22-26 ElType: operator + takes numbers, found a Boolean");
}

TEST(Expression, CollectsCalls) {
  Lowered l;
  l.Add("${wf:errorCode('n1')} ${wf:conf('p1')} ${wf:errorCode(x)}");
  const std::vector<Call>& calls = l.lowering.calls();
  ASSERT_EQ(calls.size(), 3u);
  ASSERT_NE(calls[0].Node(), nullptr);
  EXPECT_EQ(calls[0].Node()->text, "n1");
  EXPECT_EQ(calls[0].Node()->range, (Range{15, 19}));
  EXPECT_EQ(calls[1].Node(), nullptr);
  ASSERT_NE(calls[1].At(0), nullptr);
  EXPECT_EQ(calls[1].At(0)->text, "p1");
  EXPECT_EQ(calls[2].Node(), nullptr);
}

TEST(Expression, NotesWhichCallsMayGiveNothing) {
  Lowered l;
  l.Add(
      "${wf:conf('a') eq 'x' ? wf:conf('b') : 0} ${empty wf:conf('c')} ${x and wf:conf('d')} "
      "${firstNotNull(wf:conf('e'), 'x')} ${trim(wf:conf('f'))}${wf:user()}"
      "${wf:conf('g')}${wf:conf('h')} ${wf:conf('i') ne null} ${wf:conf('j')}${wf:conf('j')}");
  std::string conditional;
  for (const Call& call : l.lowering.calls()) {
    conditional += call.conditional && call.At(0) != nullptr ? call.At(0)->text : "";
  }
  EXPECT_EQ(conditional, "bcdeghi");
}

TEST(Declarations, AreConsistent) {
  std::size_t functions = 0;
  for (const stdlib::FunctionFamily* family : stdlib::AllFunctions()) {
    for (const stdlib::FunctionDecl& function : family->functions) {
      EXPECT_NE(function.impl, nullptr) << function.name;
      EXPECT_TRUE(function.symbol.starts_with("hpdl_fn_")) << function.name;
      EXPECT_FALSE(function.doc.empty()) << function.name;
      ++functions;
    }
  }
  EXPECT_GE(functions, 50u);
}

}  // namespace
}  // namespace hpdl::sema
