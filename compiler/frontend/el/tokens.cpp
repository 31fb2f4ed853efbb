#include "compiler/frontend/el/tokens.h"

#include <algorithm>
#include <string>

#include "compiler/frontend/el/generated/ElLexer.h"

namespace hpdl::frontend {
namespace {

using grammar::ElLexer;

/// Bytes as characters, without the copy and the conversion of ANTLR's own streams. Token offsets
/// are byte offsets then.
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

bool Opens(std::uint8_t type) {
  return type == ElLexer::LPAREN || type == ElLexer::LBRACKET;
}
bool Closes(std::uint8_t type) {
  return type == ElLexer::RPAREN || type == ElLexer::RBRACKET;
}

/// The part between two brackets or commas, without what stands in brackets inside of it.
struct Section {
  std::size_t questions = 0;
  std::size_t colons = 0;
  std::vector<std::size_t> candidates;  ///< colons of `name:name(`
};

void CloseSection(Section* section, std::vector<ElToken>* tokens) {
  std::size_t spare =
      section->colons > section->questions ? section->colons - section->questions : 0;
  for (const std::size_t colon : section->candidates) {
    if (spare == 0) {
      break;
    }
    (*tokens)[colon].type = ElLexer::QUALIFIER;
    --spare;
  }
  *section = Section{};
}

void MarkQualifiers(std::vector<ElToken>* tokens) {
  std::vector<Section> open(1);
  for (std::size_t i = 0; i < tokens->size(); ++i) {
    const std::uint8_t type = (*tokens)[i].type;
    if (Opens(type)) {
      open.emplace_back();
    } else if (Closes(type) || type == ElLexer::COMMA) {
      CloseSection(&open.back(), tokens);
      if (Closes(type) && open.size() > 1) {
        open.pop_back();
      }
    } else if (type == ElLexer::QUESTION) {
      ++open.back().questions;
    } else if (type == ElLexer::COLON) {
      ++open.back().colons;
      if (i > 0 && i + 2 < tokens->size() && (*tokens)[i - 1].type == ElLexer::IDENTIFIER &&
          (*tokens)[i + 1].type == ElLexer::IDENTIFIER &&
          (*tokens)[i + 2].type == ElLexer::LPAREN) {
        open.back().candidates.push_back(i);
      }
    }
  }
  for (Section& section : open) {
    CloseSection(&section, tokens);
  }
}

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
    MarkQualifiers(&tokens);
  }
  return tokens;
}

std::uint32_t NestingDepth(const std::vector<ElToken>& tokens) {
  std::vector<std::uint32_t> questions(1, 0);
  std::uint32_t depth = 0;
  std::uint32_t deepest = 0;
  for (const ElToken& token : tokens) {
    if (Opens(token.type)) {
      questions.push_back(0);
      ++depth;
    } else if (token.type == ElLexer::QUESTION) {
      ++questions.back();
      ++depth;
    } else if (Closes(token.type) && questions.size() > 1) {
      depth -= questions.back() + 1;
      questions.pop_back();
    } else if (token.type == ElLexer::COMMA) {
      depth -= questions.back();
      questions.back() = 0;
    }
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

}  // namespace hpdl::frontend
