#include "runtime/ground/token/token.h"

#include <new>

#include "runtime/ground/value/arguments.h"
#include "stdlib/functions/token/token.fn.h"

using namespace hpdl::rt;  // the hpdl_fn_ functions below are in no namespace

namespace {

constexpr TokenScope kUser = TokenScope::kUser;
constexpr TokenScope kSystem = TokenScope::kSystem;

/// The workflow token that an expression reads during its evaluation.
class Reading : public Token {
 public:
  explicit Reading(const hpdl_eval* eval) { eval->run->ReadToken(this); }
};

std::int32_t Last(hpdl_eval* eval, TokenScope scope, const hpdl_value* args,
                  std::string_view TokenValue::* part, hpdl_value* out) {
  const Reading token(eval);
  const Token::Values* values = token.Find(scope, CoerceToString(eval, args[0]));
  *out = values == nullptr ? NullValue() : StringValueCopy(eval, values->back().*part);
  return 0;
}

std::int32_t OfNode(hpdl_eval* eval, TokenScope scope, const hpdl_value* args, hpdl_value* out) {
  const Reading token(eval);
  const TokenValue* value =
      token.Find(scope, CoerceToString(eval, args[0]), CoerceToString(eval, args[1]));
  *out = value == nullptr ? NullValue() : StringValueCopy(eval, value->value);
  return 0;
}

std::int32_t Contains(hpdl_eval* eval, TokenScope scope, const hpdl_value* args, hpdl_value* out) {
  const Reading token(eval);
  *out = BooleanValue(token.Find(scope, CoerceToString(eval, args[0])) != nullptr);
  return 0;
}

hpdl_value MapOf(hpdl_eval* eval, const std::map<std::string_view, std::string_view>& texts) {
  auto* entries = static_cast<MapEntry*>(eval->arena.Allocate(sizeof(MapEntry) * texts.size()));
  std::uint32_t size = 0;
  for (const auto& [key, value] : texts) {
    new (&entries[size++]) MapEntry{eval->arena.Copy(key), StringValueCopy(eval, value)};
  }
  auto* map = new (eval->arena.Allocate(sizeof(hpdl_map))) hpdl_map;
  map->entries = entries;
  map->size = size;
  return MapValue(map);
}

}  // namespace

std::int32_t hpdl_fn_token_get(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Last(eval, kUser, args, &TokenValue::value, out);
}

std::int32_t hpdl_fn_token_get_of(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return OfNode(eval, kUser, args, out);
}

std::int32_t hpdl_fn_token_system(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Last(eval, kSystem, args, &TokenValue::value, out);
}

std::int32_t hpdl_fn_token_system_of(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return OfNode(eval, kSystem, args, out);
}

std::int32_t hpdl_fn_token_contains(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Contains(eval, kUser, args, out);
}

std::int32_t hpdl_fn_token_contains_system(hpdl_eval* eval, const hpdl_value* args,
                                           hpdl_value* out) {
  return Contains(eval, kSystem, args, out);
}

std::int32_t hpdl_fn_token_nodes(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const Reading token(eval);
  std::string names;
  if (const Token::Values* values = token.Find(kUser, CoerceToString(eval, args[0]))) {
    for (const TokenValue& value : *values) {
      names.append(names.empty() ? "" : ",").append(value.node);
    }
  }
  *out = StringValueCopy(eval, names);
  return 0;
}

std::int32_t hpdl_fn_token_last(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return Last(eval, kUser, args, &TokenValue::node, out);
}

std::int32_t hpdl_fn_token_all(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const Reading token(eval);
  std::map<std::string_view, std::string_view> by_node;
  if (const Token::Values* values = token.Find(kUser, CoerceToString(eval, args[0]))) {
    for (const TokenValue& value : *values) {
      by_node[value.node] = value.value;
    }
  }
  *out = MapOf(eval, by_node);
  return 0;
}

std::int32_t hpdl_fn_token_from_node(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  const Reading token(eval);
  const std::string_view node = CoerceToString(eval, args[0]);
  std::map<std::string_view, std::string_view> by_key;
  for (const auto& [key, values] : token.scope(kUser)) {
    for (const TokenValue& value : values) {
      if (value.node == node) {
        by_key[key] = value.value;
      }
    }
  }
  *out = MapOf(eval, by_key);
  return 0;
}

std::int32_t hpdl_fn_token_put(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  if (args[0].type == HPDL_NULL || args[1].type == HPDL_NULL) {
    return eval->Fail(std::string("token:put: the ") +
                      (args[0].type == HPDL_NULL ? "key" : "value") + " is null");
  }
  const std::string_view key = CoerceToString(eval, args[0]);
  const std::string_view value = CoerceToString(eval, args[1]);
  if (const std::string wrong = TokenLimitError(key, value); !wrong.empty()) {
    return eval->Fail("token:put: " + wrong);
  }
  if (eval->writer == nullptr || eval->run->CurrentNode().empty()) {
    return eval->Fail("token:put: the expression does not belong to a workflow node");
  }
  eval->writer->PutToken(std::string(key), std::string(value));
  *out = StringValue(value);
  return 0;
}
