#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_TOKENS_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_TOKENS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// The tokens of grammar/ElLexer.g4. The last ones are no tokens of the language, so that every
/// error is found by the parser.
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
  kInstanceof,  ///< a reserved word without meaning here
  kFloat,
  kInteger,
  kIdentifier,
  kString,
  kBadEscape,     ///< a string with an escape that is none
  kUnterminated,  ///< a string without its closing quote
  kOther,         ///< any other byte
  kEnd,
};

/// Offsets count bytes of the expression.
struct ExpressionToken {
  TokenType type = TokenType::kEnd;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The tokens of an expression, closed by kEnd, with the kQualifiers told apart.
std::vector<ExpressionToken> TokenizeExpression(std::string_view text);

/// How deep brackets and conditionals stand in each other.
std::uint32_t NestingDepth(const std::vector<ExpressionToken>& tokens);

/// The text of a string literal, which stands in its quotes.
std::string Unquoted(std::string_view literal);

/// Whether `text` is a name and no word of the language.
bool IsExpressionName(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_TOKENS_H_
