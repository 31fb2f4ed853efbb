#include "runtime/server/protocols/celos/jackson_json.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "runtime/ground/base/utf8.h"
#include "runtime/ground/value/number_text.h"
#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {

class JsonReader {
 public:
  JsonReader(std::string_view text, std::string_view source) : text_(text), source_(source) {}

  Result<JsonValue> Read() {
    SkipBlanks();
    if (at_ == text_.size()) {
      return Wrong(kJsonMapping, "No content to map due to end-of-input");
    }
    return Value(0);
  }

 private:
  Error Wrong(std::string_view java_class, std::string message) const {
    std::size_t line = 1, line_begin = 0;
    for (std::size_t i = 0; i < at_ && i < text_.size(); ++i) {
      if (text_[i] == '\n') {
        ++line;
        line_begin = i + 1;
      }
    }
    message += "\n at [Source: " + std::string(source_) + "; line: " + std::to_string(line) +
               ", column: " + std::to_string(at_ - line_begin + 1) + "]";
    return JavaException(java_class, std::move(message));
  }
  Error Unexpected(std::string_view expected) const {
    if (at_ >= text_.size()) {
      return Wrong(kJsonParse, "Unexpected end-of-input: " + std::string(expected));
    }
    const Utf8Character character = DecodeUtf8(text_.substr(at_));
    const std::string shown(character.size > 0 ? text_.substr(at_, character.size) : "?");
    return Wrong(kJsonParse, "Unexpected character ('" + shown + "' (code " +
                                 std::to_string(static_cast<std::uint32_t>(character.code)) +
                                 ")): " + std::string(expected));
  }

