#include "runtime/ground/token/token.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kCounterPrefix = "mr.counters.";

}  // namespace

std::string TokenLimitError(std::string_view key, std::string_view value) {
  const bool long_key = key.size() > kMaxTokenKey;
  if (!long_key && value.size() <= kMaxTokenValue) {
    return {};
  }
  std::string text = long_key ? "a key of " : "a value of ";
  text.append(std::to_string(long_key ? key.size() : value.size()));
  text.append(" bytes is too long for the token, whose ");
  text.append(long_key ? "keys" : "values").append(" have at most ");
  return text.append(std::to_string(long_key ? kMaxTokenKey : kMaxTokenValue)).append(" bytes");
}

void Token::Put(TokenScope scope, std::string_view node, std::string_view key,
                std::string_view value) {
  Values& values = scopes_[static_cast<std::size_t>(scope)][key];
  // The search begins at the end: if the node already has a value for this key, it is nearly always
  // the last value.
  for (std::size_t i = values.size(); i-- > 0;) {
    if (values[i].node == node) {
      values[i].value = value;
      return;
    }
  }
  values.push_back({node, value});
}

void Token::AddNode(std::string_view node, const NodeRecord& record) {
  for (const Properties* from : {&record.puts, &record.data}) {
    for (const auto& [key, value] : *from) {
      Put(TokenScope::kUser, node, key, value);
    }
  }
  for (const auto& [group, names] : record.counters) {
    for (const auto& [name, value] : names) {
      owned_.push_front(group + "." + name);
      const std::string_view key = owned_.front();
      owned_.push_front(std::to_string(value));
      Put(TokenScope::kSystem, node, key, owned_.front());
    }
  }
}

const Token::Values* Token::Find(TokenScope scope, std::string_view key) const {
  const Scope& values = this->scope(scope);
  auto found = values.find(key);
  if (found == values.end() && scope == TokenScope::kSystem) {
    const bool prefixed = key.substr(0, kCounterPrefix.size()) == kCounterPrefix;
    found = prefixed ? values.find(key.substr(kCounterPrefix.size()))
                     : values.find(std::string(kCounterPrefix).append(key));
  }
  return found == values.end() ? nullptr : &found->second;
}

const TokenValue* Token::Find(TokenScope scope, std::string_view key, std::string_view node) const {
  const Values* values = Find(scope, key);
  for (std::size_t i = values == nullptr ? 0 : values->size(); i-- > 0;) {
    if ((*values)[i].node == node) {
      return &(*values)[i];
    }
  }
  return nullptr;
}

}  // namespace hpdl::rt
