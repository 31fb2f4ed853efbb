#include "compiler/diagnostics/secrets.h"

#include <algorithm>
#include <iterator>

namespace hpdl {

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

}  // namespace hpdl
