#include "stdlib/actions/sqoop/sqoop_command.h"

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

}  // namespace

rt::Result<std::vector<std::string>> SqoopArguments(const SqoopArgs& args) {
  std::vector<std::string> arguments = args.command ? AtBlanks(*args.command) : args.args;
  if (arguments.empty() || arguments.front().empty()) {
    return rt::ActionError(
        "sqoop has no arguments: the first argument must be the name of a tool, such as import");
  }
  if (args.command && arguments.front() == "sqoop") {
    return rt::ActionError("command begins with sqoop, but must begin with the name of a tool: " +
                           (arguments.size() > 1 ? arguments[1] : std::string("import")));
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
    // Sqoop removes one pair of quotes around a line, and changes nothing within it.
    file->append("\"").append(argument).append("\"\n");
  }
  return result;
}

std::vector<std::string> SecretsOf(const SqoopArgs& args) {
  const auto arguments = SqoopArguments(args);
  if (!arguments) {
    return {};
  }
  std::vector<std::string> secrets;
  for (std::size_t i = 0; i < arguments->size(); ++i) {
    if (i > 0 && (*arguments)[i - 1] == "--password") {
      secrets.push_back((*arguments)[i]);
    }
    const std::vector<std::string> more = SecretsIn((*arguments)[i]);
    secrets.insert(secrets.end(), more.begin(), more.end());
  }
  return secrets;
}

}  // namespace hpdl::stdlib
