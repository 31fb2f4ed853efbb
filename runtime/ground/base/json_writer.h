#ifndef HPDL_RUNTIME_GROUND_BASE_JSON_WRITER_H_
#define HPDL_RUNTIME_GROUND_BASE_JSON_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// What writers of JSON do differently.
struct JsonStyle {
  /// Appends the escape of a character; false: it stands for itself.
  bool (*escape)(char32_t code, std::string* out);
  /// A time in ms since 1970.
  std::string (*time)(std::int64_t ms);
};

/// Escapes what has to be escaped, and DEL. Times are in ISO 8601, UTC.
extern const JsonStyle kPlainJson;

/// Writes JSON front to back into a string, without blanks; commas and quoting are its own
/// business. The caller keeps Begin and End in pairs. Text that is not UTF-8 is written with U+FFFD
/// in place of the bad bytes.
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
  /// A value that is JSON already.
  JsonWriter& Raw(std::string_view json);

  /// Members of an object.
  JsonWriter& Member(std::string_view name, std::string_view value) {
    return Key(name).Text(value);
  }
  JsonWriter& Member(std::string_view name, std::int64_t value) { return Key(name).Number(value); }
  /// Null when the text is empty: for what may not be known yet.
  JsonWriter& Optional(std::string_view name, std::string_view value);
  /// A time in ms since 1970, as the style has it; null for 0.
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
