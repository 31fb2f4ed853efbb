#include "runtime/programs/program/completion.h"

#include <algorithm>
#include <vector>

#include "runtime/ground/base/quoted_text.h"

namespace hpdl::rt {
namespace {

/// Returns the words of `choices` with spaces between them.
std::string Spaced(std::string_view choices) {
  std::string out(choices);
  std::replace(out.begin(), out.end(), '|', ' ');
  return out;
}

/// Returns the name of the shell function for the program `name`.
std::string FunctionName(std::string_view name) {
  std::string function = "_hpdl_";
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    function.push_back(plain ? c : '_');
  }
  return function;
}

/// Puts `text` between single quotes as fish reads them.
std::string FishQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out.append(c == '\'' || c == '\\' ? "\\" : "").push_back(c);
  }
  return out + "'";
}

bool IsPath(const OptionSpec& option) {
  return option.argument == "FILE" || option.argument == "DIR";
}

/// Returns the options of a command, with the options that every command has.
std::vector<const OptionSpec*> AllOptions(const CommandSpec& command) {
  std::vector<const OptionSpec*> all(command.options.begin(), command.options.end());
  all.insert(all.end(), CommonOptions().begin(), CommonOptions().end());
  return all;
}

std::string BashScript(std::span<const CommandSpec> commands, std::string_view name) {
  const std::string function = FunctionName(name);
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
    if (command.TakesJob()) {
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

/// Returns `name:help` of each option, as zsh's _describe wants them.
std::string ZshDescribed(const CommandSpec& command) {
  std::string out;
  for (const OptionSpec* option : AllOptions(command)) {
    const std::string help = ":" + std::string(option->help);
    out.append(" ").append(ShellQuoted(Dashed(option->name) + help));
    if (option->letter != '\0') {
      out.append(" ").append(ShellQuoted("-" + std::string(1, option->letter) + help));
    }
  }
  return out;
}

std::string ZshScript(std::span<const CommandSpec> commands, std::string_view name) {
  const std::string function = FunctionName(name);
  std::string out = "#compdef " + std::string(name) + "\n" + function + "() {\n";
  out.append("  local -a commands options operands\n  local jobs=\n");
  out.append("  if (( CURRENT == 2 )); then\n    commands=(");
  std::string cases;
  std::string values;
  for (const CommandSpec& command : commands) {
    const std::string word(command.name);
    out.append(" ").append(ShellQuoted(word + ":" + std::string(command.summary)));
    cases.append("    ").append(word).append(") options=(").append(ZshDescribed(command));
    cases.append(" ) operands=(").append(Spaced(command.choices)).append(")");
    cases.append(command.TakesJob() ? " jobs=1 ;;\n" : " ;;\n");
    for (const OptionSpec* option : AllOptions(command)) {
      const std::string key = "    '" + word + " " + Dashed(option->name) + "') ";
      if (!option->choices.empty()) {
        values.append(key).append("compadd -- ").append(Spaced(option->choices));
        values.append("; return ;;\n");
      } else if (IsPath(*option)) {
        values.append(key).append("_files; return ;;\n");
      }
    }
  }
  out.append(" '--version:show the workflow' '--help:show the commands' )\n");
  out.append("    _describe command commands; return\n  fi\n");
  out.append("  case \"${words[2]} ${words[CURRENT-1]}\" in\n").append(values).append("  esac\n");
  out.append("  case \"${words[2]}\" in\n").append(cases).append("  esac\n");
  out.append("  if [[ ${words[CURRENT]} == -* ]]; then\n");
  out.append("    _describe -o option options\n  else\n");
  out.append(
      "    [[ -n $jobs ]] && operands+=(last ${(f)\"$(${(Q)words[1]} jobs --ids "
      "2>/dev/null)\"})\n");
  out.append("    compadd -a operands\n  fi\n}\n");
  return out.append("compdef ").append(function).append(" ").append(name).append("\n");
}

void AppendFishOption(std::string* out, const std::string& head, const OptionSpec& option) {
  out->append(head);
  if (option.name.size() == 1) {
    out->append(" -s ").append(option.name);
  } else {
    out->append(" -l ").append(option.name);
  }
  if (option.letter != '\0') {
    out->append(" -s ").append(1, option.letter);
  }
  if (!option.choices.empty()) {
    out->append(" -x -a ").append(FishQuoted(Spaced(option.choices)));
  } else if (!option.argument.empty()) {
    out->append(IsPath(option) ? " -r -F" : " -x");
  }
  out->append(" -d ").append(FishQuoted(option.help)).append("\n");
}

std::string FishScript(std::span<const CommandSpec> commands, std::string_view name) {
  const std::string complete = "complete -c " + FishQuoted(name);
  std::string out = complete + " -f\n";
  for (const CommandSpec& command : commands) {
    out.append(complete).append(" -n __fish_use_subcommand -a ").append(command.name);
    out.append(" -d ").append(FishQuoted(command.summary)).append("\n");
    const std::string head =
        complete + " -n '__fish_seen_subcommand_from " + std::string(command.name) + "'";
    if (!command.choices.empty()) {
      out.append(head).append(" -a ").append(FishQuoted(Spaced(command.choices))).append("\n");
    }
    if (command.TakesJob()) {
      out.append(head).append(
          " -a 'last (set -l words (commandline -opc); $words[1] jobs --ids 2>/dev/null)'\n");
    }
    for (const OptionSpec* option : AllOptions(command)) {
      AppendFishOption(&out, head, *option);
    }
  }
  out.append(complete).append(" -n __fish_use_subcommand -l version -d 'show the workflow'\n");
  return out.append(complete).append(" -n __fish_use_subcommand -l help -d 'show the commands'\n");
}

}  // namespace

std::string CompletionScript(std::string_view shell, std::span<const CommandSpec> commands,
                             std::string_view name) {
  return shell == "fish"  ? FishScript(commands, name)
         : shell == "zsh" ? ZshScript(commands, name)
                          : BashScript(commands, name);
}

}  // namespace hpdl::rt
