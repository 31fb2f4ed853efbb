#include "runtime/programs/client/help.h"

#include <algorithm>
#include <vector>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"

namespace hpdl::client {
namespace {

constexpr std::size_t kGap = 3;  // blanks between an option and its description

constexpr std::string_view kEnvironmentHelp =
    "usage: \n"
    "      the env variable 'OOZIE_URL' is used as default value for the '-oozie' option\n"
    "      the env variable 'OOZIE_TIMEZONE' is used as default value for the '-timezone' option\n"
    "      the env variable 'OOZIE_AUTH' is used as default value for the '-auth' option\n"
    "      custom headers for Oozie web services can be specified using '-Dheader:NAME=VALUE'\n"
    "\n";

bool EndsWord(char c) {
  return c == ' ' || c == '\n' || c == '\r';
}

/// Returns the index behind the part of the text that goes into the first line; npos: the whole
/// text fits.
std::size_t BreakOf(const std::string& text, std::size_t width) {
  for (const char mark : {'\n', '\t'}) {
    if (const std::size_t at = text.find(mark); at != std::string::npos && at <= width) {
      return at + 1;
    }
  }
  if (width >= text.size()) {
    return std::string::npos;
  }
  std::size_t at = width;
  while (at > 0 && !EndsWord(text[at])) {
    --at;
  }
  if (at > 0) {
    return at;
  }
  at = width;
  while (at < text.size() && !EndsWord(text[at])) {
    ++at;
  }
  return at == text.size() ? std::string::npos : at;
}

std::string WithoutLastBlanks(std::string_view text) {
  return std::string(text.substr(0, text.find_last_not_of(kBlanks) + 1));
}

std::string Usage(const OptionSpec& option) {
  std::string text = "-" + std::string(option.name);
  return option.argument.empty() ? text : text + " <" + std::string(option.argument) + ">";
}

std::string OptionsText(const CommandDecl& command, std::size_t indent) {
  std::vector<const OptionSpec*> options;
  std::size_t widest = 0;
  for (const OptionSpec& option : command.options) {
    options.push_back(&option);
    widest = std::max(widest, Usage(option).size());
  }
  std::stable_sort(options.begin(), options.end(), [](const OptionSpec* a, const OptionSpec* b) {
    return LowerCase(a->name) < LowerCase(b->name);
  });
  std::string text;
  for (const OptionSpec* option : options) {
    std::string line = Usage(*option);
    line.resize(widest + kGap, ' ');
    line += option->help;
    text += WrappedText(std::string(indent, ' ') + line, kHelpWidth, indent + widest + kGap) + "\n";
  }
  return text;
}

std::string CommandText(const CommandDecl& command) {
  std::string line = "      oozie " + std::string(command.name) + " ";
  const std::size_t indent = line.size();
  line += command.options.empty() ? "" : "<OPTIONS> ";
  line += std::string(command.words) + (command.takes_rest ? "<ARGS> " : "") + ": ";
  line += command.about;
  return line + "\n" + OptionsText(command, indent) + "\n";
}

}  // namespace

std::string WrappedText(std::string text, std::size_t width, std::size_t indent) {
  std::size_t end = BreakOf(text, width);
  if (end == std::string::npos) {
    return WithoutLastBlanks(text);
  }
  std::string lines = WithoutLastBlanks(text.substr(0, end));
  indent = indent >= width ? 1 : indent;
  while (true) {
    text = std::string(indent, ' ').append(Trimmed(std::string_view(text).substr(end)));
    end = BreakOf(text, width);
    if (end == std::string::npos) {
      return lines + "\n" + text;
    }
    if (text.size() > width && end == indent - 1) {  // the word is longer than a line
      end = width;
    }
    lines += "\n" + WithoutLastBlanks(text.substr(0, end));
  }
}

std::string HelpText(std::span<const CommandDecl> commands, std::string_view only) {
  const bool all = std::none_of(commands.begin(), commands.end(),
                                [only](const CommandDecl& each) { return each.name == only; });
  std::string text(kEnvironmentHelp);
  for (const CommandDecl& command : commands) {
    if (all || command.name == only) {
      text += CommandText(command);
    }
  }
  return text;
}

}  // namespace hpdl::client
