#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_JACKSON_JSON_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_JACKSON_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// A JSON value that is read and written in the same form as in Jackson. Members keep their order.
/// Numbers get a standard form: 2.50 becomes 2.5, 1e3 becomes 1000.0. Only quotes, backslashes and
/// control characters are escaped.
class JsonValue {
 public:
  enum class Kind : std::uint8_t { kNull, kBoolean, kInteger, kReal, kText, kArray, kObject };
  using Member = std::pair<std::string, JsonValue>;

  static JsonValue Null() { return JsonValue(Kind::kNull, "null"); }
  static JsonValue Of(bool value) { return JsonValue(Kind::kBoolean, value ? "true" : "false"); }
  static JsonValue Of(std::int64_t value) {
    return JsonValue(Kind::kInteger, std::to_string(value));
  }
  static JsonValue Of(std::string_view text) { return JsonValue(Kind::kText, std::string(text)); }
  static JsonValue Of(const char* text) { return Of(std::string_view(text)); }
  static JsonValue Array() { return JsonValue(Kind::kArray, ""); }
  static JsonValue Object() { return JsonValue(Kind::kObject, ""); }

  /// Parses the first value of a text and ignores the rest. Errors have Jackson's message and a
  /// position in the text. A position of Jackson names the Java object that is read; `source` is
  /// this name.
  static Result<JsonValue> Parse(std::string_view text, std::string_view source);

  Kind kind() const { return kind_; }
  bool IsNull() const { return kind_ == Kind::kNull; }
  /// The characters of a text, or a number as it is written.
  const std::string& text() const { return text_; }
  const std::vector<JsonValue>& items() const { return items_; }
  const std::vector<Member>& members() const { return members_; }
  /// Returns a member of an object; null if the member is missing.
  const JsonValue* Find(std::string_view name) const;

  /// Sets a member. An existing member keeps its position.
  JsonValue& Set(std::string_view name, JsonValue value);
  /// Adds a member whose name is known to be new.
  JsonValue& AddMember(std::string name, JsonValue value);
  JsonValue& Add(JsonValue value);

  /// Returns the value without blanks.
  std::string Compact() const;
  /// Returns the value with each member of an object on its own line, and the items of an array
  /// beside each other. The last line has no line end.
  std::string Pretty() const;

 private:
  friend class JsonReader;
  JsonValue(Kind kind, std::string text) : kind_(kind), text_(std::move(text)) {}
  void Append(std::string* out, int depth, bool pretty) const;

  Kind kind_;
  std::string text_;
  std::vector<JsonValue> items_;
  std::vector<Member> members_;
};

inline constexpr std::string_view kJsonMapping =
    "com.fasterxml.jackson.databind.JsonMappingException";
inline constexpr std::string_view kJsonParse = "com.fasterxml.jackson.core.JsonParseException";

/// The depth to which values may be nested. For a deeper value, Parse() returns the error
/// kStackOverflow.
inline constexpr int kDeepestJson = 500;

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_JACKSON_JSON_H_
