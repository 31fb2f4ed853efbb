#ifndef HPDL_COMPILER_BASE_MESSAGE_H_
#define HPDL_COMPILER_BASE_MESSAGE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/source.h"

namespace hpdl {

/// The text of a diagnostic: words of the compiler with user values between them. Only values can
/// be secrets, so only values are masked. A literal counts as words. A text made at run time counts
/// as a value unless it comes from Words(). Code that forgets Words() therefore masks too much, but
/// never shows a secret.
class Message {
 public:
  Message() = default;
  /// Makes a message from words of the compiler. The argument must be a literal. A user's value has
  /// the type std::string or std::string_view.
  Message(const char* words) : text_(words) {}  // NOLINT(google-explicit-constructor)
  /// Makes a message that is one value from the user's input, such as a name in a definition.
  Message(std::string value);       // NOLINT(google-explicit-constructor)
  Message(std::string_view value);  // NOLINT(google-explicit-constructor)
  /// Makes a message from words of a compiler table: names of the language, types, versions.
  static Message Words(std::string_view words);

  Message& operator+=(const Message& other);
  friend Message operator+(Message a, const Message& b) {
    a += b;
    return a;
  }

  const std::string& str() const { return text_; }
  bool empty() const { return text_.empty(); }
  /// The ranges of the values in str(), in order and without overlap.
  const std::vector<Range>& values() const { return values_; }
  /// Returns the bytes from `begin` to before `end`. If a value is cut, the part that remains
  /// counts as a value.
  Message Part(std::size_t begin, std::size_t end) const;
  /// Returns the message with each value replaced by `mask(value)`.
  template <class Mask>
  Message WithValues(const Mask& mask) const {
    Message out;
    std::size_t at = 0;
    for (const Range value : values_) {
      out.text_.append(text_, at, value.begin - at);
      out += Message(
          std::string(mask(std::string_view(text_).substr(value.begin, value.end - value.begin))));
      at = value.end;
    }
    out.text_.append(text_, at);
    return out;
  }

  friend bool operator==(const Message& a, std::string_view b) { return a.text_ == b; }
  friend bool operator<(const Message& a, const Message& b) { return a.text_ < b.text_; }

 private:
  std::string text_;
  std::vector<Range> values_;
};

/// Returns a user value in quotes.
inline Message Quoted(std::string_view value) {
  return "'" + Message(value) + "'";
}
/// Returns a name of the language in quotes.
inline Message KnownName(std::string_view name) {
  return "'" + Message::Words(name) + "'";
}

/// Returns the name of an element as messages show it. Tag() is for a name from the user's file,
/// KnownTag() for a name of the language.
inline Message Tag(std::string_view name) {
  return "`<" + Message(name) + ">`";
}
inline Message KnownTag(std::string_view name) {
  return "`<" + Message::Words(name) + ">`";
}

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_MESSAGE_H_
