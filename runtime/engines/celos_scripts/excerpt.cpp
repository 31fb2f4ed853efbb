#include "runtime/engines/celos_scripts/excerpt.h"

#include <algorithm>
#include <cstddef>

#include "runtime/ground/base/lower_case.h"

namespace hpdl::rt::celos {
namespace {

// The maximum number of bytes before the column, and the maximum number of bytes in the excerpt.
constexpr std::size_t kBeforeColumn = 60, kMostShown = 120;
constexpr std::string_view kSecretWords[] = {"passw",  "secret",     "token",     "credential",
                                             "apikey", "access_key", "accesskey", "private"};

bool SpeaksOfSecrets(std::string_view line) {
  const std::string small = LowerCase(line);
  return std::any_of(std::begin(kSecretWords), std::end(kSecretWords),
                     [&](std::string_view word) { return small.find(word) != std::string::npos; });
}

bool GoesOn(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Replaces the texts between quotes by asterisks. If the line begins or ends inside a quoted text,
// other parts of the line may be replaced too, which does no harm.
void HideTexts(std::string* line) {
  char quote = '\0';
  for (char& byte : *line) {
    const bool is_quote = byte == '"' || byte == '\'' || byte == '`';
    if (quote == '\0') {
      quote = is_quote ? byte : '\0';
    } else if (byte == quote) {
      quote = '\0';
    } else if (!GoesOn(byte)) {
      byte = '*';
    }
  }
  std::erase_if(*line, GoesOn);
}

}  // namespace

std::string ExcerptOf(std::string_view text, int line, int column) {
  for (int at = 1; at < line; ++at) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      return {};
    }
    text.remove_prefix(end + 1);
  }
  if (line < 1) {
    return {};
  }
  std::string shown(text.substr(0, text.find_first_of("\r\n")));
  std::size_t caret = std::min(static_cast<std::size_t>(std::max(column, 1)) - 1, shown.size());
  if (SpeaksOfSecrets(shown)) {
    caret -= static_cast<std::size_t>(
        std::count_if(shown.begin(), shown.begin() + static_cast<std::ptrdiff_t>(caret), GoesOn));
    HideTexts(&shown);
    caret = std::min(caret, shown.size());
  }
  if (caret > kBeforeColumn) {
    std::size_t cut = caret - kBeforeColumn;
    while (cut < caret && GoesOn(shown[cut])) {
      ++cut;
    }
    shown.erase(0, cut);
    caret -= cut;
  }
  if (shown.size() > kMostShown) {
    std::size_t end = kMostShown;
    while (end > caret && GoesOn(shown[end])) {
      --end;
    }
    shown.resize(end);
  }
  std::string below;
  for (std::size_t at = 0; at < caret && at < shown.size(); ++at) {
    if (!GoesOn(shown[at])) {
      below += shown[at] == '\t' ? '\t' : ' ';
    }
  }
  for (char& byte : shown) {
    byte = static_cast<unsigned char>(byte) < ' ' && byte != '\t' ? ' ' : byte;
  }
  return shown + "\n" + below + "^";
}

}  // namespace hpdl::rt::celos
