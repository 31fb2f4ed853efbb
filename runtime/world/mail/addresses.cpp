#include "runtime/world/mail/addresses.h"

#include <algorithm>

#include "runtime/ground/base/trim.h"

namespace hpdl::rt::mail {
namespace {

constexpr std::size_t kMostLocal = 64, kMostMailbox = 254, kMostName = 500;

bool IsAlnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool IsControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

/// True if the text consists of words with single dots between them. `is_word` decides which
/// characters a word may have.
template <class IsWord>
bool IsDotted(std::string_view text, IsWord is_word) {
  char before = '.';
  for (const char c : text) {
    if (c == '.' ? before == '.' : !is_word(c)) {
      return false;
    }
    before = c;
  }
  return before != '.';
}

/// True if the text can be the part of a mailbox before the '@'. Dots may stand anywhere, as in
/// JavaMail.
bool IsLocal(std::string_view text) {
  constexpr std::string_view kMore = "!#$%&'*+-/=?^_`{|}~.";
  return !text.empty() && text.size() <= kMostLocal &&
         std::all_of(text.begin(), text.end(), [kMore](char c) {
           return IsAlnum(c) || kMore.find(c) != std::string_view::npos;
         });
}

bool IsDomain(std::string_view text) {
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') {
    for (const char c : text.substr(1, text.size() - 2)) {
      if (!IsAlnum(c) && c != '.' && c != ':') {
        return false;
      }
    }
    return true;
  }
  const auto edge = [](char c) { return c == '-' || c == '.'; };
  return !text.empty() && !edge(text.front()) && !edge(text.back()) &&
         text.find("-.") == std::string_view::npos && text.find(".-") == std::string_view::npos &&
         IsDotted(text, [](char c) { return IsAlnum(c) || c == '-'; });
}

/// Reads one list of mailboxes. Fails at the first item that is not a mailbox.
class AddressReader {
 public:
  AddressReader(std::string_view field, std::string_view text) : field_(field), rest_(text) {}

  Result<std::vector<Address>> Read() {
    std::vector<Address> addresses;
    while (!(rest_ = Trimmed(rest_)).empty()) {
      Result<std::string_view> item = NextItem();
      HPDL_TRY(item);
      Result<Address> address = One(Trimmed(*item));
      HPDL_TRY(address);
      addresses.push_back(std::move(*address));
    }
    return addresses;
  }

 private:
  /// Returns the text up to the next comma outside of quotes.
  Result<std::string_view> NextItem() {
    bool quoted = false;
    std::size_t end = 0;
    for (; end < rest_.size() && (quoted || rest_[end] != ','); ++end) {
      if (rest_[end] == '"') {
        quoted = !quoted;
      } else if (quoted && rest_[end] == '\\') {
        ++end;
      }
    }
    if (quoted || end > rest_.size()) {
      return Wrong(rest_, "a quote is not closed");
    }
    const std::string_view item = rest_.substr(0, end);
    rest_.remove_prefix(end == rest_.size() ? end : end + 1);
    return item;
  }

  Result<Address> One(std::string_view item) const {
    Address address;
    if (item.empty()) {
      return Wrong(item, "there is nothing between two commas");
    }
    for (const char c : item) {
      if (IsControl(c)) {
        return Wrong(item, c == '\n' || c == '\r' ? "it has a line break in it; is a comma missing?"
                                                  : "it has a control character in it");
      }
    }
    std::string_view mailbox = item;
    if (item.back() == '>') {
      const std::size_t open = item.rfind('<');
      if (open == std::string_view::npos) {
        return Wrong(item, "a '<' is missing");
      }
      mailbox = item.substr(open + 1, item.size() - open - 2);
      if (!Name(Trimmed(item.substr(0, open)), &address.name)) {
        return Wrong(item, "put the name into double quotes");
      }
    }
    const std::size_t at = mailbox.rfind('@');
    const bool has_domain = at != std::string_view::npos;
    if (!IsLocal(mailbox.substr(0, at)) || (has_domain && !IsDomain(mailbox.substr(at + 1))) ||
        mailbox.size() > kMostMailbox) {
      return Wrong(item, "expected addresses such as joe@example.org, separated by commas");
    }
    address.mailbox = mailbox;
    return address;
  }

  /// Reads the name before the `<`: a quoted string, or words without special characters.
  static bool Name(std::string_view text, std::string* name) {
    if (text.size() > kMostName) {
      return false;
    }
    if (text.empty() || text.front() != '"') {
      *name = text;
      return text.find_first_of("\"<>()[]:;@\\,") == std::string_view::npos;
    }
    for (std::size_t i = 1; i < text.size(); ++i) {
      if (text[i] == '"') {
        return i + 1 == text.size();
      }
      i += text[i] == '\\' ? 1 : 0;
      if (i < text.size()) {
        *name += text[i];
      }
    }
    return false;
  }

  Error Wrong(std::string_view item, const char* why) const {
    constexpr std::size_t kShown = 100;
    std::string shown(item.substr(0, kShown));
    for (char& c : shown) {
      c = IsControl(c) ? ' ' : c;
    }
    std::string message(field_);
    message.append(": '").append(shown).append("' is not an address: ").append(why);
    return {ErrorClass::kError, "EM004", std::move(message)};
  }

  std::string_view field_;
  std::string_view rest_;
};

}  // namespace

Result<std::vector<Address>> ReadAddresses(std::string_view field, std::string_view text) {
  return AddressReader(field, text).Read();
}

}  // namespace hpdl::rt::mail
