#include "runtime/world/mail/header.h"

#include "runtime/ground/base/base64.h"
#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt::mail {
namespace {

constexpr std::size_t kHeaderLine = 76;
constexpr std::string_view kFold = "\r\n ";
constexpr std::string_view kWordBegin = "=?UTF-8?B?", kWordEnd = "?=";

bool IsPrintable(std::string_view text) {
  for (const char c : text) {
    if (c < 0x20 || c > 0x7e) {
      return false;
    }
  }
  return true;
}

/// True if the text needs no encoding and can be folded at its blanks. A run of blanks is not
/// allowed, because a fold could put it alone on a line. A word that is too long is not allowed
/// either.
bool IsPlainHeader(std::string_view text) {
  constexpr std::size_t kMostWord = 60;
  if (!IsPrintable(text) || text.find("=?") != std::string_view::npos ||
      text.find("  ") != std::string_view::npos) {
    return false;
  }
  std::size_t word = 0;
  for (const char c : text) {
    word = c == ' ' ? 0 : word + 1;
    if (word > kMostWord) {
      return false;
    }
  }
  return text.empty() || (text.front() != ' ' && text.back() != ' ');
}

/// Returns the length of the longest beginning of `text` that has at most `most` bytes and only
/// whole UTF-8 characters.
std::size_t WholeCharacters(std::string_view text, std::size_t most) {
  if (text.size() <= most) {
    return text.size();
  }
  std::size_t size = most;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) {
    --size;
  }
  return size == 0 ? most : size;
}

/// Appends `text` as encoded words to a line that is `*column` long.
void AppendWords(std::string_view text, std::size_t* column, std::string* out) {
  bool first = true;
  while (!text.empty()) {
    const std::size_t frame = kWordBegin.size() + kWordEnd.size();
    std::size_t room =
        *column + frame + 4 < kHeaderLine ? (kHeaderLine - *column - frame) / 4 * 3 : 0;
    if (!first || room < 6) {
      *out += kFold;
      *column = 1;
      room = (kHeaderLine - 1 - frame) / 4 * 3;
    }
    const std::size_t size = WholeCharacters(text, room);
    const std::string word = Base64(text.substr(0, size));
    out->append(kWordBegin).append(word).append(kWordEnd);
    *column += frame + word.size();
    text.remove_prefix(size);
    first = false;
  }
}

void AppendFolded(std::string_view text, std::size_t* column, std::string* out) {
  while (!text.empty()) {
    const std::size_t blank = text.find(' ', 1);
    const std::string_view word = text.substr(0, blank);
    if (*column + word.size() > kHeaderLine && word.front() == ' ') {
      out->append("\r\n");
      *column = 0;
    }
    *out += word;
    *column += word.size();
    text.remove_prefix(word.size());
  }
}

/// Appends a name in the form that RFC 5322 requires before an address.
void AppendName(std::string_view name, std::size_t* column, std::string* out) {
  if (!IsPrintable(name) || name.find("=?") != std::string_view::npos) {
    AppendWords(name, column, out);
    return;
  }
  std::string quoted = "\"";
  for (const char c : name) {
    quoted += c == '"' || c == '\\' ? "\\" : "";
    quoted += c;
  }
  *out += quoted + '"';
  *column += quoted.size() + 1;
}

}  // namespace

std::string HeaderLine(std::string_view name, std::string_view text) {
  std::string out(name);
  out += ": ";
  std::size_t column = out.size();
  if (IsPlainHeader(text)) {
    AppendFolded(text, &column, &out);
  } else {
    AppendWords(text, &column, &out);
  }
  return out + "\r\n";
}

std::string AddressLine(std::string_view name, const std::vector<Address>& addresses) {
  std::string out(name);
  out += ": ";
  std::size_t column = out.size();
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    if (i != 0) {
      out.append(",").append(kFold);
      column = 1;
    }
    const Address& address = addresses[i];
    if (address.name.empty()) {
      out += address.mailbox;
      continue;
    }
    AppendName(address.name, &column, &out);
    out += column + address.mailbox.size() + 3 > kHeaderLine ? kFold : std::string_view(" ");
    out.append("<").append(address.mailbox).append(">");
  }
  return out + "\r\n";
}

std::string Parameter(std::string_view key, std::string_view value) {
  std::string out = ";\r\n ";
  out += key;
  if (IsPrintable(value)) {
    out += "=\"";
    for (const char c : value) {
      out += c == '"' || c == '\\' ? "\\" : "";
      out += c;
    }
    return out + '"';
  }
  return out + "*=UTF-8''" + PercentEncoded(value, ".-_");
}

std::string MailDate(std::int64_t ms) {
  const UtcTime time = UtcTimeOf(ms / 1000);
  std::string text(DayName(time));
  text.append(", ").append(std::to_string(time.day)).append(" ");
  text.append(MonthName(time.month)).append(" ").append(std::to_string(time.year));
  return text.append(" ").append(TimeOfDay(time)).append(" +0000");
}

}  // namespace hpdl::rt::mail
