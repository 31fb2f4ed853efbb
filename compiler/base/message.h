#ifndef HPDL_COMPILER_BASE_MESSAGE_H_
#define HPDL_COMPILER_BASE_MESSAGE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/source.h"

namespace hpdl {

/// What a diagnostic says: words of our own, and between them values of the user's. Only values can
/// be secrets, so only they are ever masked. A literal is words; a text made at run time is a
/// value, unless Words() says otherwise: what is forgotten is masked too often and never shown.
class Message {
 public:
  Message() = default;
  /// Words of our own. Takes literals only; a value is a std::string or std::string_view.
  Message(const char* words) : text_(words) {}  // NOLINT(google-explicit-constructor)
  /// A value.
  Message(std::string value);       // NOLINT(google-explicit-constructor)
  Message(std::string_view value);  // NOLINT(google-explicit-constructor)
  /// Words that are in a table of ours: names of the language, types, versions.
  static Message Words(std::string_view words);

  Message& operator+=(const Message& other);
  friend Message operator+(Message a, const Message& b) {
    a += b;
    return a;
  }

  const std::string& str() const { return text_; }
  bool empty() const { return text_.empty(); }
  /// Where the values are; in order and apart from each other.
  const std::vector<Range>& values() const { return values_; }
  /// The bytes from `begin` to before `end`; a value that is cut is still one.
  Message Part(std::size_t begin, std::size_t end) const;
  /// The same message with `value` replaced by what `mask` makes of it, for each value.
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

/// A value in quotes.
inline Message Quoted(std::string_view value) {
  return "'" + Message(value) + "'";
}
/// The same of a name that the language has.
inline Message KnownName(std::string_view name) {
  return "'" + Message::Words(name) + "'";
}

/// An element of a file as messages name it, and one that the language has.
inline Message Tag(std::string_view name) {
  return "`<" + Message(name) + ">`";
}
inline Message KnownTag(std::string_view name) {
  return "`<" + Message::Words(name) + ">`";
}

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_MESSAGE_H_
