#ifndef HPDL_COMPILER_FRONTEND_EL_TESTING_BOTH_PARSERS_H_
#define HPDL_COMPILER_FRONTEND_EL_TESTING_BOTH_PARSERS_H_

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/frontend/el/parse.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/ground/expression/parse.h"

/// Compares the two parsers of expressions: the compiler's generated parser and the parser in
/// programs.
namespace hpdl::frontend::testing {

/// The tree of the compiler's parser, or its messages.
struct CompilersReading {
  std::string tree;  ///< "" after an error
  std::vector<std::string> errors;
};

/// Returns a number in the form in which trees contain it, without loss of precision.
inline std::string NumberText(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", number);
  return text;
}

class CompilersTree {
 public:
  explicit CompilersTree(const ast::ExprPool& pool) : pool_(pool) {}

  std::string Show(ast::ExprId id) const {
    const ast::Expr& e = pool_[id];
    switch (e.kind) {
      case ast::ExprKind::kNull:
        return "null";
      case ast::ExprKind::kBoolean:
        return e.boolean ? "true" : "false";
      case ast::ExprKind::kLong:
        return std::to_string(e.number);
      case ast::ExprKind::kDouble:
        return NumberText(e.real);
      case ast::ExprKind::kString:
        return "'" + e.text + "'";
      case ast::ExprKind::kName:
        return e.text;
      case ast::ExprKind::kIndex:
        return List("index", e);
      case ast::ExprKind::kCall:
        return List("call", e);
      case ast::ExprKind::kConditional:
        return List("?", e);
      case ast::ExprKind::kUnary:
      case ast::ExprKind::kBinary:
        return List(OperatorName(e.op), e);
      default:
        return "ERROR";
    }
  }

 private:
  static const char* OperatorName(Op op) {
    static constexpr const char* kNames[] = {
        "",   "+", "-",  "*",   "/",  "%",   "==",  "!=",   "<",
        "<=", ">", ">=", "and", "or", "neg", "not", "empty"};
    return kNames[static_cast<std::size_t>(op)];
  }
  std::string List(const char* head, const ast::Expr& e) const {
    std::string text = std::string("(") + head;
    for (const ast::ExprId operand : e.operands) {
      text += " " + Show(operand);
    }
    return text + ")";
  }

  const ast::ExprPool& pool_;
};

class ProgramsTree {
 public:
  explicit ProgramsTree(const rt::ParsedExpression& parsed) : parsed_(parsed) {}

  std::string Show(std::size_t index) const {
    using Kind = rt::ExpressionNode::Kind;
    const rt::ExpressionNode& node = parsed_.nodes[index];
    switch (node.kind) {
      case Kind::kConstant:
        return Constant(node.value);
      case Kind::kVariable:
        return std::string(node.name);
      case Kind::kAnd:
        return List("and", node);
      case Kind::kOr:
        return List("or", node);
      case Kind::kConditional:
        return List("?", node);
      case Kind::kCall:
        return List("call", node);
      case Kind::kUnary:
        return List(node.unary == &hpdl_op_negate ? "neg"
                    : node.unary == &hpdl_op_not  ? "not"
                                                  : "empty",
                    node);
      default:
        return List(OperatorName(node.binary), node);
    }
  }

 private:
  static std::string Constant(const hpdl_value& value) {
    switch (value.type) {
      case HPDL_BOOLEAN:
        return value.as.i != 0 ? "true" : "false";
      case HPDL_LONG:
        return std::to_string(value.as.i);
      case HPDL_DOUBLE:
        return NumberText(value.as.d);
      case HPDL_STRING:
        return "'" + std::string(value.as.s, value.size) + "'";
      default:
        return "null";
    }
  }
  static const char* OperatorName(rt::BinaryFunction function) {
    static constexpr std::pair<rt::BinaryFunction, const char*> kNames[] = {
        {&hpdl_op_add, "+"},        {&hpdl_op_subtract, "-"},       {&hpdl_op_multiply, "*"},
        {&hpdl_op_divide, "/"},     {&hpdl_op_modulo, "%"},         {&hpdl_op_equal, "=="},
        {&hpdl_op_not_equal, "!="}, {&hpdl_op_less, "<"},           {&hpdl_op_less_equal, "<="},
        {&hpdl_op_greater, ">"},    {&hpdl_op_greater_equal, ">="}, {&hpdl_op_index, "index"}};
    for (const auto& [known, name] : kNames) {
      if (known == function) {
        return name;
      }
    }
    return "UNKNOWN";
  }
  std::string List(const char* head, const rt::ExpressionNode& node) const {
    std::string text = std::string("(") + head;
    for (std::uint32_t i = 0; i < node.operand_count; ++i) {
      text += " " + Show(parsed_.operands[node.first_operand + i]);
    }
    return text + ")";
  }

  const rt::ParsedExpression& parsed_;
};

inline CompilersReading ReadByCompiler(ElParser& parser, const std::string& body) {
  const std::string text = "${" + body + "}";
  const SourceBuffer source("f.xml", text);
  const ast::Text whole{text, {0, static_cast<std::uint32_t>(text.size())}, {}};
  ast::ExprPool pool;
  Diagnostics diagnostics;
  const ast::ExprId root = parser.Parse(whole, ast::Dialect::kOozie, source, pool, diagnostics);
  CompilersReading reading;
  for (const Diagnostic& each : diagnostics.Sorted()) {
    reading.errors.push_back(each.text.str());
  }
  if (reading.errors.empty()) {
    reading.tree = CompilersTree(pool).Show(root);
  }
  return reading;
}

/// Returns the difference between the results of the two parsers, or "" if they agree. The compiler
/// may report more than the program: a hint at the end of an error, and errors about numbers.
/// `body` has no '}' outside of strings.
inline std::string Disagreement(ElParser& parser, const std::string& body) {
  const CompilersReading compiler = ReadByCompiler(parser, body);
  hpdl_eval eval;
  rt::ParsedExpression parsed;
  const bool failed = rt::ParseExpression(body, hpdl_names{}, &eval, &parsed) != 0;
  const bool unbound = failed && eval.error.starts_with("function ");
  if (failed && !unbound) {
    for (const std::string& error : compiler.errors) {
      if (error.starts_with(ValidUtf8(eval.error))) {
        return {};
      }
    }
    return "only the program's parser says: " + eval.error;
  }
  for (const std::string& error : compiler.errors) {
    if (!unbound || !error.starts_with("the number ")) {
      return "only the compiler's parser says: " + error;
    }
  }
  const std::string tree = ProgramsTree(parsed).Show(parsed.nodes.size() - 1);
  return compiler.errors.empty() && tree != compiler.tree
             ? "the compiler reads " + compiler.tree + ", the program " + tree
             : "";
}

}  // namespace hpdl::frontend::testing

#endif  // HPDL_COMPILER_FRONTEND_EL_TESTING_BOTH_PARSERS_H_
