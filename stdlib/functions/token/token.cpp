#include "runtime/ground/token/token.h"

#include <vector>

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

/// Returns a map from node to value, in the order in which the nodes put the values.
hpdl_value ByNode(hpdl_eval* eval, const Token::Values& values) {
  std::vector<MapEntry> entries;
  for (const TokenValue& value : values) {
    entries.push_back({eval->arena.Copy(value.node), StringValueCopy(eval, value.value)});
  }
  return MapValue(MakeMap(eval, entries));
}

/// Returns the values of a key.
std::int32_t AllOf(hpdl_eval* eval, TokenScope scope, const hpdl_value* args, hpdl_value* out) {
  const Reading token(eval);
  const Token::Values* values = token.Find(scope, CoerceToString(eval, args[0]));
  *out = ByNode(eval, values == nullptr ? Token::Values() : *values);
  return 0;
}

/// Returns a map from each key of the scope to the values of the key.
std::int32_t WholeScope(hpdl_eval* eval, TokenScope scope, hpdl_value* out) {
  const Reading token(eval);
  std::vector<MapEntry> entries;
  for (const auto& [key, values] : token.scope(scope)) {
    entries.push_back({eval->arena.Copy(key), ByNode(eval, values)});
  }
  *out = MapValue(MakeMap(eval, entries));
  return 0;
}

/// Returns a map from each key that a node put to the value of the node.
std::int32_t FromNode(hpdl_eval* eval, TokenScope scope, const hpdl_value* args, hpdl_value* out) {
  const Reading token(eval);
  const std::string_view node = CoerceToString(eval, args[0]);
  std::vector<MapEntry> entries;
  for (const auto& [key, values] : token.scope(scope)) {
    for (const TokenValue& value : values) {
      if (value.node == node) {
        entries.push_back({eval->arena.Copy(key), StringValueCopy(eval, value.value)});
      }
    }
  }
  *out = MapValue(MakeMap(eval, entries));
  return 0;
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
  return AllOf(eval, kUser, args, out);
}

std::int32_t hpdl_fn_token_all_keys(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  return WholeScope(eval, kUser, out);
}

std::int32_t hpdl_fn_token_all_system(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return AllOf(eval, kSystem, args, out);
}

std::int32_t hpdl_fn_token_all_keys_system(hpdl_eval* eval, const hpdl_value*, hpdl_value* out) {
  return WholeScope(eval, kSystem, out);
}

std::int32_t hpdl_fn_token_from_node(hpdl_eval* eval, const hpdl_value* args, hpdl_value* out) {
  return FromNode(eval, kUser, args, out);
}

std::int32_t hpdl_fn_token_from_node_system(hpdl_eval* eval, const hpdl_value* args,
                                            hpdl_value* out) {
  return FromNode(eval, kSystem, args, out);
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
