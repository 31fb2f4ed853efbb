#include "runtime/server/protocols/oozie/conf_secrets.h"

#include <algorithm>
#include <cstring>

#include "runtime/ground/base/secret_name.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kHidden = "***";
constexpr std::size_t kMostValues = 1000;

std::uint32_t FirstBytes(std::string_view text) {
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, text.data(), sizeof bytes);
  return bytes;
}

/// Returns the place of VALUE if the word has NAME=VALUE, and NAME is the name of a secret. Returns
/// npos if there is no such place.
std::size_t PlaceOfValue(std::string_view word) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '=' && IsSecretName(word.substr(begin, i - begin))) {
      return i + 1;
    }
    if (std::string_view("=?&;,#'\"").find(word[i]) != std::string_view::npos) {
      begin = i + 1;
    }
  }
  return std::string_view::npos;
}

/// Appends a word, without the passwords in //USER:PASSWORD@HOST.
void AppendWithoutLogins(std::string_view word, std::string* shown) {
  for (std::size_t slashes = 0; (slashes = word.find("//")) != std::string_view::npos;) {
    const std::size_t end = std::min(word.find_first_of("/?#", slashes + 2), word.size());
    const std::size_t at = word.substr(0, end).rfind('@');
    const std::size_t colon = word.substr(0, end).find(':', slashes + 2);
    const bool login = at != std::string_view::npos && colon < at;
    shown->append(word.substr(0, login ? colon + 1 : end));
    shown->append(login ? kHidden : "");
    word.remove_prefix(login ? at : end);
  }
  shown->append(word);
}

/// Hides the values of secrets in the words of a text. `secret` becomes true if the last word is an
/// option whose value is a secret.
std::string WithoutSecretWords(std::string_view text, bool* secret) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
    shown += text.substr(0, begin);
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text.remove_prefix(word.size());
    if (word.empty()) {
      break;
    }
    if (*secret) {
      shown += kHidden;
      *secret = false;
      continue;
    }
    const std::size_t value = PlaceOfValue(word);
    AppendWithoutLogins(word.substr(0, value), &shown);
    if (value != std::string_view::npos) {
      shown += kHidden;
      // A value in quotes may have blanks.
      const char quote = value < word.size() ? word[value] : ' ';
      if ((quote == '"' || quote == '\'') && word.find(quote, value + 1) == word.npos) {
        text.remove_prefix(std::min(text.find(quote), text.size()));
        text.remove_prefix(text.empty() ? 0 : 1);
      }
    }
    *secret = word.starts_with('-') && word.find('=') == word.npos && IsSecretName(word);
  }
  return shown;
}

}  // namespace

void ConfSecrets::Add(const Properties& properties) {
  for (const auto& [name, written] : properties) {
    const std::string value(Trimmed(written));
    if (value.size() >= sizeof(std::uint32_t) && IsSecretName(name)) {
      if (++values_ > kMostValues) {
        return;
      }
      std::vector<std::string>& same = known_[FirstBytes(value)];
      same.insert(std::find_if(same.begin(), same.end(),
                               [&](const std::string& each) { return each.size() < value.size(); }),
                  value);
    }
  }
}

bool ConfSecrets::HideKnown(std::string* text, std::size_t* work) const {
  if (values_ > kMostValues) {
    return false;
  }
  if (known_.empty()) {
    return true;
  }
  std::string shown;
  std::string_view left = *text;
  while (left.size() >= sizeof(std::uint32_t)) {
    std::size_t length = 0;
    if (const auto found = known_.find(FirstBytes(left)); found != known_.end()) {
      for (const std::string& value : found->second) {
        if (value.size() > *work) {
          return false;
        }
        *work -= value.size();
        if (left.starts_with(value)) {
          length = value.size();
          break;
        }
      }
    }
    shown += length > 0 ? kHidden : left.substr(0, 1);
    left.remove_prefix(length > 0 ? length : 1);
  }
  *text = shown.append(left);
  return true;
}

bool ConfSecrets::HideText(std::string* text, bool* secret, std::size_t* work) const {
  if (Trimmed(*text).empty()) {
    return true;
  }
  if (*secret) {
    *text = kHidden;
    *secret = false;
    return true;
  }
  if (!HideKnown(text, work)) {
    return false;
  }
  *text = WithoutSecretWords(*text, secret);
  return true;
}

bool ConfSecrets::Hide(std::string* text, std::size_t* work) const {
  bool secret = false;
  return HideText(text, &secret, work);
}

bool ConfSecrets::Hide(XmlElement* element, std::size_t* work) const {
  bool secret = false;
  return HideIn(element, &secret, work);
}

bool ConfSecrets::HideIn(XmlElement* element, bool* secret, std::size_t* work) const {
  const XmlElement* name = element->Child("name");
  const bool hides_value =
      IsSecretName(element->Value("name")) || (name != nullptr && IsSecretName(name->text));
  for (XmlElement::Attribute& attribute : element->attributes) {
    bool hides = IsSecretName(attribute.name) || (hides_value && attribute.name == "value");
    if (!HideText(&attribute.value, &hides, work)) {
      return false;
    }
  }
  if (element->children.empty() && (hides_value || IsSecretName(element->name))) {
    *secret = !Trimmed(element->text).empty();
  }
  if (!HideText(&element->text, secret, work)) {
    return false;
  }
  bool next = false;  // an option of one element may have its value in the next element
  for (XmlElement& child : element->children) {
    next = next || (hides_value && child.name == "value");
    if (!HideIn(&child, &next, work)) {
      return false;
    }
  }
  return true;
}

}  // namespace hpdl::rt
