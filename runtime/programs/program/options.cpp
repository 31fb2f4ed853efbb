#include "runtime/programs/program/options.h"

#include <algorithm>

#include "runtime/ground/base/secret_name.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/program/oozie_words.h"
#include "runtime/programs/program/text.h"

namespace hpdl::rt {
namespace {

constexpr OptionSpec kState = {"state", "DIR",
                               "use this state directory (default: $HPDL_STATE, else "
                               "$XDG_STATE_HOME/hpdl, else ~/.local/state/hpdl)"};
constexpr OptionSpec kHelp = {"help", "", "show this text"};
constexpr const OptionSpec* kCommon[] = {&kState, &kHelp};

std::string InQuotes(std::string_view text) {
  return "'" + OneLine(text) + "'";
}

std::string Suggestion(std::string_view found, bool dashes) {
  return found.empty() ? ""
                       : "; did you mean " + (dashes ? Dashed(found) : std::string(found)) + "?";
}

/// Reads one command line. The fields hold the state of the parser.
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
    if (arg == "help" && !line_.help) {
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
    const std::string hint = HintForOozieCommand(arg);
    line_.error = "unknown command " + InQuotes(arg) +
                  (hint.empty() ? Suggestion(Nearest(arg, names), false) : hint);
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
      if (option->name == name || (name.size() == 1 && option->letter == name[0])) {
        return IsWordWithOneDash(*option, arg) ? Unknown(arg, names) : option;
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
    if (matches > 1) {
      line_.error = "option " + InQuotes(arg.substr(0, arg.find('='))) +
                    " is ambiguous; write it out in full";
      return nullptr;
    }
    return Unknown(arg, names);
  }

  /// True for a word such as `-filter` if -f is a flag: `ilter` cannot be the value of a flag.
  static bool IsWordWithOneDash(const OptionSpec& option, std::string_view arg) {
    return option.argument.empty() && arg[1] != '-' && arg.size() > 2;
  }

  /// Reports that the option does not exist. The message may suggest a similar option.
  const OptionSpec* Unknown(std::string_view arg, const std::vector<std::string_view>& names) {
    const std::string_view shown = arg.substr(0, arg.find('='));
    const std::string_view word = shown.substr(shown.starts_with("--") ? 2 : 1);
    std::string hint;
    if (!shown.starts_with("--")) {
      hint = HintForOozieOption(word, line_.command, commands_);
    }
    if (hint.empty()) {
      hint = Suggestion(Nearest(word, names), true);
    }
    line_.error =
        line_.command == nullptr
            ? "option " + InQuotes(shown) + " must come after the command" + hint
            : std::string(line_.command->name) + ": unknown option " + InQuotes(shown) + hint;
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
      line_.error = Dashed(option.name) + " " + InQuotes(value) + ": expected " +
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
      line_.error = name + ": unexpected " + InQuotes(line_.operands[words.size()]);
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
    line_.error = name + ": " + InQuotes(operand) + ": expected " +
                  std::string(line_.command->choices) +
                  Suggestion(Nearest(operand, choices), false);
  }

  std::span<const CommandSpec> commands_;
  std::span<const std::string_view> args_;
  std::size_t at_ = 0;
  bool only_operands_ = false;
  ParsedLine line_;
};

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

std::string Dashed(std::string_view name) {
  return std::string(name.size() == 1 ? "-" : "--").append(name);
}

std::string CommandWithFlag(const ParsedLine& line, std::string_view program,
                            std::string_view extra) {
  std::string out = ShellWord(program) + " " + std::string(line.command->name);
  for (const std::string& operand : line.operands) {
    out.append(" ").append(ShellWord(operand));
  }
  out.append(" --").append(extra);
  for (const auto& [option, value] : line.options) {
    out.append(" ").append(Dashed(option->name));
    if (option->argument.empty()) {
      continue;
    }
    const std::size_t equal = value.find('=');
    const bool secret = option->name == "D" && equal != std::string::npos &&
                        IsSecretName(std::string_view(value).substr(0, equal));
    out.append(" ").append(secret ? value.substr(0, equal + 1) + "****" : ShellWord(value));
  }
  return out;
}

ParsedLine ParseLine(std::span<const CommandSpec> commands,
                     std::span<const std::string_view> args) {
  return LineParser(commands, args).Parse();
}

}  // namespace hpdl::rt
