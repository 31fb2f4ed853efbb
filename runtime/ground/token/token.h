#ifndef HPDL_RUNTIME_GROUND_TOKEN_TOKEN_H_
#define HPDL_RUNTIME_GROUND_TOKEN_TOKEN_H_

#include <cstddef>
#include <forward_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/value/eval.h"

/// The workflow token: values that the nodes of a run leave for later nodes (docs/design/token.md).
namespace hpdl::rt {

/// The maximum sizes in bytes of a key and of a value of token:put. They are limited because the
/// journal writes all values of a node again at each transition of the node.
inline constexpr std::size_t kMaxTokenKey = 4096;
inline constexpr std::size_t kMaxTokenValue = 256 * 1024;

/// Returns the reason why `key` or `value` is too long for the token; "" if both fit.
std::string TokenLimitError(std::string_view key, std::string_view value);

struct TokenValue {
  std::string_view node;  ///< name of the node that put the value
  std::string_view value;
};

/// A short-lived copy of the workflow token. Node names, keys and values point into the records
/// from which the copy was made. The values for a key are in the order in which the run passed
/// their nodes. A node has at most one value for a key.
class Token {
 public:
  using Values = std::vector<TokenValue>;
  using Scope = std::map<std::string_view, Values>;

  /// Stores the value of a node for a key. It replaces the node's earlier value for the key.
  void Put(TokenScope scope, std::string_view node, std::string_view key, std::string_view value);
  /// Adds all values of a node. In USER scope, these are the values of its token:put calls, then
  /// its captured output. In SYSTEM scope, these are its counters, with keys of the form
  /// `GROUP.NAME`.
  void AddNode(std::string_view node, const NodeRecord& record);

  /// Returns the values for a key; null if there are no values. In SYSTEM scope, the prefix
  /// `mr.counters.` of a key is optional.
  const Values* Find(TokenScope scope, std::string_view key) const;
  /// Returns the value of `node` for a key; null if there is no value.
  const TokenValue* Find(TokenScope scope, std::string_view key, std::string_view node) const;
  const Scope& scope(TokenScope scope) const { return scopes_[static_cast<std::size_t>(scope)]; }

 private:
  Scope scopes_[2];
  std::forward_list<std::string> owned_;  ///< texts that the records do not contain
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_TOKEN_TOKEN_H_
