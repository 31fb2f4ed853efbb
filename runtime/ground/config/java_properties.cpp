#include <optional>

#include "runtime/ground/base/hex.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/ground/config/config.h"

namespace hpdl::rt {
namespace {

bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\f';
}

/// Reads the properties of one file.
class PropertiesReader {
 public:
  explicit PropertiesReader(std::string_view text) : text_(text) {}

  ConfigReading Read() {
    while (NextLogicalLine()) {
      if (const Result<void> read = ReadProperty(); !read) {
        return {{}, ConfigProblem{first_line_, read.error().message}};
      }
    }
    return {std::move(properties_), std::nullopt};
  }

 private:
  /// Reads one line without its line end. Returns false at the end of the file.
  bool NextLine(std::string_view* line) {
    if (at_ >= text_.size()) {
      return false;
    }
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    *line = text_.substr(at_, end - at_);
    at_ = end + (text_.substr(end, 2) == "\r\n" ? 2 : 1);
    ++line_number_;
    return true;
  }

  static bool Continues(std::string_view line) {
    const std::size_t last = line.find_last_not_of('\\');
    const std::size_t backslashes =
        last == std::string_view::npos ? line.size() : line.size() - last - 1;
    return backslashes % 2 == 1;
  }

  static std::string_view WithoutIndent(std::string_view line) {
    while (!line.empty() && IsBlank(line.front())) {
      line.remove_prefix(1);
    }
    return line;
  }

  /// Puts the next logical line into logical_: a line and its continuation lines. Skips empty lines
  /// and comments. Returns false at the end of the file.
  bool NextLogicalLine() {
    std::string_view line;
    do {
      if (!NextLine(&line)) {
        return false;
      }
      line = WithoutIndent(line);
    } while (line.empty() || line.front() == '#' || line.front() == '!');
    first_line_ = line_number_;
    logical_.clear();
    while (Continues(line)) {
      logical_.append(line.substr(0, line.size() - 1));
      if (!NextLine(&line)) {
        return true;
      }
      line = WithoutIndent(line);
    }
    logical_.append(line);
    return true;
  }

  static Error Fail(std::string message) { return {ErrorClass::kError, "", std::move(message)}; }

  Result<void> ReadProperty() {
    std::size_t end = 0;
    while (end < logical_.size() && !IsBlank(logical_[end]) && logical_[end] != '=' &&
           logical_[end] != ':') {
      end += logical_[end] == '\\' ? 2 : 1;
    }
    end = std::min(end, logical_.size());
    const std::string_view line = logical_;
    std::string_view value = WithoutIndent(line.substr(end));
    if (!value.empty() && (value.front() == '=' || value.front() == ':')) {
      value = WithoutIndent(value.substr(1));
    }
    ConfigProperty property;
    property.line = first_line_;
    HPDL_TRY(Unescape(line.substr(0, end), &property.name));
    HPDL_TRY(Unescape(value, &property.value));
    if (property.name.empty()) {
      return Fail("a property has no name");
    }
    properties_.push_back(std::move(property));
    return {};
  }

  /// Returns the UTF-16 code unit of the "\u" escape at `at`; nullopt if there is no valid escape.
  static std::optional<std::uint32_t> Unit(std::string_view text, std::size_t at) {
    if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') {
      return std::nullopt;
    }
    std::uint32_t unit = 0;
    for (std::size_t i = at + 2; i < at + 6; ++i) {
      const int digit = HexDigit(text[i]);
      if (digit < 0) {
        return std::nullopt;
      }
      unit = unit << 4 | static_cast<std::uint32_t>(digit);
    }
    return unit;
  }

  Result<void> UnescapeUnicode(std::string_view text, std::size_t* at, std::string* out) const {
    const auto unit = Unit(text, *at);
    const std::string shown(text.substr(*at, 6));
    if (!unit) {
      return Fail("'" + shown + "' is not an escape sequence; \\u needs four hexadecimal digits");
    }
    *at += 6;
    if (*unit < 0xD800 || *unit > 0xDFFF) {
      AppendUtf8(out, *unit);
      return {};
    }
    const auto low = *unit < 0xDC00 ? Unit(text, *at) : std::nullopt;
    if (!low || *low < 0xDC00 || *low > 0xDFFF) {
      return Fail("'" + shown + "' is half of a surrogate pair without the other half");
    }
    *at += 6;
    AppendUtf8(out, 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
    return {};
  }

  Result<void> Unescape(std::string_view text, std::string* out) const {
    for (std::size_t i = 0; i < text.size();) {
      if (text[i] != '\\') {
        *out += text[i++];
        continue;
      }
      const char next = i + 1 < text.size() ? text[i + 1] : '\0';
      if (next == 'u') {
        HPDL_TRY(UnescapeUnicode(text, &i, out));
        continue;
      }
      i += 2;
      switch (next) {
        case 't':
          *out += '\t';
          break;
        case 'n':
          *out += '\n';
          break;
        case 'r':
          *out += '\r';
          break;
        case 'f':
          *out += '\f';
          break;
        case '\0':
          break;  // the file ends with a backslash
        default:
          *out += next;
      }
    }
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_number_ = 0;
  std::uint32_t first_line_ = 0;
  std::string logical_;
  ConfigProperties properties_;
};

}  // namespace

ConfigReading ScanJavaProperties(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) {
    text.remove_prefix(3);
  }
  if (!FirstInvalidUtf8(text)) {
    return PropertiesReader(text).Read();
  }
  std::string converted;
  converted.reserve(text.size() + text.size() / 4);
  for (const char c : text) {
    AppendUtf8(&converted, static_cast<unsigned char>(c));
  }
  return PropertiesReader(converted).Read();
}

}  // namespace hpdl::rt
