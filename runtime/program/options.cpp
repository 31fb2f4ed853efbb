#include "runtime/program/options.h"

#include <algorithm>

#include "runtime/program/text.h"

namespace hpdl::rt {
namespace {

constexpr OptionSpec kState = {"state", "DIR",
                               "state directory (default: $HPDL_STATE, else "
                               "$XDG_STATE_HOME/hpdl, else ~/.local/state/hpdl)"};
constexpr OptionSpec kHelp = {"help", "", "this text"};
constexpr const OptionSpec* kCommon[] = {&kState, &kHelp};

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

std::string Dashed(std::string_view name) {
  return std::string(name.size() == 1 ? "-" : "--").append(name);
}

std::string Quote(std::string_view text) {
  return "'" + OneLine(text) + "'";
}

std::string Suggestion(std::string_view found, bool dashes) {
  return found.empty() ? ""
                       : "; did you mean " + (dashes ? Dashed(found) : std::string(found)) + "?";
}

/// Reads one command line; a field for what the grammar of it needs to remember.
class LineParser {
 public:
  LineParser(std::span<const CommandSpec> commands, std::span<const std::string_view> args)
      : commands_(commands), args_(args) {}

  ParsedLine Parse() {
    for (; at_ < args_.size() && line_.error.empty(); ++at_) {
      const std::string_view arg = args_[at_];
      if (only_operands_ || arg.size() < 2 || arg[0] != '-') {
        Operand(arg);
      } else if (arg == "--") {
        only_operands_ = true;
      } else {
        Option(arg);
      }
    }
    if (line_.error.empty()) {
      CheckOperands();
    }
    return std::move(line_);
  }

 private:
  void Operand(std::string_view arg) {
    if (line_.command != nullptr) {
      line_.operands.emplace_back(arg);
      return;
    }
    if (arg == "help") {
      line_.help = true;
      return;
    }
    std::vector<std::string_view> names;
    for (const CommandSpec& command : commands_) {
      if (command.name == arg) {
        line_.command = &command;
        return;
      }
      names.push_back(command.name);
    }
    line_.error = "unknown command " + Quote(arg) + Suggestion(Nearest(arg, names), false);
  }

  std::vector<const OptionSpec*> Known() const {
    std::vector<const OptionSpec*> known(std::begin(kCommon), std::end(kCommon));
    if (line_.command != nullptr) {
      known.insert(known.begin(), line_.command->options.begin(), line_.command->options.end());
    }
    return known;
  }

  void Option(std::string_view arg) {
    if (arg == "-h") {
      line_.help = true;
      return;
    }
    if (arg == "--version" && line_.command == nullptr) {
      line_.version = true;
      return;
    }
    std::string_view name = arg.substr(arg[1] == '-' ? 2 : 1);
    std::string_view value;
    bool attached = false;
    if (arg[1] != '-') {
      value = name.substr(1);
      name = name.substr(0, 1);
      attached = !value.empty();
    } else if (const std::size_t equal = name.find('='); equal != std::string_view::npos) {
      value = name.substr(equal + 1);
      name = name.substr(0, equal);
      attached = true;
    }
    if (const OptionSpec* option = Find(name, arg)) {
      Store(*option, attached, value);
    }
  }

  const OptionSpec* Find(std::string_view name, std::string_view arg) {
    const OptionSpec* found = nullptr;
    std::size_t matches = 0;
    std::vector<std::string_view> names;
    for (const OptionSpec* option : Known()) {
      if (option->name == name) {
        return option;
      }
      if (arg.starts_with("--") && !name.empty() && option->name.starts_with(name)) {
        found = option;
        ++matches;
      }
      names.push_back(option->name);
    }
    if (matches == 1) {
      return found;
    }
    const std::string_view shown = arg.substr(0, arg.find('='));
    if (matches > 1) {
      line_.error = "option " + Quote(shown) + " could be more than one; write it out";
    } else if (line_.command == nullptr) {
      line_.error =
          "option " + Quote(shown) + " before the command" + Suggestion(Nearest(name, names), true);
    } else {
      line_.error = std::string(line_.command->name) + ": unknown option " + Quote(shown) +
                    Suggestion(Nearest(name, names), true);
    }
    return nullptr;
  }

  void Store(const OptionSpec& option, bool attached, std::string_view value) {
    if (option.argument.empty()) {
      if (attached) {
        line_.error = "option " + Dashed(option.name) + " takes no value";
      } else if (&option == &kHelp) {
        line_.help = true;
      } else {
        line_.options.emplace_back(&option, "");
      }
      return;
    }
    if (!attached) {
      if (at_ + 1 == args_.size()) {
        line_.error =
            "option " + Dashed(option.name) + " needs a value: " + std::string(option.argument);
        return;
      }
      value = args_[++at_];
    }
    const std::vector<std::string_view> choices = Split(option.choices, '|');
    bool allowed = choices.empty();
    for (const std::string_view choice : choices) {
      allowed = allowed || choice == value;
    }
    if (!allowed) {
      line_.error = Dashed(option.name) + " " + Quote(value) + ": expected " +
                    std::string(option.choices) + Suggestion(Nearest(value, choices), false);
      return;
    }
    line_.options.emplace_back(&option, value);
  }

