#include "runtime/world/mapreduce/text.h"

#include <cstring>
#include <optional>
#include <utility>

#include "runtime/ground/base/percent.h"

namespace hpdl::rt::mapreduce {

namespace {

bool IsWord(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

}  // namespace

std::int32_t HashOfText(std::string_view bytes) {
  std::uint32_t hash = 1;
  for (const char c : bytes) {
    hash = 31 * hash + static_cast<std::uint32_t>(static_cast<signed char>(c));
  }
  return static_cast<std::int32_t>(hash);
}

std::uint32_t HashPartition(std::string_view key, std::uint32_t partitions) {
  return (static_cast<std::uint32_t>(HashOfText(key)) & 0x7fffffffU) % partitions;
}

Result<std::string> UrlDecode(std::string_view text) {
  std::optional<std::string> decoded = FormDecoded(text);
  if (!decoded) {
    return ActionError("command '" + std::string(text) +
                       "' is not URL-encoded: two hex digits must follow % (write % as %25)");
  }
  return std::move(*decoded);
}

std::vector<std::string> SplitCommand(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) {
      words.push_back(word);
    }
    word.clear();
  };
  char quote = 0;
  for (const char c : command) {
    const bool opens = quote == 0 && (c == '\'' || c == '"');
    const bool closes = quote != 0 && c == quote;
    if (opens || closes) {
      quote = opens ? c : '\0';
      finish();
    } else if (c == ' ' && quote == 0) {
      finish();
    } else {
      word += c;
    }
  }
  finish();
  return words;
}

KeyValue SplitKeyValue(std::string_view line, const KeyRule& rule) {
  std::size_t place =
      rule.separator.size() == 1 ? line.find(rule.separator[0]) : line.find(rule.separator);
  for (int field = 1; field < rule.fields && place != std::string_view::npos; ++field) {
    place = line.find(rule.separator, place + rule.separator.size());
  }
  if (place == std::string_view::npos) {
    return {line, {}};
  }
  return {line.substr(0, place), line.substr(place + rule.separator.size())};
}

std::string EnvironmentName(std::string_view property) {
  std::string name(property);
  for (char& c : name) {
    if (!IsWord(c)) {
      c = '_';
    }
  }
  return name;
}

}  // namespace hpdl::rt::mapreduce