  void SkipBlanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
      ++at_;
    }
  }
  bool Take(char c) {
    SkipBlanks();
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    return false;
  }

  Result<JsonValue> Value(int depth) {
    if (depth > kDeepestJson) {
      return JavaException(kStackOverflow, "JSON is too deep");
    }
    SkipBlanks();
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (c == '{') {
      return ObjectValue(depth);
    }
    if (c == '[') {
      return ArrayValue(depth);
    }
    if (c == '"') {
      const Result<std::string> text = Text();
      HPDL_TRY(text);
      return JsonValue::Of(std::string_view(*text));
    }
    if (c == '-' || IsDigit(at_)) {
      return Number();
    }
    return Word();
  }

  Result<JsonValue> ObjectValue(int depth) {
    JsonValue object = JsonValue::Object();
    ++at_;
    if (Take('}')) {
      return object;
    }
    do {
      SkipBlanks();
      if (at_ >= text_.size() || text_[at_] != '"') {
        return Unexpected("was expecting double-quote to start field name");
      }
      const Result<std::string> name = Text();
      HPDL_TRY(name);
      if (!Take(':')) {
        return Unexpected("was expecting a colon to separate field name and value");
      }
      Result<JsonValue> value = Value(depth + 1);
      HPDL_TRY(value);
      object.Set(*name, std::move(*value));
    } while (Take(','));
    if (!Take('}')) {
      return Unexpected("was expecting comma to separate OBJECT entries");
    }
    return object;
  }

  Result<JsonValue> ArrayValue(int depth) {
    JsonValue array = JsonValue::Array();
    ++at_;
    if (Take(']')) {
      return array;
    }
    do {
      Result<JsonValue> value = Value(depth + 1);
      HPDL_TRY(value);
      array.Add(std::move(*value));
    } while (Take(','));
    if (!Take(']')) {
      return Unexpected("was expecting comma to separate ARRAY entries");
    }
    return array;
  }

  Result<JsonValue> Word() {
    std::size_t end = at_;
    while (end < text_.size() && IsWordCharacter(text_[end])) {
      ++end;
    }
    const std::string_view word = text_.substr(at_, end - at_);
    std::optional<JsonValue> value;
    if (word == "true" || word == "false") {
      value = JsonValue::Of(word == "true");
    } else if (word == "null") {
      value = JsonValue::Null();
    }
    if (value) {
      at_ = end;
      return std::move(*value);
    }
    if (word.empty()) {
      return Unexpected(
          "expected a valid value (number, String, array, object, 'true', 'false' or "
          "'null')");
    }
    return Wrong(kJsonParse, "Unrecognized token '" + std::string(word.substr(0, 256)) +
                                 "': was expecting ('true', 'false' or 'null')");
  }

  static bool IsWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$';
  }
  bool IsDigit(std::size_t at) const {
    return at < text_.size() && text_[at] >= '0' && text_[at] <= '9';
  }
  // Returns the end of the digits that begin at `at`; `at` if there are no digits.
  std::size_t DigitsEnd(std::size_t at) const {
    while (IsDigit(at)) {
      ++at;
    }
    return at;
  }

  Result<JsonValue> Number() {
    const std::size_t begin = at_;
    std::size_t end = begin + (text_[begin] == '-' ? 1 : 0);
    const std::size_t digits = end;
    end = DigitsEnd(digits);
    const bool zeros = end - digits > 1 && text_[digits] == '0';
    if (end == digits || zeros) {
      at_ = zeros ? digits : end;
      return zeros
                 ? Wrong(kJsonParse, "Invalid numeric value: Leading zeroes not allowed")
                 : Unexpected("expected digit (0-9) to follow minus sign, for valid numeric value");
    }
    bool real = false;
    for (const std::string_view mark : {std::string_view("."), std::string_view("eE")}) {
      if (end < text_.size() && mark.find(text_[end]) != std::string_view::npos) {
        real = true;
        ++end;
        if (mark != "." && end < text_.size() && (text_[end] == '+' || text_[end] == '-')) {
          ++end;
        }
        at_ = end;
        end = DigitsEnd(end);
        if (end == at_) {
          return Unexpected(mark == "." ? "Decimal point not followed by a digit"
                                        : "Exponent indicator not followed by a digit");
        }
      }
    }
    at_ = end;
    const std::string_view number = text_.substr(begin, end - begin);
    if (!real) {
      return JsonValue(JsonValue::Kind::kInteger, number == "-0" ? "0" : std::string(number));
    }
    const double value = std::strtod(std::string(number).c_str(), nullptr);
    if (!std::isfinite(value)) {
      return JsonValue::Of(value > 0 ? "Infinity" : "-Infinity");  // Jackson writes infinity in
                                                                   // quotes
    }
    return JsonValue(JsonValue::Kind::kReal, DoubleText(value));
  }

  Result<std::string> Text() {
    std::string text;
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return text;
      }
      if (static_cast<unsigned char>(c) < 0x20) {
        return Wrong(kJsonParse,
                     "Illegal unquoted character ((CTRL-CHAR, code " + std::to_string(c) +
                         ")): has to be escaped using backslash to be included in string "
                         "value");
      }
      if (c != '\\') {
        text += c;
      } else if (!Escape(&text)) {
        return Wrong(kJsonParse, "Unrecognized character escape");
      }
    }
    return Wrong(kJsonParse,
                 "Unexpected end-of-input: was expecting closing quote for a string value");
  }

  // Reads an escape. `at_` is at its backslash before the call, and at its last character after it.
  bool Escape(std::string* text) {
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
    if (++at_ >= text_.size()) {
      return false;
    }
    if (const std::size_t letter = kLetters.find(text_[at_]); letter != std::string_view::npos) {
      *text += kMeant[letter];
      return true;
    }
    std::optional<char32_t> code = Unit();
    if (!code) {
      return false;
    }
    const bool high = *code >= 0xD800 && *code < 0xDC00;
    if (high && text_.substr(at_ + 1).starts_with("\\u")) {
      const std::size_t before = at_;
      at_ += 2;
      const std::optional<char32_t> low = Unit();
      if (low && *low >= 0xDC00 && *low < 0xE000) {
        AppendUtf8(text, 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00));
        return true;
      }
      at_ = before;
    }
    // Java writes half of a surrogate pair as a question mark.
    AppendUtf8(text, *code >= 0xD800 && *code < 0xE000 ? U'?' : *code);
    return true;
  }

  // Reads `uXXXX`. `at_` is at the `u` before the call, and at the last digit after it.
  std::optional<char32_t> Unit() {
    if (text_[at_] != 'u' || at_ + 4 >= text_.size()) {
      return std::nullopt;
    }
    std::uint32_t code = 0;
    const char* const digits = text_.data() + at_ + 1;
    const auto [end, error] = std::from_chars(digits, digits + 4, code, 16);
    if (error != std::errc() || end != digits + 4) {
      return std::nullopt;
    }
    at_ += 4;
    return static_cast<char32_t>(code);
  }

  std::string_view text_, source_;
  std::size_t at_ = 0;
};

