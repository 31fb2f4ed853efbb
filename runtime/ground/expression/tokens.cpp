#include "runtime/ground/expression/tokens.h"

#include <cstddef>

#include "runtime/ground/expression/brackets.h"

namespace hpdl::rt {
namespace {

struct Word {
  std::string_view text;
  TokenType type;
};

constexpr Word kWords[] = {
    {"and", TokenType::kAnd},    {"or", TokenType::kOr},
    {"not", TokenType::kNot},    {"empty", TokenType::kEmpty},
    {"eq", TokenType::kEqual},   {"ne", TokenType::kNotEqual},
    {"lt", TokenType::kLess},    {"le", TokenType::kLessEqual},
    {"gt", TokenType::kGreater}, {"ge", TokenType::kGreaterEqual},
    {"div", TokenType::kDivide}, {"mod", TokenType::kModulo},
    {"true", TokenType::kTrue},  {"false", TokenType::kFalse},
    {"null", TokenType::kNull},  {"instanceof", TokenType::kInstanceof},
};

/// Longer tokens come first, because the lexer takes the first token in this list that matches.
constexpr Word kSigns[] = {
    {"&&", TokenType::kAnd},
    {"||", TokenType::kOr},
    {"==", TokenType::kEqual},
    {"!=", TokenType::kNotEqual},
    {"<=", TokenType::kLessEqual},
    {">=", TokenType::kGreaterEqual},
    {"!", TokenType::kNot},
    {"<", TokenType::kLess},
    {">", TokenType::kGreater},
    {"+", TokenType::kPlus},
    {"-", TokenType::kMinus},
    {"*", TokenType::kTimes},
    {"/", TokenType::kDivide},
    {"%", TokenType::kModulo},
    {"?", TokenType::kQuestion},
    {":", TokenType::kColon},
    {",", TokenType::kComma},
    {".", TokenType::kDot},
    {"(", TokenType::kLeftParenthesis},
    {")", TokenType::kRightParenthesis},
    {"[", TokenType::kLeftBracket},
    {"]", TokenType::kRightBracket},
};

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
/// True for the bytes of letters. A byte above 7F counts as a letter, because names may contain
/// characters that are not ASCII.
bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Reads one token after the other. At each position, it takes the longest token that matches.
class ExpressionLexer {
 public:
  explicit ExpressionLexer(std::string_view text) : text_(text) {}

  ExpressionToken Next() {
    while (next_ < text_.size() && IsSpace(text_[next_])) {
      ++next_;
    }
    const std::size_t begin = next_;
    const TokenType type = Take();
    return {type, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(next_)};
  }

 private:
  bool DigitAt(std::size_t at) const { return at < text_.size() && IsDigit(text_[at]); }
  std::size_t PastDigits(std::size_t at) const {
    while (DigitAt(at)) {
      ++at;
    }
    return at;
  }

  TokenType Take() {
    if (next_ == text_.size()) {
      return TokenType::kEnd;
    }
    const char c = text_[next_];
    if (IsDigit(c) || (c == '.' && DigitAt(next_ + 1))) {
      return TakeNumber();
    }
    if (c == '\'' || c == '"') {
      return TakeString(c);
    }
    return IsLetter(c) ? TakeWord() : TakeSign();
  }

  TokenType TakeNumber() {
    TokenType type = TokenType::kInteger;
    next_ = PastDigits(next_);
    if (next_ < text_.size() && text_[next_] == '.') {
      type = TokenType::kFloat;
      next_ = PastDigits(next_ + 1);
    }
    if (next_ < text_.size() && (text_[next_] == 'e' || text_[next_] == 'E')) {
      std::size_t at = next_ + 1;
      at += at < text_.size() && (text_[at] == '+' || text_[at] == '-') ? 1 : 0;
      if (DigitAt(at)) {
        type = TokenType::kFloat;
        next_ = PastDigits(at);
      }
    }
    return type;
  }

  TokenType TakeString(char quote) {
    TokenType type = TokenType::kString;
    for (++next_; next_ < text_.size() && text_[next_] != quote; ++next_) {
      if (text_[next_] != '\\') {
        continue;
      }
      if (next_ + 1 == text_.size()) {
        return TokenType::kUnterminated;  // the token ends before the backslash
      }
      const char escaped = text_[++next_];
      if (escaped != '\\' && escaped != '\'' && escaped != '"') {
        type = TokenType::kBadEscape;
      }
    }
    if (next_ == text_.size()) {
      return TokenType::kUnterminated;
    }
    ++next_;
    return type;
  }

  TokenType TakeWord() {
    const std::size_t begin = next_;
    while (next_ < text_.size() && (IsLetter(text_[next_]) || IsDigit(text_[next_]))) {
      ++next_;
    }
    const std::string_view text = text_.substr(begin, next_ - begin);
    for (const Word& word : kWords) {
      if (word.text == text) {
        return word.type;
      }
    }
    return TokenType::kIdentifier;
  }

  TokenType TakeSign() {
    for (const Word& sign : kSigns) {
      if (text_.substr(next_).starts_with(sign.text)) {
        next_ += sign.text.size();
        return sign.type;
      }
    }
    ++next_;
    return TokenType::kOther;
  }

  std::string_view text_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<ExpressionToken> TokenizeExpression(std::string_view text) {
  std::vector<ExpressionToken> tokens;
  ExpressionLexer lexer(text);
  do {
    tokens.push_back(lexer.Next());
  } while (tokens.back().type != TokenType::kEnd);
  MarkQualifiers<TokenType>(&tokens);
  return tokens;
}

std::uint32_t NestingDepth(const std::vector<ExpressionToken>& tokens) {
  return NestingDepth<TokenType>(tokens);
}

std::string Unquoted(std::string_view literal) {
  literal = literal.substr(1, literal.size() - 2);
  std::string text;
  text.reserve(literal.size());
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '\\') {
      ++i;
    }
    text += literal[i];
  }
  return text;
}

bool IsExpressionName(std::string_view text) {
  const std::vector<ExpressionToken> tokens = TokenizeExpression(text);
  return tokens.size() == 2 && tokens[0].type == TokenType::kIdentifier &&
         tokens[0].end - tokens[0].begin == text.size();
}

}  // namespace hpdl::rt
