#include "compiler/frontend/el/tokens.h"

#include <string>

#include "compiler/frontend/el/generated/ElLexer.h"
#include "runtime/ground/expression/brackets.h"

namespace hpdl::frontend {
namespace {

using grammar::ElLexer;

/// Passes each byte of a text to ANTLR as a character, so that token offsets are byte offsets.
/// ANTLR's own streams would copy and convert the text.
class ByteStream final : public antlr4::CharStream {
 public:
  void Reset(std::string_view text) {
    text_ = text;
    next_ = 0;
  }
  void consume() override { ++next_; }
  std::size_t LA(ssize_t i) override {
    const std::size_t at =
        i > 0 ? next_ + static_cast<std::size_t>(i) - 1 : next_ - static_cast<std::size_t>(-i);
    return i != 0 && at < text_.size() ? static_cast<unsigned char>(text_[at])
                                       : antlr4::IntStream::EOF;
  }
  ssize_t mark() override { return -1; }
  void release(ssize_t) override {}
  std::size_t index() override { return next_; }
  void seek(std::size_t index) override { next_ = index; }
  std::size_t size() override { return text_.size(); }
  std::string getSourceName() const override { return "expression"; }
  std::string getText(const antlr4::misc::Interval& interval) override {
    const auto begin = static_cast<std::size_t>(interval.a);
    return std::string(text_.substr(begin, static_cast<std::size_t>(interval.b) + 1 - begin));
  }
  std::string toString() const override { return std::string(text_); }

 private:
  std::string_view text_;
  std::size_t next_ = 0;
};

/// The token types, as a template argument for the functions in
/// runtime/ground/expression/brackets.h.
struct Types {
  static constexpr auto kIdentifier = static_cast<std::uint8_t>(ElLexer::IDENTIFIER);
  static constexpr auto kQuestion = static_cast<std::uint8_t>(ElLexer::QUESTION);
  static constexpr auto kColon = static_cast<std::uint8_t>(ElLexer::COLON);
  static constexpr auto kQualifier = static_cast<std::uint8_t>(ElLexer::QUALIFIER);
  static constexpr auto kComma = static_cast<std::uint8_t>(ElLexer::COMMA);
  static constexpr auto kLeftParenthesis = static_cast<std::uint8_t>(ElLexer::LPAREN);
  static constexpr auto kRightParenthesis = static_cast<std::uint8_t>(ElLexer::RPAREN);
  static constexpr auto kLeftBracket = static_cast<std::uint8_t>(ElLexer::LBRACKET);
  static constexpr auto kRightBracket = static_cast<std::uint8_t>(ElLexer::RBRACKET);
};

}  // namespace

struct ElTokenizer::Impl {
  Impl() : lexer(&stream) { lexer.removeErrorListeners(); }
  ByteStream stream;
  ElLexer lexer;
  std::vector<ElToken> tokens;
};

ElTokenizer::ElTokenizer() : impl_(std::make_unique<Impl>()) {}
ElTokenizer::~ElTokenizer() = default;

const std::vector<ElToken>& ElTokenizer::Tokenize(std::string_view text) {
  impl_->stream.Reset(text);
  impl_->lexer.setInputStream(&impl_->stream);
  std::vector<ElToken>& tokens = impl_->tokens;
  tokens.clear();
  bool colons = false;
  for (;;) {
    const std::unique_ptr<antlr4::Token> token = impl_->lexer.nextToken();
    if (token->getType() == antlr4::Token::EOF) {
      break;
    }
    const auto type = static_cast<std::uint8_t>(token->getType());
    colons = colons || type == ElLexer::COLON;
    tokens.push_back({type, static_cast<std::uint32_t>(token->getStartIndex()),
                      static_cast<std::uint32_t>(token->getStopIndex() + 1)});
  }
  const auto size = static_cast<std::uint32_t>(text.size());
  tokens.push_back({kEndOfExpression, size, size});
  if (colons) {
    rt::MarkQualifiers<Types>(&tokens);
  }
  return tokens;
}

std::uint32_t NestingDepth(const std::vector<ElToken>& tokens) {
  return rt::NestingDepth<Types>(tokens);
}

}  // namespace hpdl::frontend
