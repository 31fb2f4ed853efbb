#include "stdlib/actions/sqoop/sqoop_command.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "stdlib/local/secret_text.h"

namespace hpdl::stdlib {

namespace {

constexpr std::string_view kSpaces = " \t\n\v\f\r";

std::vector<std::string> AtBlanks(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t start = text.find_first_not_of(kSpaces);
    if (start == std::string_view::npos) {
      return words;
    }
    text.remove_prefix(start);
    const std::size_t end = std::min(text.find_first_of(kSpaces), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

/// Splits a text as Oozie's ShellSplitter does. Blanks between quotes do not split. A backslash
/// makes the next character an ordinary character, except between single quotes. Oozie leaves out
/// an empty last word. Returns nullopt for an open quote or a backslash at the end.
std::optional<std::vector<std::string>> AsAShell(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  char quote = '\0';
  bool escaped = false, was_quoted = false;
  for (const char c : text) {
    if (escaped) {
      word += c;
      escaped = false;
    } else if (c == '\\' && quote != '\'') {
      escaped = true;
    } else if (quote != '\0' && c == quote) {
      quote = '\0';
      was_quoted = true;
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote == '\0' && kSpaces.find(c) != std::string_view::npos) {
      if (!word.empty() || was_quoted) {
        words.push_back(std::exchange(word, {}));
      }
      was_quoted = false;
    } else {
      word += c;
    }
  }
  if (quote != '\0' || escaped) {
    return std::nullopt;
  }
  if (!word.empty()) {
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace

bool UsesShellSplitter(const rt::Properties& configuration) {
  const auto found = configuration.find("oozie.action.sqoop.shellsplitter");
  return found != configuration.end() && hpdl::IsInAnyCase(Trimmed(found->second), "true");
}

rt::Result<std::vector<std::string>> SqoopArguments(const SqoopArgs& args, bool shell_splitter) {
  std::vector<std::string> arguments = args.args;
  if (args.command && shell_splitter) {
    auto words = AsAShell(*args.command);
    if (!words) {
      return rt::Error{rt::ErrorClass::kError, "SQOOP002",
                       "Cannot parse sqoop command: a quote is open, or a backslash stands at the "
                       "end"};
    }
    arguments = std::move(*words);
  } else if (args.command) {
    arguments = AtBlanks(*args.command);
  }
  if (arguments.size() > 1 && hpdl::IsInAnyCase(arguments[0], "sqoop") &&
      !arguments[1].starts_with('-')) {
    arguments.erase(arguments.begin());  // Oozie also drops the word `sqoop`
  }
  if (arguments.empty() || arguments.front().empty()) {
    return rt::ActionError(
        "sqoop has no arguments: the first argument must be the name of a tool, such as import");
  }
  return arguments;
}

std::vector<std::string> WithSqoopSite(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin() + 1, {"-conf", kSqoopSite});
  return arguments;
}

SqoopWords WordsOf(const std::vector<std::string>& arguments) {
  SqoopWords result;
  std::string* file = nullptr;
  for (const std::string& argument : arguments) {
    if (argument.find_first_of("\r\n") != std::string::npos) {
      result.words.push_back(argument);
      file = nullptr;
      continue;
    }
    if (file == nullptr) {
      const std::string name = "sqoop-arguments-" + std::to_string(result.files.size() + 1);
      result.words.emplace_back("--options-file");
      result.words.push_back(name);
      file = &result.files[name];
    }
    // Sqoop removes one pair of quotes around a line, and changes nothing between the quotes.
    file->append("\"").append(argument).append("\"\n");
  }
  return result;
}

std::vector<std::string> SecretsOf(const SqoopArgs& args) {
  std::vector<std::string> secrets;
  for (const bool shell_splitter : {false, true}) {
    const auto arguments = SqoopArguments(args, shell_splitter);
    for (std::size_t i = 0; arguments && i < arguments->size(); ++i) {
      if (i > 0 && (*arguments)[i - 1] == "--password") {
        secrets.push_back((*arguments)[i]);
      }
      const std::vector<std::string> more = SecretsIn((*arguments)[i]);
      secrets.insert(secrets.end(), more.begin(), more.end());
    }
  }
  return secrets;
}

}  // namespace hpdl::stdlib
