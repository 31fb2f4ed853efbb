#include "compiler/secrets/masking.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "runtime/ground/base/trim.h"

namespace hpdl {
namespace {

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// True for a short text of lower-case letters, also if its first letter is upper case.
bool IsCommonWord(std::string_view text) {
  constexpr std::size_t kLongest = 12;
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  return text.size() <= kLongest && ((text[0] >= 'A' && text[0] <= 'Z') || lower(text[0])) &&
         std::all_of(text.begin() + 1, text.end(), lower);
}

/// Returns `text` with the five entities of XML replaced by their characters.
std::string WithoutReferences(std::string_view text) {
  constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
  std::string out;
  while (!text.empty()) {
    const auto* entity =
        std::find_if(std::begin(kEntities), std::end(kEntities),
                     [&](const auto& each) { return text.starts_with(each.first); });
    const bool found = entity != std::end(kEntities);
    out += found ? entity->second : text.front();
    text.remove_prefix(found ? entity->first.size() : 1);
  }
  return out;
}

}  // namespace

void Secrets::Add(const SourceBuffer* source, Range range) {
  Ranges& ranges = ranges_[source];
  auto next = ranges.upper_bound(range.begin);
  if (next != ranges.begin() && std::prev(next)->second >= range.begin) {
    --next;
    range.begin = next->first;
  }
  for (; next != ranges.end() && next->first <= range.end; next = ranges.erase(next)) {
    range.end = std::max(range.end, next->second);
  }
  ranges.emplace(range.begin, range.end);
}

std::string Secrets::Shown(const SourceBuffer& source, Range range) const {
  std::string text(source.Slice(range));
  const auto found = ranges_.find(&source);
  if (found == ranges_.end()) {
    return text;
  }
  const Ranges& ranges = found->second;
  auto secret = ranges.upper_bound(range.begin);
  if (secret != ranges.begin()) {
    --secret;
  }
  for (; secret != ranges.end() && secret->first < range.end; ++secret) {
    const std::uint32_t end = std::min(secret->second, range.end);
    for (std::uint32_t i = std::max(secret->first, range.begin); i < end; ++i) {
      char& c = text[i - range.begin];
      c = c == '\n' || c == '\r' ? c : '*';
    }
  }
  return text;
}

SecretTexts::SecretTexts(const Secrets& secrets, Words words) : words_(words) {
  for (const auto& [source, ranges] : secrets.ranges_) {
    for (const auto& [begin, end] : ranges) {
      const std::string_view text = source->Slice({begin, end});
      Add(text);
      if (text.find('&') != std::string_view::npos) {
        Add(WithoutReferences(text));
      }
    }
  }
  for (const std::string& text : secrets.texts_) {
    Add(text);
  }
}

void SecretTexts::Add(std::string_view text) {
  constexpr std::size_t kLeast = 3;  // shorter texts occur in many messages and are not masked
  text = Trimmed(text);
  if (text.size() >= kLeast && (words_ == Words::kMask || !IsCommonWord(text))) {
    const std::string_view begin = text.substr(0, kMostCompared);
    std::size_t& length = longest_[begin.size()][std::string(begin)];
    length = std::max(length, text.size());
  }
}

std::size_t SecretTexts::LengthAt(std::string_view text, std::size_t at) const {
  constexpr std::size_t kShort = 6;
  const std::string_view rest = text.substr(at);
  for (const auto& [size, secrets] : longest_) {
    const auto found =
        size <= rest.size() ? secrets.find(std::string(rest.substr(0, size))) : secrets.end();
    if (found == secrets.end()) {
      continue;
    }
    const bool word =
        (at == 0 || !IsWord(text[at - 1])) && (size == rest.size() || !IsWord(rest[size]));
    if (word || size >= kShort) {
      return std::min(found->second, rest.size());
    }
  }
  return 0;
}

std::string SecretTexts::Masked(std::string_view text) const {
  std::string masked(text);
  for (std::size_t at = 0; at < text.size() && !longest_.empty();) {
    const std::size_t length = LengthAt(text, at);
    std::fill_n(masked.begin() + static_cast<std::ptrdiff_t>(at), length, '*');
    at += std::max<std::size_t>(length, 1);
  }
  return masked;
}

Message SecretTexts::MaskedValues(const Message& message) const {
  if (longest_.empty()) {
    return message;
  }
  return message.WithValues([this](std::string_view value) { return Masked(value); });
}

}  // namespace hpdl
