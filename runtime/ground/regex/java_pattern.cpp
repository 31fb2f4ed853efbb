#include "runtime/ground/regex/java_pattern.h"

namespace hpdl::rt {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Translates a pattern from left to right.
class Translator {
 public:
  explicit Translator(std::string_view pattern) : pattern_(pattern) {}

  Result<std::string> Run() {
    while (at_ < pattern_.size()) {
      HPDL_TRY(Next());
    }
    return std::move(out_);
  }

 private:
  static Error Unsupported(std::string_view what) {
    return {ErrorClass::kError, "", "uses " + std::string(what) + ", which is not supported"};
  }

  bool Follows(std::string_view text) const { return pattern_.substr(at_).starts_with(text); }

  Result<void> Next() {
    const char c = pattern_[at_];
    if (c == '\\') {
      return Escape();
    }
    if (in_brackets_) {
      return InBrackets(c);
    }
    if (c == '.') {
      // In Java, the dot matches none of these line ends.
      out_ += dot_matches_all_ ? "." : "[^\\n\\r\\x{85}\\x{2028}\\x{2029}]";
      ++at_;
      return {};
    }
    if (c == '[') {
      OpenBrackets();
      return {};
    }
    return Follows("(?") ? SpecialGroup() : Copy(1);
  }

  Result<void> Copy(std::size_t count) {
    out_ += pattern_.substr(at_, count);
    at_ += count;
    return {};
  }

  void OpenBrackets() {
    in_brackets_ = true;
    out_ += pattern_[at_++];
    if (Follows("^")) {
      out_ += pattern_[at_++];
    }
    if (Follows("]")) {  // a ']' at the beginning of a set stands for itself
      out_ += "\\]";
      ++at_;
    }
  }

  /// Translates a character inside a set. Refuses a set inside a set (in Java, their union) and &&
  /// (in Java, an intersection), because RE2 has neither.
  Result<void> InBrackets(char c) {
    if (c == '[') {
      return Unsupported("a set in a set ([a[b]])");
    }
    if (Follows("&&")) {
      return Unsupported("the intersection of two sets (&&)");
    }
    in_brackets_ = c != ']';
    return Copy(1);
  }

  Result<void> SpecialGroup() {
    for (const std::string_view look : {"(?=", "(?!", "(?<=", "(?<!"}) {
      if (Follows(look)) {
        return Unsupported("a lookahead or lookbehind (" + std::string(look) + "...))");
      }
    }
    if (Follows("(?>")) {
      return Unsupported("an atomic group ((?>...))");
    }
    if (Follows("(?<")) {
      out_ += "(?P<";
      at_ += 3;
      return {};
    }
    return Flags();
  }

  /// Copies flags like `(?i)` and `(?i:`. Only i, m and s are allowed. RE2 has no flags for Java's
  /// other flags; in RE2, U has a different meaning.
  Result<void> Flags() {
    std::size_t end = at_ + 2;
    while (end < pattern_.size() && (IsLetter(pattern_[end]) || pattern_[end] == '-')) {
      ++end;
    }
    const std::string_view flags = pattern_.substr(at_ + 2, end - at_ - 2);
    if (flags.find_first_not_of("ims-") != std::string_view::npos) {
      return Unsupported("a flag other than i, m and s");
    }
    const std::size_t off = flags.find('-');
    if (flags.find('s') < off) {
      if (end < pattern_.size() && pattern_[end] == ':') {
        return Unsupported("the flag s for a part of the pattern ((?s:...))");
      }
      dot_matches_all_ = true;
    }
    return Copy(end - at_);
  }

  Result<void> Escape() {
    if (at_ + 1 >= pattern_.size()) {
      return Error{ErrorClass::kError, "", "ends with a backslash"};
    }
    const char letter = pattern_[at_ + 1];
    if (letter == 'Q') {
      return Quoted();
    }
    if (IsDigit(letter)) {
      return letter == '0' ? Unsupported("an octal number (\\0...)")
                           : Unsupported("a reference to an earlier group (\\1)");
    }
    if (IsLetter(letter)) {
      return LetterEscape(letter);
    }
    // The character stands for itself. RE2 does not have an escape for _ or for characters that are
    // not ASCII.
    const bool plain = letter == '_' || static_cast<unsigned char>(letter) >= 0x80;
    at_ += plain ? 1 : 0;
    return Copy(plain ? 1 : 2);
  }

  Result<void> LetterEscape(char letter) {
    const std::string_view set = letter == 's'   ? "\\t\\n\\v\\f\\r "
                                 : letter == 'v' ? "\\n\\v\\f\\r\\x{85}\\x{2028}\\x{2029}"
                                 : letter == 'h' ? "\\t\\x{20}\\x{A0}\\x{1680}\\x{180E}\\x{2000}-"
                                                   "\\x{200A}\\x{202F}\\x{205F}\\x{3000}"
                                                 : "";
    if (!set.empty()) {
      out_.append(in_brackets_ ? "" : "[").append(set).append(in_brackets_ ? "" : "]");
    } else if (letter == 'S' && !in_brackets_) {
      out_ += "[^\\t\\n\\v\\f\\r ]";
    } else if (letter == 'e') {
      out_ += "\\x1B";
    } else if (letter == 'u' && IsHex(at_ + 2, 4)) {
      out_.append("\\x{").append(pattern_.substr(at_ + 2, 4)).append("}");
      at_ += 4;
    } else if (std::string_view("dDwWbBAztnrfaxpP").find(letter) != std::string_view::npos) {
      out_.append("\\").append(1, letter);
    } else {
      return Unsupported("the escape \\" + std::string(1, letter));
    }
    at_ += 2;
    return {};
  }

  bool IsHex(std::size_t at, std::size_t count) const {
    const std::string_view digits = pattern_.substr(at < pattern_.size() ? at : pattern_.size());
    return digits.size() >= count && digits.substr(0, count).find_first_not_of(
                                         "0123456789abcdefABCDEF") == std::string_view::npos;
  }

  /// Translates `\Q...\E`; the `\E` may be missing.
  Result<void> Quoted() {
    at_ += 2;
    while (at_ < pattern_.size() && !Follows("\\E")) {
      const char c = pattern_[at_++];
      const bool word = IsLetter(c) || IsDigit(c) || c == '_' ||
                        static_cast<unsigned char>(c) >= 0x80 ||
                        static_cast<unsigned char>(c) < ' ';
      out_.append(word ? "" : "\\").append(1, c);
    }
    at_ += at_ < pattern_.size() ? 2 : 0;
    return {};
  }

  std::string_view pattern_;
  std::size_t at_ = 0;
  std::string out_;
  bool in_brackets_ = false;
  bool dot_matches_all_ = false;
};

}  // namespace

Result<std::string> ToRe2(std::string_view pattern) {
  return Translator(pattern).Run();
}

}  // namespace hpdl::rt
