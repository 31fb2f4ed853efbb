#ifndef HPDL_RUNTIME_REPORT_JSON_H_
#define HPDL_RUNTIME_REPORT_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// Writes JSON front to back into a string; commas and quoting are its own business. The caller
/// keeps Begin and End in pairs. Text that is not UTF-8 is written with U+FFFD in place of the bad
/// bytes.
class JsonWriter {
 public:
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
  /// A time in ISO 8601, UTC; null for 0.
  JsonWriter& Time(std::string_view name, std::int64_t ms);

  const std::string& text() const { return text_; }
  std::string Take() { return std::move(text_); }

 private:
  void Separate();
  std::string text_;
  bool first_ = true;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_REPORT_JSON_H_
