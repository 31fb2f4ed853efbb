#ifndef HPDL_COMPILER_FRONTEND_EL_TOKENS_H_
#define HPDL_COMPILER_FRONTEND_EL_TOKENS_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace hpdl::frontend {

/// A token of an expression; offsets count bytes of the expression.
struct ElToken {
  std::uint8_t type = 0;  ///< ElLexer's; kEndOfExpression at the end
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};
inline constexpr std::uint8_t kEndOfExpression = 255;

/// Wraps the generated lexer, which is kept between calls.
class ElTokenizer {
 public:
  ElTokenizer();
  ~ElTokenizer();

  /// The tokens of `text`, closed by kEndOfExpression. Prefixes of functions are told apart from
  /// the colons of conditionals (grammar/README.md). Valid until the next call.
  const std::vector<ElToken>& Tokenize(std::string_view text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// How deep brackets and conditionals stand in each other.
std::uint32_t NestingDepth(const std::vector<ElToken>& tokens);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_EL_TOKENS_H_
