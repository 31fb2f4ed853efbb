#include "runtime/ground/regex/replace.h"

#include <re2/re2.h>

#include <algorithm>
#include <ctime>
#include <vector>

#include "runtime/ground/base/utf8.h"
#include "runtime/ground/regex/java_pattern.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMaxText = 16u << 20;
constexpr std::int64_t kMaxMemory = 8 << 20;
constexpr std::time_t kMaxSeconds = 10;
/// The maximum size of a pattern in bytes. RE2 copies a pattern for each repetition before it
/// refuses the pattern, so the size must be limited.
constexpr std::size_t kMaxPattern = 64u << 10;
/// The maximum number of groups. RE2 needs memory for each group, at each position of the pattern
/// that may match.
constexpr int kMaxGroups = 100;

Error Fail(std::string message) {
  return {ErrorClass::kError, "", std::move(message)};
}

/// Returns the seconds of processor time of this thread. Other threads and a busy machine do not
/// change the result.
std::time_t ThreadSeconds() {
  std::timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec;
}

re2::StringPiece Piece(std::string_view text) {
  return {text.data(), text.size()};
}

/// A parsed replacement: a sequence of texts, each with a group after it.
class Replacement {
 public:
  /// Returns false if `replacement` names a group with a number above `groups`, or is incomplete at
  /// its end.
  bool Parse(std::string_view replacement, std::size_t groups) {
    parts_.push_back({});
    for (std::size_t i = 0; i < replacement.size(); ++i) {
      const char c = replacement[i];
      if (c != '\\' && c != '$') {
        parts_.back().text += c;
        continue;
      }
      ++i;
      const bool more = i < replacement.size();
      if (more && c == '\\') {
        parts_.back().text += replacement[i];
      } else if (!more || !Group(replacement, &i, groups)) {
        return false;
      }
    }
    return true;
  }

  void Append(const std::vector<re2::StringPiece>& groups, std::string* out) const {
    for (const Part& part : parts_) {
      out->append(part.text);
      if (part.group != kNone) {
        out->append(groups[part.group].data(), groups[part.group].size());
      }
    }
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  struct Part {
    std::string text;
    std::size_t group = kNone;  ///< group after the text
  };

  /// Reads the number of a group at replacement[*i]. Takes as many digits as possible while the
  /// number is the number of a group. Moves *i to the last digit of the number. Returns false if
  /// even the first digit is not the number of a group.
  bool Group(std::string_view replacement, std::size_t* i, std::size_t groups) {
    const auto digit = [&](std::size_t at) {
      return at < replacement.size() && replacement[at] >= '0' && replacement[at] <= '9'
                 ? static_cast<std::size_t>(replacement[at] - '0')
                 : kNone;
    };
    std::size_t group = digit(*i);
    if (group == kNone || group > groups) {
      return false;
    }
    for (std::size_t next = digit(*i + 1); next != kNone && group * 10 + next <= groups;
         next = digit(*i + 1)) {
      group = group * 10 + next;
      ++*i;
    }
    parts_.back().group = group;
    parts_.push_back({});
    return true;
  }

  std::vector<Part> parts_;
};

Result<std::string> Replace(const RE2& regex, std::string_view text,
                            const Replacement& replacement) {
  std::vector<re2::StringPiece> groups(static_cast<std::size_t>(regex.NumberOfCapturingGroups()) +
                                       1);
  const std::time_t begin_time = ThreadSeconds();
  std::string out;
  std::size_t at = 0;
  while (at <= text.size() && regex.Match(Piece(text), at, text.size(), RE2::UNANCHORED,
                                          groups.data(), static_cast<int>(groups.size()))) {
    const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
    const std::size_t end = begin + groups[0].size();
    out.append(text, at, begin - at);
    replacement.Append(groups, &out);
    at = end;
    if (end == begin) {  // after an empty match, the search goes on behind the next character
      const std::size_t next = at < text.size() ? CharacterAt(text, at).size() : 1;
      out.append(text.substr(std::min(at, text.size()), next));
      at += next;
    }
    if (out.size() > kMaxText) {
      return Fail("the result has more than 16 MiB");
    }
    if (ThreadSeconds() - begin_time > kMaxSeconds) {
      return Fail("the replacement takes more than ten seconds on a text of " +
                  std::to_string(text.size()) + " bytes");
    }
  }
  if (at < text.size()) {
    out.append(text.substr(at));
  }
  return out;
}

}  // namespace

Result<std::string> ReplaceAllMatches(std::string_view text, std::string_view pattern,
                                      std::string_view replacement) {
  if (text.size() > kMaxText || pattern.size() > kMaxPattern) {
    return Fail("the text is larger than 16 MiB, or the regular expression is larger than 64 KiB");
  }
  constexpr std::size_t kShown = 200;
  const std::string quoted = "the regular expression \"" + std::string(pattern.substr(0, kShown)) +
                             (pattern.size() > kShown ? "..." : "") + "\" ";
  const Result<std::string> translated = ToRe2(pattern);
  if (!translated) {
    return Fail(quoted + translated.error().message);
  }
  RE2::Options options(RE2::Quiet);
  options.set_max_mem(kMaxMemory);
  const RE2 regex(*translated, options);
  if (!regex.ok()) {
    return Fail(quoted + "is wrong or not supported: " + regex.error().substr(0, kShown));
  }
  if (regex.NumberOfCapturingGroups() > kMaxGroups) {
    return Fail(quoted + "has more than 100 groups");
  }
  Replacement parts;
  if (!parts.Parse(replacement, static_cast<std::size_t>(regex.NumberOfCapturingGroups()))) {
    return Fail("the replacement refers to a group that " + quoted +
                "does not have; for a plain $, write \\$");
  }
  return Replace(regex, text, parts);
}

}  // namespace hpdl::rt