namespace {

void AppendJsonText(std::string_view text, std::string* out) {
  constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t", kLetters = "\"\\bfnrt";
  *out += '"';
  for (const char c : text) {
    if (const std::size_t at = kEscaped.find(c); at != std::string_view::npos) {
      *out += '\\';
      *out += kLetters[at];
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr std::string_view kHex = "0123456789ABCDEF";
      *out += "\\u00";
      *out += kHex[static_cast<unsigned char>(c) >> 4];
      *out += kHex[static_cast<unsigned char>(c) & 15];
    } else {
      *out += c;
    }
  }
  *out += '"';
}

}  // namespace

Result<JsonValue> JsonValue::Parse(std::string_view text, std::string_view source) {
  return JsonReader(text, source).Read();
}

const JsonValue* JsonValue::Find(std::string_view name) const {
  for (const Member& member : members_) {
    if (member.first == name) {
      return &member.second;
    }
  }
  return nullptr;
}

JsonValue& JsonValue::Set(std::string_view name, JsonValue value) {
  for (Member& member : members_) {
    if (member.first == name) {
      member.second = std::move(value);
      return *this;
    }
  }
  return AddMember(std::string(name), std::move(value));
}

JsonValue& JsonValue::AddMember(std::string name, JsonValue value) {
  members_.emplace_back(std::move(name), std::move(value));
  return *this;
}

JsonValue& JsonValue::Add(JsonValue value) {
  items_.push_back(std::move(value));
  return *this;
}

std::string JsonValue::Compact() const {
  std::string out;
  Append(&out, 0, false);
  return out;
}

std::string JsonValue::Pretty() const {
  std::string out;
  Append(&out, 0, true);
  return out;
}

void JsonValue::Append(std::string* out, int depth, bool pretty) const {
  const auto line = [&](int at) {
    if (pretty) {
      *out += '\n';
      out->append(static_cast<std::size_t>(at) * 2, ' ');
    }
  };
  switch (kind_) {
    case Kind::kText:
      AppendJsonText(text_, out);
      return;
    case Kind::kArray:
      *out += pretty ? "[ " : "[";
      for (std::size_t i = 0; i < items_.size(); ++i) {
        *out += i == 0 ? "" : (pretty ? ", " : ",");
        items_[i].Append(out, depth, pretty);
      }
      *out += pretty && !items_.empty() ? " ]" : "]";
      return;
    case Kind::kObject:
      *out += '{';
      for (std::size_t i = 0; i < members_.size(); ++i) {
        *out += i == 0 ? "" : ",";
        line(depth + 1);
        AppendJsonText(members_[i].first, out);
        *out += pretty ? " : " : ":";
        members_[i].second.Append(out, depth + 1, pretty);
      }
      if (members_.empty()) {
        *out += pretty ? " " : "";
      } else {
        line(depth);
      }
      *out += '}';
      return;
    default:
      *out += text_;
  }
}

}  // namespace hpdl::rt::celos
