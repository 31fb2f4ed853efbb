#ifndef HPDL_RUNTIME_GROUND_TOKEN_TOKEN_H_
#define HPDL_RUNTIME_GROUND_TOKEN_TOKEN_H_

#include <cstddef>
#include <forward_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/value/eval.h"

/// The workflow token: values that nodes of a run leave for later ones. docs/design/token.md.
namespace hpdl::rt {

/// Longest key and value of token:put in bytes. A value is kept in the journal with its node, which
/// is written with each of the node's transitions.
inline constexpr std::size_t kMaxTokenKey = 4096;
inline constexpr std::size_t kMaxTokenValue = 256 * 1024;

/// What makes `key` and `value` unfit for the token; empty if nothing does.
std::string TokenLimitError(std::string_view key, std::string_view value);

struct TokenValue {
  std::string_view node;  ///< who put it
  std::string_view value;
};

/// A token as one reader sees it, made for the moment: node names, keys and values belong to the
/// records it was made from. The values of a key are in the order in which their nodes were passed;
/// a node has one value for a key.
class Token {
 public:
  using Values = std::vector<TokenValue>;
  using Scope = std::map<std::string_view, Values>;

  /// Replaces what the node has put for the key before.
  void Put(TokenScope scope, std::string_view node, std::string_view key, std::string_view value);
  /// All that a node contributes: in USER scope what it put, then its captured output; in SYSTEM
  /// scope its counters, by the key `GROUP.NAME`.
  void AddNode(std::string_view node, const NodeRecord& record);

  /// The values for a key, null if there are none. In SYSTEM scope a key may begin with
  /// `mr.counters.` or not.
  const Values* Find(TokenScope scope, std::string_view key) const;
  /// The value that `node` put, or null.
  const TokenValue* Find(TokenScope scope, std::string_view key, std::string_view node) const;
  const Scope& scope(TokenScope scope) const { return scopes_[static_cast<std::size_t>(scope)]; }

 private:
  Scope scopes_[2];
  std::forward_list<std::string> owned_;  ///< texts that no record has
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_TOKEN_TOKEN_H_