  void CheckOperands() {
    if (line_.command == nullptr || line_.help) {
      return;
    }
    const std::vector<std::string_view> words = Split(line_.command->operands, ' ');
    std::size_t needed = 0;
    for (const std::string_view word : words) {
      needed += word[0] == '[' ? 0 : 1;
    }
    const std::string name(line_.command->name);
    if (line_.operands.size() < needed) {
      line_.error = name + ": " + std::string(words[line_.operands.size()]) + " is missing";
    } else if (line_.operands.size() > words.size()) {
      line_.error = name + ": unexpected " + Quote(line_.operands[words.size()]);
    } else if (!line_.command->choices.empty() && !line_.operands.empty()) {
      CheckChoice(name, line_.operands[0]);
    }
  }

  void CheckChoice(const std::string& name, std::string_view operand) {
    const std::vector<std::string_view> choices = Split(line_.command->choices, '|');
    for (const std::string_view choice : choices) {
      if (choice == operand) {
        return;
      }
    }
    line_.error = name + ": " + Quote(operand) + ": expected " +
                  std::string(line_.command->choices) +
                  Suggestion(Nearest(operand, choices), false);
  }

  std::span<const CommandSpec> commands_;
  std::span<const std::string_view> args_;
  std::size_t at_ = 0;
  bool only_operands_ = false;
  ParsedLine line_;
};

/// The words of `choices` with spaces between them.
std::string Spaced(std::string_view choices) {
  std::string out(choices);
  std::replace(out.begin(), out.end(), '|', ' ');
  return out;
}

/// `text` broken into lines of at most 78 columns that start at column `indent`; the first one goes
/// on behind what is there already.
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
  std::string left = Dashed(option.name);
  if (!option.argument.empty()) {
    left.append(" ").append(option.choices.empty() ? option.argument : option.choices);
  }
  AppendEntry(out, left, option.help);
}

}  // namespace

bool ParsedLine::Has(std::string_view name) const {
  for (const auto& [option, value] : options) {
    if (option->name == name) {
      return true;
    }
  }
  return false;
}

std::string ParsedLine::Value(std::string_view name, std::string_view fallback) const {
  std::string result(fallback);
  for (const auto& [option, value] : options) {
    if (option->name == name) {
      result = value;
    }
  }
  return result;
}

std::vector<std::string> ParsedLine::All(std::string_view name) const {
  std::vector<std::string> result;
  for (const auto& [option, value] : options) {
    if (option->name == name) {
      result.push_back(value);
    }
  }
  return result;
}

std::span<const OptionSpec* const> CommonOptions() {
  return kCommon;
}

ParsedLine ParseLine(std::span<const CommandSpec> commands,
                     std::span<const std::string_view> args) {
  return LineParser(commands, args).Parse();
}

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
  AppendEntry(&out, "--version", "which workflow this is and what compiled it");
  out.append("\n'").append(program).append(
      " COMMAND --help' says more about a command. All take --state DIR:\n  ");
  out.append(Wrapped(kState.help, 2)).append("\n");
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
  for (const OptionSpec* option : kCommon) {
    AppendOption(&out, *option);
  }
  return out;
}

std::string BashCompletion(std::span<const CommandSpec> commands, std::string_view name) {
  std::string function = "_hpdl_";
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    function.push_back(plain ? c : '_');
  }
  std::string words;
  std::string cases;
  for (const CommandSpec& command : commands) {
    words.append(command.name).append(" ");
    cases.append("    ").append(command.name).append(") options='");
    for (const OptionSpec* option : command.options) {
      cases.append(Dashed(option->name)).append(" ");
    }
    cases.append("--state --help'");
    cases.append(" operands='").append(Spaced(command.choices)).append("'");
    if (command.operands.find("JOB") != std::string_view::npos) {
      cases.append(" jobs=1");
    }
    cases.append(" ;;\n");
  }
  std::string out =
      function +
      "() {\n  local word=\"${COMP_WORDS[COMP_CWORD]}\" last=\"${COMP_WORDS[COMP_CWORD-1]}\"\n";
  out.append("  local options='' operands='' jobs=''\n  COMPREPLY=()\n");
  out.append("  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '");
  out.append(words).append("--version --help' -- \"$word\")); return\n  fi\n");
  out.append(
      "  case \"$last\" in\n    --config|--site|--id-file|--state) COMPREPLY=($(compgen -f -- "
      "\"$word\")); return ;;\n");
  out.append("  esac\n  case \"${COMP_WORDS[1]} $last\" in\n");
  for (const CommandSpec& command : commands) {
    for (const OptionSpec* option : command.options) {
      if (option->choices.empty()) {
        continue;
      }
      out.append("    '").append(command.name).append(" ").append(Dashed(option->name));
      out.append("') COMPREPLY=($(compgen -W '");
      out.append(Spaced(option->choices)).append("' -- \"$word\")); return ;;\n");
    }
  }
  out.append("  esac\n  case \"${COMP_WORDS[1]}\" in\n").append(cases).append("  esac\n");
  out.append("  if [ \"${word#-}\" != \"$word\" ]; then\n    operands=$options\n");
  out.append("  elif [ -n \"$jobs\" ]; then\n");
  out.append("    operands=\"$operands $(\"${COMP_WORDS[0]}\" jobs --ids 2>/dev/null)\"\n  fi\n");
  out.append("  COMPREPLY=($(compgen -W \"$operands\" -- \"$word\"))\n}\n");
  out.append("complete -F ").append(function).append(" ").append(name).append("\n");
  return out;
}

}  // namespace hpdl::rt
