#include "runtime/programs/client/settings.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "runtime/ground/base/current_user.h"
#include "runtime/ground/base/trim.h"
#include "runtime/programs/client/small_file.h"

namespace hpdl::client {
namespace {

constexpr std::size_t kMostRcFile = 1 << 20;

bool IsName(std::string_view text) {
  if (text.empty() || (text.front() >= '0' && text.front() <= '9')) {
    return false;
  }
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && c != '_' && (c < '0' || c > '9')) {
      return false;
    }
  }
  return true;
}

/// The characters that end an unquoted word in a shell.
constexpr std::string_view kShellMarks = " \t;&|<>()";

/// True if `rest`, the text after a word, contains only blanks or a comment.
bool EndsLine(std::string_view rest) {
  const std::string_view text = Trimmed(rest);
  return rest.starts_with(' ') && (text.empty() || text.front() == '#');
}

/// Returns the value that a shell gives to a word; nullopt if the text has substitutions or is more
/// than one word.
std::optional<std::string> ReadShellWord(std::string_view text) {
  std::string value;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool literal = quote == '\'' && c != quote;
    if (!literal && (c == '$' || c == '`')) {
      return std::nullopt;
    }
    if (quote == 0 && kShellMarks.find(c) != std::string_view::npos) {
      return EndsLine(text.substr(at)) ? std::optional(value) : std::nullopt;
    }
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      at += !literal && c == '\\' && at + 1 < text.size() ? 1 : 0;
      value += text[at];
    }
  }
  return quote == 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

std::map<std::string, std::string> ReadRcFile(std::string_view text,
                                              std::vector<std::string>* problems) {
  std::map<std::string, std::string> variables;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = Trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#') {
      continue;
    }
    if (line.starts_with("export ") || line.starts_with("export\t")) {
      line = Trimmed(line.substr(6));
    }
    const std::size_t equals = line.find('=');
    const std::string_view name = line.substr(0, equals);
    std::optional<std::string> value;
    if (equals != std::string_view::npos && IsName(name)) {
      value = ReadShellWord(line.substr(equals + 1));
    }
    if (value) {
      variables[std::string(name)] = *value;
    } else {
      problems->push_back("line " + std::to_string(number) + " is not NAME=VALUE and is ignored");
    }
  }
  return variables;
}

Settings Settings::Read(std::vector<std::string>* arguments) {
  Settings settings;
  if (const char* home = std::getenv("HOME")) {
    const std::string path = std::string(home) + "/.oozierc";
    std::vector<std::string> problems;
    settings.from_file_ = ReadRcFile(ReadSmallFile(path, kMostRcFile).value_or(""), &problems);
    for (const std::string& problem : problems) {
      std::fprintf(stderr, "%s: %s\n", path.c_str(), problem.c_str());
    }
  }
  const std::string options = settings.Variable("OOZIE_CLIENT_OPTS").value_or("");
  for (std::string_view rest = Trimmed(options); !rest.empty();) {
    const std::size_t end = rest.find_first_of(kBlanks);
    settings.AddProperty(rest.substr(0, end));
    rest = end == std::string_view::npos ? std::string_view() : Trimmed(rest.substr(end));
  }
  while (!arguments->empty() && arguments->front().starts_with("-D")) {
    settings.AddProperty(arguments->front());
    arguments->erase(arguments->begin());
  }
  return settings;
}

void Settings::AddProperty(std::string_view option) {
  if (option.starts_with("-D")) {
    option.remove_prefix(2);
    const std::size_t equals = option.find('=');
    properties_[std::string(option.substr(0, equals))] =
        equals == std::string_view::npos ? "" : std::string(option.substr(equals + 1));
  }
}

std::optional<std::string> Settings::Variable(const std::string& name) const {
  if (const auto found = from_file_.find(name); found != from_file_.end()) {
    return found->second;
  }
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::optional<std::string> Settings::Property(const std::string& name) const {
  const auto found = properties_.find(name);
  return found == properties_.end() ? std::nullopt : std::optional(found->second);
}

std::string Settings::user() const {
  const std::optional<std::string> told = Property("user.name");
  return told ? *told : rt::NameOfUser(getuid());
}

std::string Settings::home() const {
  const std::optional<std::string> told = Property("user.home");
  return told ? *told : rt::HomeOfUser(getuid());
}

}  // namespace hpdl::client
