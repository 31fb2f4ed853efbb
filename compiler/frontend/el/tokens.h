#ifndef HPDL_COMPILER_FRONTEND_EL_TOKENS_H_
#define HPDL_COMPILER_FRONTEND_EL_TOKENS_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace hpdl::frontend {

/// A token of an expression; offsets count bytes of the expression.
struct ElToken {
  std::uint8_t type = 0;  ///< a token type of ElLexer, or kEndOfExpression for the last token
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
inline constexpr std::uint8_t kEndOfExpression = 255;

/// Wraps the generated lexer and keeps it between calls.
class ElTokenizer {
 public:
  ElTokenizer();
  ~ElTokenizer();

  /// Returns the tokens of `text` with kEndOfExpression at the end. The prefix of a function and
  /// the colon of a conditional are different tokens (grammar/README.md). The result is valid until
  /// the next call.
  const std::vector<ElToken>& Tokenize(std::string_view text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Returns the nesting depth of brackets and conditionals.
std::uint32_t NestingDepth(const std::vector<ElToken>& tokens);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_EL_TOKENS_H_
