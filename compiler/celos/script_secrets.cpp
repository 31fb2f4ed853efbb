#include "compiler/celos/script_secrets.h"

#include <cstddef>

#include "compiler/celos/name_part.h"
#include "compiler/secrets/secret_text.h"

namespace hpdl::celos {
namespace {

bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Moves the offset `end` back over the blanks before it, and returns it.
std::size_t SkipBack(std::string_view text, std::size_t end) {
  while (end > 0 && IsBlank(text[end - 1])) {
    --end;
  }
  return end;
}

/// Returns the name whose value begins at `begin`, or "" if the value has no name. `last` is the
/// previous text in quotes.
std::string_view NameBefore(std::string_view text, std::size_t begin, Range last) {
  std::size_t end = SkipBack(text, begin);
  if (end == 0 || (text[end - 1] != ':' && text[end - 1] != '=')) {
    return {};
  }
  end = SkipBack(text, end - 1);
  if (last.end > 0 && end == last.end + 1) {  // a closing quote ends `last`
    return text.substr(last.begin, last.end - last.begin);
  }
  std::size_t name = end;
  while (name > 0 && IsNamePart(text[name - 1])) {
    --name;
  }
  return text.substr(name, end - name);
}

}  // namespace

std::vector<Range> SecretsOfScript(std::string_view text) {
  std::vector<Range> found;
  Range last;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char quote = text[i];
    if (quote != '"' && quote != '\'' && quote != '`') {
      continue;
    }
    std::size_t end = i + 1;
    while (end < text.size() && text[end] != quote && (quote == '`' || text[end] != '\n')) {
      end += text[end] == '\\' && end + 1 < text.size() ? 2 : 1;
    }
    if (end >= text.size() || text[end] != quote) {
      continue;  // the quote is an apostrophe in a comment
    }
    const Range value{static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(end)};
    if (secrets::NamesSecret(NameBefore(text, i, last)) &&
        secrets::IsLiteralSecret(text.substr(value.begin, value.end - value.begin))) {
      found.push_back(value);
    }
    last = value;
    i = end;
  }
  for (const secrets::SecretPart& part : secrets::FindSecrets(text)) {
    found.push_back({part.begin, part.end});
  }
  return found;
}

}  // namespace hpdl::celos
