#ifndef HPDL_RUNTIME_GROUND_BASE_JSON_WRITER_H_
#define HPDL_RUNTIME_GROUND_BASE_JSON_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// The details of JSON output that differ between styles.
struct JsonStyle {
  /// Appends the escape of a character. Returns false if the character is written as it is.
  bool (*escape)(char32_t code, std::string* out);
  /// Returns a time as text; `ms` is milliseconds since 1970.
  std::string (*time)(std::int64_t ms);
};

/// Escapes the characters that JSON requires to be escaped, and DEL. Times are in ISO 8601, UTC.
extern const JsonStyle kPlainJson;

/// Writes a JSON document without blanks into a string. The calls must be in the order of the
/// document. The class adds the commas and quotes. The caller must keep Begin and End in pairs. In
/// text that is not UTF-8, each bad byte is written as U+FFFD.
class JsonWriter {
 public:
  explicit JsonWriter(const JsonStyle& style = kPlainJson) : style_(&style) {}

  JsonWriter& BeginObject();
  JsonWriter& EndObject();
  JsonWriter& BeginArray();
  JsonWriter& EndArray();
  JsonWriter& Key(std::string_view name);
  JsonWriter& Text(std::string_view value);
  JsonWriter& Number(std::int64_t value);
  JsonWriter& Boolean(bool value);
  JsonWriter& Null();
  /// Writes a value that is JSON already.
  JsonWriter& Raw(std::string_view json);

  /// Writes a member of an object.
  JsonWriter& Member(std::string_view name, std::string_view value) {
    return Key(name).Text(value);
  }
  JsonWriter& Member(std::string_view name, std::int64_t value) { return Key(name).Number(value); }
  /// Writes a member whose value may not be known yet: null if `value` is empty, else the text.
  JsonWriter& Optional(std::string_view name, std::string_view value);
  /// Writes a time in the format of the JsonStyle. `ms` is milliseconds since 1970; 0 is written as
  /// null.
  JsonWriter& Time(std::string_view name, std::int64_t ms);

  const std::string& text() const { return text_; }
  std::string Take() { return std::move(text_); }

 private:
  void Separate();
  void AppendQuoted(std::string_view text);
  const JsonStyle* style_;
  std::string text_;
  bool first_ = true;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_JSON_WRITER_H_
