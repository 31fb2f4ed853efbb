#include "compiler/application/ignore.h"

#include <algorithm>

#include "compiler/application/application.h"

namespace hpdl::application {
namespace {

/// Matches `c` against the class that begins at pattern[at] == '[', and sets `at` behind the class.
/// Returns false if the class is not closed; the bracket then matches itself.
bool MatchClass(std::string_view pattern, std::size_t* at, char c, bool* matches) {
  std::size_t i = *at + 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  i += negated ? 1 : 0;
  bool found = false;
  for (bool first = true; i < pattern.size() && (first || pattern[i] != ']'); first = false) {
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      found = found || (pattern[i] <= c && c <= pattern[i + 2]);
      i += 3;
    } else {
      found = found || pattern[i] == c;
      ++i;
    }
  }
  if (i >= pattern.size()) {
    return false;
  }
  *at = i + 1;
  *matches = found != negated && c != '/';
  return true;
}

/// Matches one character of the text against one character or class of the pattern, but not against
/// a star.
bool MatchOne(std::string_view pattern, std::size_t* at, char c) {
  bool matches = false;
  if (pattern[*at] == '[' && MatchClass(pattern, at, c, &matches)) {
    return matches;
  }
  if (pattern[*at] == '?') {
    ++*at;
    return c != '/';
  }
  if (pattern[*at] == '\\' && *at + 1 < pattern.size()) {
    ++*at;
  }
  return pattern[(*at)++] == c;
}

/// Returns the number of stars at pattern[at] if they may match across a '/'. This requires at
/// least two stars that are a whole part of the pattern. Otherwise the stars mean one `*`, and the
/// result is 0.
std::size_t DeepStars(std::string_view pattern, std::size_t at) {
  const std::size_t end = std::min(pattern.find_first_not_of('*', at), pattern.size());
  const bool whole =
      (at == 0 || pattern[at - 1] == '/') && (end == pattern.size() || pattern[end] == '/');
  return whole && end - at > 1 ? end - at : 0;
}

/// Matches the whole text. After a mismatch the function goes back to the last `*`. If that `*`
/// would have to cross a '/', the function goes back to the last `**`. It never goes back to an
/// earlier star, so the time is bounded by a small power of the lengths.
bool Match(std::string_view pattern, std::string_view text) {
  struct Retry {
    std::size_t pattern = std::string_view::npos;
    std::size_t text = 0;
  } star, deep;
  std::size_t p = 0;
  std::size_t t = 0;
  for (;;) {
    if (p < pattern.size() && pattern[p] == '*') {
      const std::size_t stars = DeepStars(pattern, p);
      if (stars != 0 && p + stars == pattern.size()) {
        return true;  // `dir/**` matches everything below `dir`
      }
      if (stars != 0) {
        p += stars + 1;
        deep = {p, t};
        star = {};
      } else {
        p = std::min(pattern.find_first_not_of('*', p), pattern.size());
        star = {p, t};
      }
      continue;
    }
    if (t == text.size() && p == pattern.size()) {
      return true;
    }
    if (t < text.size() && p < pattern.size() && MatchOne(pattern, &p, text[t])) {
      ++t;
    } else if (star.pattern != std::string_view::npos && star.text < text.size() &&
               text[star.text] != '/') {
      t = ++star.text;
      p = star.pattern;
    } else if (deep.pattern != std::string_view::npos) {
      const std::size_t slash = text.find('/', deep.text);
      if (slash == std::string_view::npos) {
        return false;
      }
      t = deep.text = slash + 1;
      p = deep.pattern;
      star = {};
    } else {
      return false;
    }
  }
}

std::string_view LastName(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

IgnoreRules::IgnoreRules(std::string_view text) {
  rules_.push_back({kPropertiesName, false, false, true});
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
      line.remove_suffix(1);
    }
    Rule rule;
    if (line.starts_with('!')) {
      rule.negated = true;
      line.remove_prefix(1);
    }
    if (line.empty() || line.front() == '#') {
      continue;
    }
    if (line.back() == '/') {
      rule.directories_only = true;
      line.remove_suffix(1);
    }
    rule.anchored = line.find('/') != std::string_view::npos;
    if (line.starts_with('/')) {
      line.remove_prefix(1);
    }
    rule.pattern = line;
    rules_.push_back(std::move(rule));
  }
}

const IgnoreRules::Rule* IgnoreRules::Decides(std::string_view path, bool directory) const {
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
    if ((directory || !rule->directories_only) &&
        Match(rule->pattern, rule->anchored ? path : LastName(path))) {
      return &*rule;
    }
  }
  return nullptr;
}

bool IgnoreRules::Ignores(std::string_view path, bool directory) const {
  const Rule* rule = Decides(path, directory);
  return rule != nullptr && !rule->negated;
}

bool IgnoreRules::LeavesOut(std::string_view path) const {
  return Decides(path, false) == rules_.data();
}

}  // namespace hpdl::application
