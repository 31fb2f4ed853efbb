#include "runtime/engines/celos_scripts/java_uri.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "runtime/ground/base/lower_case.h"

namespace hpdl::rt::celos {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

bool IsHex(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// True if the character is allowed in each part of a URI. java.net.URI allows all characters
/// outside ASCII.
bool IsCommon(char c) {
  constexpr std::string_view kMarks = "-_.!~*'();:@&=+$,";
  return IsLetter(c) || IsDigit(c) || static_cast<unsigned char>(c) >= 0x80 ||
         kMarks.find(c) != std::string_view::npos;
}

/// Checks one URI.
class UriCheck {
 public:
  UriCheck(std::string_view text, std::string_view also_in_paths)
      : text_(text), also_in_paths_(also_in_paths) {}

  std::string Problem() const {
    if (text_.empty()) {
      return "";  // the text is an empty relative URI, which is valid
    }
    std::size_t at = 0;
    const std::size_t end_of_scheme = std::min(text_.find_first_of(":/?#"), text_.size());
    if (end_of_scheme < text_.size() && text_[end_of_scheme] == ':') {
      if (end_of_scheme == 0) {
        return "Expected scheme name at index 0: " + std::string(text_);
      }
      for (std::size_t i = 0; i < end_of_scheme; ++i) {
        const char c = text_[i];
        if (!(IsLetter(c) || (i > 0 && (IsDigit(c) || c == '+' || c == '-' || c == '.')))) {
          return Illegal("scheme name", i);
        }
      }
      at = end_of_scheme + 1;
      if (at == text_.size()) {
        return Expected("scheme-specific part", at);
      }
      if (text_[at] != '/') {
        const std::size_t end = std::min(text_.find('#', at), text_.size());
        return First({Part("opaque part", at, end, "/?[]"), Fragment(end)});
      }
    }
    std::string authority;
    if (text_.substr(at).starts_with("//")) {
      const std::size_t begin = at + 2;
      at = std::min(text_.find_first_of("/?#", begin), text_.size());
      if (at == begin && at == text_.size()) {
        return Expected("authority", at);
      }
      authority = Part("authority", begin, at, "[]");
    }
    const std::size_t path_end = std::min(text_.find_first_of("?#", at), text_.size());
    const std::size_t query_end = std::min(text_.find('#', path_end), text_.size());
    const std::string allowed = "/" + std::string(also_in_paths_);
    return First({authority, Part("path", at, path_end, allowed),
                  path_end < query_end ? Part("query", path_end + 1, query_end, "/?[]") : "",
                  Fragment(query_end)});
  }

 private:
  static std::string First(std::initializer_list<std::string> problems) {
    const auto* found = std::find_if(problems.begin(), problems.end(),
                                     [](const std::string& each) { return !each.empty(); });
    return found == problems.end() ? "" : *found;
  }
  std::string Illegal(std::string_view where, std::size_t at) const {
    return "Illegal character in " + std::string(where) + " at index " + std::to_string(at) + ": " +
           std::string(text_);
  }
  std::string Expected(std::string_view what, std::size_t at) const {
    return "Expected " + std::string(what) + " at index " + std::to_string(at) + ": " +
           std::string(text_);
  }
  std::string Part(std::string_view where, std::size_t begin, std::size_t end,
                   std::string_view also) const {
    for (std::size_t i = begin; i < end; ++i) {
      const char c = text_[i];
      if (c == '%') {
        if (i + 2 >= end || !IsHex(text_[i + 1]) || !IsHex(text_[i + 2])) {
          return "Malformed escape pair at index " + std::to_string(i) + ": " + std::string(text_);
        }
      } else if (!IsCommon(c) && also.find(c) == std::string_view::npos) {
        return Illegal(where, i);
      }
    }
    return "";
  }
  std::string Fragment(std::size_t hash) const {
    return hash < text_.size() ? Part("fragment", hash + 1, text_.size(), "/?[]") : "";
  }

  std::string_view text_;
  std::string_view also_in_paths_;
};

/// Returns the text before the first ':' in lower case, or no value if that text is not a valid
/// scheme.
std::optional<std::string> SchemeOf(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !IsLetter(text[0])) {
    return {};
  }
  const std::string_view scheme = text.substr(0, colon);
  const bool good = std::all_of(scheme.begin(), scheme.end(), [](char c) {
    return IsLetter(c) || IsDigit(c) || c == '+' || c == '-' || c == '.';
  });
  return good ? std::optional(LowerCase(scheme)) : std::nullopt;
}

template <std::size_t N>
bool IsOneOf(const std::string& word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string UriProblem(std::string_view text) {
  return UriCheck(text, "").Problem();
}

std::string PathProblem(std::string_view text) {
  return UriCheck(text, "{}").Problem();
}

std::string FileSystemProblem(std::string_view text) {
  constexpr std::array<std::string_view, 11> kKnown = {
      "hdfs", "webhdfs", "swebhdfs", "hftp", "hsftp", "har", "viewfs", "file", "ftp", "s3", "s3n"};
  if (std::string problem = UriProblem(text); !problem.empty()) {
    return problem;
  }
  const std::optional<std::string> scheme = SchemeOf(text);
  return !scheme || IsOneOf(*scheme, kKnown) ? "" : "No FileSystem for scheme: " + *scheme;
}

Result<std::string> JavaUrl(std::string_view text) {
  constexpr std::array<std::string_view, 6> kKnown = {"http", "https", "ftp",
                                                      "file", "jar",   "mailto"};
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && blank(text.back())) {
    text.remove_suffix(1);
  }
  const std::optional<std::string> protocol = SchemeOf(text);
  const auto problem = [](std::string message) {
    return Error{ErrorClass::kError, "java.net.MalformedURLException", std::move(message)};
  };
  if (!protocol) {
    return problem("no protocol: " + std::string(text));
  }
  if (!IsOneOf(*protocol, kKnown)) {
    return problem("unknown protocol: " + *protocol);
  }
  return *protocol + std::string(text.substr(protocol->size()));
}

}  // namespace hpdl::rt::celos
