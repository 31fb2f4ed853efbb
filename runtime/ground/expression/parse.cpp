#include "runtime/ground/expression/parse.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>

#include "runtime/ground/base/utf8.h"
#include "runtime/ground/expression/bind.h"
#include "runtime/ground/expression/operators.h"
#include "runtime/ground/expression/tokens.h"
#include "runtime/ground/value/values.h"

namespace hpdl::rt {
namespace {

using Kind = ExpressionNode::Kind;

/// A recursive-descent parser. Each function for a rule leaves one node on the stack, or fails. As
/// in the compiler, a wrong name or a wrong number is reported only if the syntax of the whole text
/// is right.
class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, const std::vector<ExpressionToken>& tokens,
                   const hpdl_names& names, hpdl_eval* eval, ParsedExpression* out)
      : text_(text), tokens_(tokens), names_(names), eval_(eval), out_(*out) {}

  std::int32_t Run() {
    if (!Conditional() || (Type() != TokenType::kEnd && !Fail("an operator or '}'"))) {
      return 1;
    }
    if (const std::uint32_t height = out_.nodes.back().height; height > kDeepestTree) {
      return eval_->Fail("a chain of " + std::to_string(height) +
                         " operators, at most 1000 are allowed");
    }
    return wrong_.empty() ? 0 : eval_->Fail(wrong_);
  }

 private:
  const ExpressionToken& Token() const { return tokens_[next_]; }
  TokenType Type() const { return Token().type; }
  std::string_view TextOf(const ExpressionToken& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

  bool Fail(std::string_view expected) {
    eval_->Fail("found " + Found() + ", expected " + std::string(expected));
    return false;
  }

  std::string Found() const {
    switch (Type()) {
      case TokenType::kEnd:
        return "the end of the expression";
      case TokenType::kString:
        return "a string";
      case TokenType::kUnterminated:
        return "a string without its closing quote";
      case TokenType::kBadEscape:
        return "a string with an unknown escape: only \\\\, \\' and \\\" are known";
      case TokenType::kInstanceof:
        return "'instanceof', a reserved word without meaning in expressions";
      case TokenType::kOther:
        return "'" + std::string(CharacterAt(text_, Token().begin)) + "'";
      default:
        return "'" + std::string(TextOf(Token())) + "'";
    }
  }

  bool Take(TokenType type, std::string_view expected) {
    if (Type() != type) {
      return Fail(expected);
    }
    ++next_;
    return true;
  }

  /// Replaces the last `operands` nodes of the stack by one node.
  bool Add(ExpressionNode node, std::size_t operands = 0) {
    node.first_operand = static_cast<std::uint32_t>(out_.operands.size());
    node.operand_count = static_cast<std::uint32_t>(operands);
    for (std::size_t i = stack_.size() - operands; i < stack_.size(); ++i) {
      out_.operands.push_back(stack_[i]);
      node.height = std::max(node.height, out_.nodes[stack_[i]].height + 1);
    }
    stack_.resize(stack_.size() - operands);
    stack_.push_back(static_cast<std::uint32_t>(out_.nodes.size()));
    out_.nodes.push_back(node);
    return true;
  }

  bool AddConstant(const hpdl_value& value) { return Add({.value = value}); }

  bool Conditional() {
    if (!Operations(1)) {
      return false;
    }
    if (Type() != TokenType::kQuestion) {
      return true;
    }
    ++next_;
    ExpressionNode node;
    node.kind = Kind::kConditional;
    return Conditional() && Take(TokenType::kColon, "an operator or ':'") && Conditional() &&
           Add(node, 3);
  }

  /// Parses operators of level `level` and of higher levels.
  bool Operations(int level) {
    if (!Unary()) {
      return false;
    }
    for (const Operation* operation = OperationOf(Type());
         operation != nullptr && operation->level >= level; operation = OperationOf(Type())) {
      ++next_;
      ExpressionNode node;
      node.kind = operation->kind;
      node.binary = operation->function;
      if (!Operations(operation->level + 1) || !Add(node, 2)) {
        return false;
      }
    }
    return true;
  }

  bool Unary() {
    const std::size_t first = next_;
    while (UnaryOf(Type()) != nullptr) {
      ++next_;
    }
    std::size_t last = next_;
    if (!Value()) {
      return false;
    }
    while (last > first) {
      ExpressionNode node;
      node.kind = Kind::kUnary;
      node.unary = UnaryOf(tokens_[--last].type);
      Add(node, 1);
    }
    return true;
  }

  bool Value() {
    if (!Primary()) {
      return false;
    }
    ExpressionNode index;
    index.kind = Kind::kBinary;
    index.binary = &hpdl_op_index;
    while (true) {
      if (Type() == TokenType::kDot) {
        ++next_;
        const std::string_view name = TextOf(Token());
        if (!Take(TokenType::kIdentifier, "a name")) {
          return false;
        }
        AddConstant(StringValue(name));
      } else if (Type() == TokenType::kLeftBracket) {
        ++next_;
        if (!Conditional() || !Take(TokenType::kRightBracket, "an operator or ']'")) {
          return false;
        }
      } else {
        return true;
      }
      Add(index, 2);
    }
  }

  bool Primary() {
    const ExpressionToken token = Token();
    switch (token.type) {
      case TokenType::kLeftParenthesis:
        ++next_;
        return Conditional() && Take(TokenType::kRightParenthesis, "an operator or ')'");
      case TokenType::kTrue:
      case TokenType::kFalse:
        ++next_;
        return AddConstant(BooleanValue(token.type == TokenType::kTrue));
      case TokenType::kNull:
        ++next_;
        return AddConstant(NullValue());
      case TokenType::kInteger:
        ++next_;
        return AddLong(TextOf(token));
      case TokenType::kFloat:
        ++next_;
        return AddConstant(DoubleValue(std::strtod(std::string(TextOf(token)).c_str(), nullptr)));
      case TokenType::kString:
        ++next_;
        return AddConstant(StringValueCopy(eval_, Unquoted(TextOf(token))));
      case TokenType::kIdentifier:
        ++next_;
        return NameOrCall(std::string(TextOf(token)), token);
      default:
        return Fail("a value");
    }
  }

  bool AddLong(std::string_view digits) {
    std::int64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc()) {
      NoteWrong("the number " + std::string(digits) +
                " is too large, the largest is 9223372036854775807");
    }
    return AddConstant(LongValue(number));
  }

