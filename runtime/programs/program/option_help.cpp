#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/program/options.h"

namespace hpdl::rt {
namespace {

/// Breaks `text` into lines that start at column `indent` and end at column 78 at the latest. The
/// first line continues a line that is already written up to `indent`.
std::string Wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (const std::string_view word : Split(text, ' ')) {
    if (column + word.size() > 78 && column > indent) {
      out.append("\n").append(indent, ' ');
      column = indent;
    }
    if (column > indent) {
      out.push_back(' ');
      ++column;
    }
    out.append(word);
    column += word.size();
  }
  return out;
}

void AppendEntry(std::string* out, std::string_view left, std::string_view help) {
  constexpr std::size_t kIndent = 26;
  std::string line = "  " + std::string(left);
  if (line.size() + 2 > kIndent) {
    line.append("\n");
    line.append(kIndent, ' ');
  } else {
    line.append(kIndent - line.size(), ' ');
  }
  out->append(line).append(Wrapped(help, kIndent)).append("\n");
}

void AppendOption(std::string* out, const OptionSpec& option) {
  std::string left = option.letter == '\0' ? "" : std::string("-") + option.letter + ", ";
  left.append(Dashed(option.name));
  if (!option.argument.empty()) {
    left.append(" ").append(option.choices.empty() ? option.argument : option.choices);
  }
  AppendEntry(out, left, option.help);
}

}  // namespace

std::string ProgramHelp(std::span<const CommandSpec> commands, std::string_view program,
                        std::string_view title) {
  std::string out(title);
  out.append("\n\nusage: ").append(program).append(" COMMAND [OPTION]...\n\n");
  for (const CommandSpec& command : commands) {
    std::string left(command.name);
    if (!command.operands.empty()) {
      left.append(" ").append(command.operands);
    }
    AppendEntry(&out, left, command.summary);
  }
  AppendEntry(&out, "--version", "show the workflow and the version of the compiler");
  out.append("\nJOB is a job id, the unique beginning of a job id, or last (the newest job).\n'");
  out.append(program).append(" help COMMAND' says more about a command.\n");
  out.append("All commands take --state DIR:\n  ");
  out.append(Wrapped(CommonOptions()[0]->help, 2)).append("\n");
  return out;
}

std::string CommandHelp(const CommandSpec& command, std::string_view program) {
  std::string out = "usage: " + std::string(program) + " " + std::string(command.name);
  if (!command.operands.empty()) {
    out.append(" ").append(command.operands);
  }
  out.append(" [OPTION]...\n\n");
  out.append(Wrapped(command.summary, 0)).append(".\n");
  if (!command.details.empty()) {
    out.append(Wrapped(command.details, 0)).append("\n");
  }
  out.append("\n");
  for (const OptionSpec* option : command.options) {
    AppendOption(&out, *option);
  }
  for (const OptionSpec* option : CommonOptions()) {
    AppendOption(&out, *option);
  }
  return out;
}

}  // namespace hpdl::rt
