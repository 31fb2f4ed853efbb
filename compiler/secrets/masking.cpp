#include "compiler/secrets/masking.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace hpdl {
namespace {

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The five entities of XML as what they stand for.
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

SecretTexts::SecretTexts(const Secrets& secrets) {
  for (const auto& [source, ranges] : secrets.ranges_) {
    for (const auto& [begin, end] : ranges) {
      const std::string_view text = source->Slice({begin, end});
      Add(text);
      if (text.find('&') != std::string_view::npos) {
        Add(WithoutReferences(text));
      }
    }
  }
  const auto by_text = [](const Entry& a, const Entry& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.length > b.length;
  };
  std::sort(entries_.begin(), entries_.end(), by_text);
  const auto same = [](const Entry& a, const Entry& b) { return a.begin == b.begin; };
  entries_.erase(std::unique(entries_.begin(), entries_.end(), same), entries_.end());
  for (std::size_t i = 1; i < entries_.size(); ++i) {
    std::size_t shorter = i - 1;
    while (shorter != kNone && !entries_[i].begin.starts_with(entries_[shorter].begin)) {
      shorter = entries_[shorter].shorter;
    }
    entries_[i].shorter = shorter;
  }
}

void SecretTexts::Add(std::string_view text) {
  constexpr std::size_t kLeast = 3;  // less is in every message, and no secret
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    return;
  }
  text = text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
  if (text.size() >= kLeast) {
    entries_.push_back({std::string(text.substr(0, kMostCompared)), text.size(), kNone});
  }
}

std::size_t SecretTexts::LengthAt(std::string_view text, std::size_t at) const {
  constexpr std::size_t kShort = 6;
  const std::string_view rest = text.substr(at);
  const auto behind =
      std::upper_bound(entries_.begin(), entries_.end(), rest,
                       [](std::string_view wanted, const Entry& e) { return wanted < e.begin; });
  // What `rest` begins with is this entry, or this entry begins with it.
  std::size_t i = static_cast<std::size_t>(behind - entries_.begin()) - 1;
  for (; i != kNone; i = entries_[i].shorter) {
    const Entry& entry = entries_[i];
    if (!rest.starts_with(entry.begin)) {
      continue;
    }
    const std::size_t end = entry.begin.size();
    const bool word =
        (at == 0 || !IsWord(text[at - 1])) && (end == rest.size() || !IsWord(rest[end]));
    if (word || end >= kShort) {
      return std::min(entry.length, rest.size());
    }
  }
  return 0;
}

std::string SecretTexts::Masked(std::string_view text) const {
  std::string masked(text);
  for (std::size_t at = 0; at < text.size() && !entries_.empty();) {
    const std::size_t length = LengthAt(text, at);
    std::fill_n(masked.begin() + static_cast<std::ptrdiff_t>(at), length, '*');
    at += std::max<std::size_t>(length, 1);
  }
  return masked;
}

Message SecretTexts::MaskedValues(const Message& message) const {
  if (entries_.empty()) {
    return message;
  }
  return message.WithValues([this](std::string_view value) { return Masked(value); });
}

}  // namespace hpdl