  bool NameOrCall(std::string name, const ExpressionToken& first) {
    // MarkQualifiers() has checked that a name and a '(' follow.
    if (Type() == TokenType::kQualifier) {
      name.append(":").append(TextOf(tokens_[next_ + 1]));
      next_ += 2;
    }
    if (Type() == TokenType::kLeftParenthesis) {
      return Call(name);
    }
    if (const hpdl_value* constant = FindConstant(names_, name)) {
      return AddConstant(*constant);
    }
    ExpressionNode node;
    node.kind = Kind::kVariable;
    node.name = TextOf(first);
    return Add(node);
  }

  bool Call(const std::string& name) {
    ++next_;
    std::uint32_t arguments = 0;
    if (Type() != TokenType::kRightParenthesis) {
      if (!BeginsValue(Type())) {
        return Fail("a value or ')'");
      }
      do {
        next_ += arguments == 0 ? 0 : 1;  // skips the comma
        if (!Conditional()) {
          return false;
        }
        ++arguments;
      } while (Type() == TokenType::kComma);
    }
    ExpressionNode node;
    node.kind = Kind::kCall;
    if (Result<hpdl_function> function = BindFunction(names_, name, arguments)) {
      node.call = *function;
    } else {
      NoteWrong(std::move(function.error().message));
    }
    return Take(TokenType::kRightParenthesis, "an operator or ')'") && Add(node, arguments);
  }

  static bool BeginsValue(TokenType type) {
    return UnaryOf(type) != nullptr || type == TokenType::kLeftParenthesis ||
           type == TokenType::kTrue || type == TokenType::kFalse || type == TokenType::kNull ||
           type == TokenType::kInteger || type == TokenType::kFloat || type == TokenType::kString ||
           type == TokenType::kIdentifier;
  }

  void NoteWrong(std::string what) { wrong_ = wrong_.empty() ? std::move(what) : wrong_; }

  std::string_view text_;
  const std::vector<ExpressionToken>& tokens_;
  const hpdl_names& names_;
  hpdl_eval* eval_;
  ParsedExpression& out_;
  std::size_t next_ = 0;
  std::vector<std::uint32_t> stack_;  ///< nodes that are not yet operands of another node
  std::string wrong_;                 ///< first error in a name or a number
};

}  // namespace

std::int32_t ParseExpression(std::string_view text, const hpdl_names& names, hpdl_eval* eval,
                             ParsedExpression* out) {
  if (text.size() > kMostExpressionBytes) {
    return eval->Fail("an expression of " + std::to_string(text.size()) +
                      " bytes, at most 65536 are allowed");
  }
  const std::vector<ExpressionToken> tokens = TokenizeExpression(text);
  if (const std::uint32_t depth = NestingDepth(tokens); depth > kDeepestNesting) {
    return eval->Fail("brackets and conditions nested " + std::to_string(depth) +
                      " deep, at most 200 are allowed");
  }
  return ExpressionParser(text, tokens, names, eval, out).Run();
}

}  // namespace hpdl::rt
