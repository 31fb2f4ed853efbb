#include "runtime/engines/celos_scripts/option_place.h"

#include <algorithm>
#include <cstddef>

namespace hpdl::rt::celos {
namespace {

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

/// Moves over the source of a script. It recognizes only brackets, quoted texts and comments.
class Walker {
 public:
  Walker(std::string_view source, std::size_t at) : source_(source), at_(at) {}

  std::size_t at() const { return at_; }
  char Next() const { return at_ < source_.size() ? source_[at_] : '\0'; }

  void SkipBlanks() {
    for (;;) {
      if (Next() != '\0' && static_cast<unsigned char>(Next()) <= ' ') {
        ++at_;
      } else if (Follows("//")) {
        MoveBehind("\n");
      } else if (Follows("/*")) {
        MoveBehind("*/");
      } else {
        return;
      }
    }
  }

  /// Moves behind `c` and the blanks after it. Returns false if the next character is not `c`.
  bool Take(char c) {
    if (Next() != c) {
      return false;
    }
    ++at_;
    SkipBlanks();
    return true;
  }

  /// Reads the key of a member, which is a name, a number or a quoted text, and moves behind the
  /// key.
  std::string TakeKey() {
    const std::size_t begin = at_;
    const bool quoted = Next() == '"' || Next() == '\'';
    if (quoted) {
      SkipText();
    } else {
      while (IsNameCharacter(Next())) {
        ++at_;
      }
    }
    const std::string_view key = source_.substr(begin, at_ - begin);
    SkipBlanks();
    return std::string(quoted && key.size() > 1 ? key.substr(1, key.size() - 2) : key);
  }

  /// Moves to the comma or bracket behind a value.
  void SkipValue() {
    int depth = 0;
    for (; at_ < source_.size(); SkipBlanks()) {
      const char c = Next();
      if (depth == 0 && (c == ',' || c == '}' || c == ']' || c == ')')) {
        return;
      }
      depth += c == '{' || c == '[' || c == '(' ? 1 : c == '}' || c == ']' || c == ')' ? -1 : 0;
      if (c == '"' || c == '\'' || c == '`') {
        SkipText();
      } else {
        ++at_;
      }
    }
  }

  /// Moves from the function's name in `celos.f(...)` to the first argument. Returns false if no
  /// call follows.
  bool EnterCall() {
    while (IsNameCharacter(Next()) || Next() == '.') {
      ++at_;
      SkipBlanks();
    }
    return Take('(');
  }

 private:
  bool Follows(std::string_view text) const { return source_.substr(at_).starts_with(text); }
  void MoveBehind(std::string_view text) {
    const std::size_t found = source_.find(text, at_);
    at_ = found == std::string_view::npos ? source_.size() : found + text.size();
  }
  void SkipText() {
    const char quote = Next();
    for (++at_; at_ < source_.size() && Next() != quote; ++at_) {
      at_ += Next() == '\\' ? 1 : 0;
    }
    at_ = std::min(at_ + 1, source_.size());
  }

  std::string_view source_;
  std::size_t at_;
};

/// Moves from the beginning of an object or an array to the value of one of its members.
bool EnterMember(Walker* walker, const std::string& name) {
  if (walker->Take('[')) {
    for (std::size_t index = 0; walker->Next() != ']' && walker->Next() != '\0'; ++index) {
      if (std::to_string(index) == name) {
        return true;
      }
      walker->SkipValue();
      walker->Take(',');
    }
    return false;
  }
  if (!walker->Take('{')) {
    return false;
  }
  std::optional<Walker> found;  // if two members have the same name, the last member applies
  while (walker->Next() != '}' && walker->Next() != '\0') {
    const std::string key = walker->TakeKey();
    if (walker->Take(':') && key == name) {
      found = *walker;
    }
    walker->SkipValue();
    if (!walker->Take(',')) {
      break;
    }
  }
  if (found) {
    *walker = *found;
  }
  return found.has_value();
}

std::optional<std::size_t> OffsetOf(std::string_view source, const Place& place) {
  std::size_t begin = 0;
  for (int line = 1; line < place.line; ++line) {
    const std::size_t end = source.find('\n', begin);
    if (end == std::string_view::npos) {
      return {};
    }
    begin = end + 1;
  }
  const std::size_t offset = begin + static_cast<std::size_t>(std::max(place.column, 1)) - 1;
  return offset < source.size() ? std::optional(offset) : std::nullopt;
}

Place PlaceAt(std::string_view source, std::size_t offset, const std::string& file) {
  const std::string_view before = source.substr(0, offset);
  const std::size_t line_end = before.rfind('\n');
  return {
      file, static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
      static_cast<int>(line_end == std::string_view::npos ? offset : offset - line_end - 1) + 1};
}

}  // namespace

std::optional<Place> OptionPlace(std::string_view source, const Place& call,
                                 const std::vector<std::string>& path) {
  const std::optional<std::size_t> offset = OffsetOf(source, call);
  if (!offset || path.empty()) {
    return {};
  }
  Walker walker(source, *offset);
  std::optional<std::size_t> found;
  for (const std::string& part : path) {
    if (walker.Next() != '{' && walker.Next() != '[' && !walker.EnterCall()) {
      break;
    }
    if (!EnterMember(&walker, part)) {
      break;
    }
    found = walker.at();
  }
  return found ? std::optional(PlaceAt(source, *found, call.file)) : std::nullopt;
}

std::string CalledName(std::string_view source, const Place& call) {
  const std::optional<std::size_t> offset = OffsetOf(source, call);
  if (!offset) {
    return "";
  }
  std::size_t begin = *offset, end = *offset;
  while (begin > 0 && (IsNameCharacter(source[begin - 1]) || source[begin - 1] == '.')) {
    --begin;
  }
  while (end < source.size() && IsNameCharacter(source[end])) {
    ++end;
  }
  return std::string(source.substr(begin, std::min<std::size_t>(end - begin, 200)));
}

}  // namespace hpdl::rt::celos
