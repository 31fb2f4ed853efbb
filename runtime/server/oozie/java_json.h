#ifndef HPDL_RUNTIME_SERVER_OOZIE_JAVA_JSON_H_
#define HPDL_RUNTIME_SERVER_OOZIE_JAVA_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// Writes JSON front to back as json-simple does, which Oozie has: no blanks, '/' escaped, and so
/// are control characters and U+2000 to U+20FF. The caller keeps Begin and End in pairs. Bytes that
/// are not UTF-8 become U+FFFD.
class JavaJson {
 public:
  JavaJson& BeginObject();
  JavaJson& EndObject();
  JavaJson& BeginArray();
  JavaJson& EndArray();
  JavaJson& Key(std::string_view name);
  JavaJson& Text(std::string_view value);
  JavaJson& Number(std::int64_t value);
  JavaJson& Boolean(bool value);
  JavaJson& Null();

  /// Members of an object.
  JavaJson& Member(std::string_view name, std::string_view value) { return Key(name).Text(value); }
  JavaJson& Member(std::string_view name, std::int64_t value) { return Key(name).Number(value); }
  /// Null when the text is empty.
  JavaJson& Optional(std::string_view name, std::string_view value);
  /// `EEE, dd MMM yyyy HH:mm:ss GMT`; null for 0.
  JavaJson& Time(std::string_view name, std::int64_t ms);

  std::string Take() { return std::move(text_); }

 private:
  void Separate();
  JavaJson& Raw(std::string_view json);
  std::string text_;
  bool first_ = true;
};

/// `Sat, 21 Nov 2026 01:59:19 GMT` of ms since 1970, as HTTP has it too (RFC 9110, 5.6.7).
std::string HttpDate(std::int64_t ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_OOZIE_JAVA_JSON_H_
