#include <iterator>

#include "runtime/ground/base/random.h"
#include "runtime/server/protocols/celos/jackson_json.h"
#include "runtime/server/protocols/celos/register_files.h"
#include "runtime/server/protocols/celos/resources.h"

namespace hpdl::rt::celos {
namespace {

// Returns the parameter that names a bucket or a key.
Result<std::string> RegisterName(const Exchange& exchange, std::string_view parameter) {
  const std::string* const name = exchange.Find(parameter);
  if (name == nullptr) {
    return JavaException(kNullPointer, "");
  }
  HPDL_TRY(CheckRegisterName(*name));
  return *name;
}

struct NamedRegister {
  std::string bucket, key;
};

Result<NamedRegister> RegisterNamed(const Exchange& exchange) {
  Result<std::string> bucket = RegisterName(exchange, "bucket");
  HPDL_TRY(bucket);
  Result<std::string> key = RegisterName(exchange, "key");
  HPDL_TRY(key);
  return NamedRegister{std::move(*bucket), std::move(*key)};
}

// Removes the name of the Java class from an error, as Celos does for wrong names in a DELETE.
Error WithoutClass(const Error& error) {
  return JavaException(kBare, error.message);
}

Result<void> DeleteByPrefix(const Exchange& exchange, const std::string& bucket,
                            const std::string& prefix) {
  const Result<std::vector<std::string>> keys = exchange.world.registers.Keys(bucket, prefix);
  HPDL_TRY(keys);
  for (const std::string& key : *keys) {
    HPDL_TRY(exchange.world.registers.Remove(bucket, key));
  }
  return {};
}

// Returns a text such as Java makes for an object whose class has no toString().
std::string ReaderName() {
  const Result<std::string> random = RandomHex();
  return "java.io.InputStreamReader@" + (random ? random->substr(0, 8) : "0");
}

}  // namespace

Result<std::string> GetRegister(Exchange& exchange) {
  const Result<NamedRegister> named = RegisterNamed(exchange);
  HPDL_TRY(named);
  const Result<std::optional<std::string>> value =
      exchange.world.registers.Get(named->bucket, named->key);
  HPDL_TRY(value);
  if (!*value) {
    return JavaException(kNotThere, "Register not found");
  }
  const Result<JsonValue> json = JsonValue::Parse(**value, "register");
  HPDL_TRY(json);
  return json->Pretty();
}

Result<std::string> PutRegister(Exchange& exchange) {
  const Result<NamedRegister> named = RegisterNamed(exchange);
  HPDL_TRY(named);
  const Result<JsonValue> json = JsonValue::Parse(exchange.request.body, ReaderName());
  HPDL_TRY(json);
  HPDL_TRY(exchange.world.registers.Put(named->bucket, named->key, json->Compact()));
  return std::string();
}

Result<std::string> DeleteRegister(Exchange& exchange) {
  const Result<std::string> bucket = RegisterName(exchange, "bucket");
  if (!bucket) {
    return WithoutClass(bucket.error());
  }
  if (const std::string* const key = exchange.Find("key")) {
    const Result<void> good = CheckRegisterName(*key);
    if (!good) {
      return WithoutClass(good.error());
    }
    HPDL_TRY(exchange.world.registers.Remove(*bucket, *key));
    return std::string();
  }
  const std::string* const prefix = exchange.Find("prefix");
  if (prefix == nullptr) {
    return JavaException(kIllegalArgument, "Either key or prefix should be specified");
  }
  HPDL_TRY(DeleteByPrefix(exchange, *bucket, *prefix));
  return std::string();
}

Result<std::string> GetRegisterKeys(Exchange& exchange) {
  const Result<std::string> bucket = RegisterName(exchange, "bucket");
  HPDL_TRY(bucket);
  const std::string* const prefix = exchange.Find("prefix");
  const Result<std::vector<std::string>> keys =
      exchange.world.registers.Keys(*bucket, prefix == nullptr ? "" : *prefix);
  HPDL_TRY(keys);
  JsonValue list = JsonValue::Array();
  for (const std::string& key : *keys) {
    list.Add(JsonValue::Of(key));
  }
  return JsonValue::Object().Set("keys", std::move(list)).Pretty();
}

}  // namespace hpdl::rt::celos
