#include "compiler/base/suggest.h"

#include <algorithm>
#include <vector>

namespace hpdl {
namespace {

char Lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

/// Returns the Damerau-Levenshtein distance of two words after all letters are made lower-case. A
/// swap of two neighbouring letters is one step.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = Lower(a[i - 1]) == Lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && Lower(a[i - 1]) == Lower(b[j - 2]) &&
          Lower(a[i - 2]) == Lower(b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates) {
  constexpr std::size_t kLongest = 200;  // a longer word gets no suggestion
  std::string_view nearest;
  // A word of one or two letters is near too many other words, so only its case may differ.
  std::size_t best = word.size() < 3 ? 1 : std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t difference = candidate.size() > word.size() ? candidate.size() - word.size()
                                                                  : word.size() - candidate.size();
    if (difference >= best || word.size() > kLongest || candidate == word) {
      continue;
    }
    const std::size_t distance = Distance(word, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

Message DidYouMean(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view nearest = Nearest(word, candidates);
  return nearest.empty() ? Message() : "; did you mean " + Quoted(nearest) + "?";
}

bool IsSameInOtherCase(std::string_view word, std::string_view name) {
  return std::equal(word.begin(), word.end(), name.begin(), name.end(),
                    [](char a, char b) { return Lower(a) == Lower(b); });
}

bool IsOneSlip(std::string_view word, std::string_view name) {
  const std::size_t longer = std::max(word.size(), name.size());
  const std::size_t shorter = std::min(word.size(), name.size());
  return shorter >= 2 && longer >= 3 && longer - shorter <= 1 && word != name &&
         Distance(word, name) <= 1;
}

bool IsSameInOtherForm(std::string_view word, std::string_view name) {
  if (word.size() != name.size() || word == name) {
    return false;
  }
  const auto form = [](char c) { return c == '_' ? '-' : Lower(c); };
  std::size_t at = 0;
  while (at < word.size() && form(word[at]) == form(name[at])) {
    ++at;
  }
  if (at == word.size()) {
    return true;
  }
  const auto letter = [](char c) { return Lower(c) >= 'a' && Lower(c) <= 'z'; };
  return at + 1 < word.size() && word.size() >= 4 && letter(word[at]) && letter(word[at + 1]) &&
         word[at] == name[at + 1] && word[at + 1] == name[at] &&
         word.substr(at + 2) == name.substr(at + 2);
}

}  // namespace hpdl
