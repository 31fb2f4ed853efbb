#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_TOKENS_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_TOKENS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// The tokens of grammar/ElLexer.g4. kBadEscape, kUnterminated and kOther are not tokens of the
/// language. They stand for invalid text, which the parser then reports as an error.
enum class TokenType : std::uint8_t {
  kAnd,
  kOr,
  kNot,
  kEmpty,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kPlus,
  kMinus,
  kTimes,
  kDivide,
  kModulo,
  kQuestion,
  kColon,
  kQualifier,  ///< the colon between prefix and name of a function
  kComma,
  kDot,
  kLeftParenthesis,
  kRightParenthesis,
  kLeftBracket,
  kRightBracket,
  kTrue,
  kFalse,
  kNull,
  kInstanceof,  ///< a reserved word without meaning in expressions
  kFloat,
  kInteger,
  kIdentifier,
  kString,
  kBadEscape,     ///< a string with an unknown escape
  kUnterminated,  ///< a string without its closing quote
  kOther,         ///< a byte that begins no token
  kEnd,
};

/// One token. Its offsets are in bytes of the expression.
struct ExpressionToken {
  TokenType type = TokenType::kEnd;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Returns the tokens of an expression and kEnd as the last token. Colons in the names of functions
/// have the type kQualifier.
std::vector<ExpressionToken> TokenizeExpression(std::string_view text);

/// Returns the depth to which brackets and conditionals are nested.
std::uint32_t NestingDepth(const std::vector<ExpressionToken>& tokens);

/// Returns the text of a string literal. `literal` begins and ends with a quote.
std::string Unquoted(std::string_view literal);

/// True if `text` is a name and not a reserved word.
bool IsExpressionName(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_TOKENS_H_
