#include "compiler/frontend/xml/missing_dollar.h"

#include <algorithm>

#include "runtime/ground/expression/scan.h"
#include "stdlib/core/function_names.h"

namespace hpdl::frontend {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Returns the number of bytes of the name that `text` begins with: letters, digits, '_' and '.'.
std::size_t NameLength(std::string_view text) {
  if (text.empty() || !IsLetter(text.front())) {
    return 0;
  }
  return static_cast<std::size_t>(
      std::find_if_not(text.begin(), text.end(),
                       [](char c) { return IsLetter(c) || c == '.' || (c >= '0' && c <= '9'); }) -
      text.begin());
}

/// The most bytes of a call that is found. The limit keeps the work small in a text that has very
/// many calls without their end.
constexpr std::size_t kLongestCall = 1024;

/// Returns the number of bytes up to the end of the call `PREFIX:NAME(...)}` that `text` begins
/// with, or 0 if it begins with something else.
std::size_t CallLength(std::string_view text) {
  const std::size_t prefix = NameLength(text);
  if (prefix == 0 || prefix >= text.size() || text[prefix] != ':') {
    return 0;
  }
  const std::size_t name = prefix + 1 + NameLength(text.substr(prefix + 1));
  if (name >= text.size() || text[name] != '(' || !stdlib::IsFunction(text.substr(0, name))) {
    return 0;
  }
  // The scanner finds the '}' of an expression even if a string literal contains another one.
  const std::vector<rt::Segment> whole =
      rt::SplitTemplate("${" + std::string(text.substr(0, kLongestCall)), false);
  const std::size_t end = whole.front().end - 2;
  return whole.front().closed && text[end - 2] == ')' ? end : 0;
}

/// Returns the number of bytes of the `$NAME}` that `text` begins with, or 0 if it begins with
/// something else.
std::size_t MisplacedLength(std::string_view text) {
  if (!text.starts_with('$')) {
    return 0;
  }
  const std::size_t name = NameLength(text.substr(1));
  return name != 0 && text.substr(1 + name).starts_with('}') ? name + 2 : 0;
}

}  // namespace

std::vector<MissingDollar> FindMissingDollars(std::string_view text, bool hash) {
  std::vector<MissingDollar> found;
  if (text.find('{') == text.npos) {
    return found;
  }
  for (const rt::Segment& segment : rt::SplitTemplate(text, hash)) {
    if (segment.expression) {
      continue;
    }
    const std::string_view plain = text.substr(0, segment.end);
    std::size_t at = segment.begin;
    while ((at = plain.find('{', at)) != plain.npos) {
      // `@{$x}` and `%{$x}` are Perl; `\${x}` is an escaped expression.
      const char before = at == segment.begin ? ' ' : plain[at - 1];
      const std::string_view rest = plain.substr(++at);
      if (before == '$' || before == '#' || before == '@' || before == '%' || before == '\\') {
        continue;
      }
      const std::size_t call = CallLength(rest);
      const std::size_t length = call != 0 ? call : MisplacedLength(rest);
      if (length != 0) {
        found.push_back({static_cast<std::uint32_t>(at - 1),
                         static_cast<std::uint32_t>(at + length), call == 0});
        at += length;
      }
    }
  }
  return found;
}

}  // namespace hpdl::frontend
