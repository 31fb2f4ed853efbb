#include "runtime/programs/command_line/completion.h"

#include <algorithm>
#include <utility>

#include "runtime/ground/base/quoted_text.h"

namespace hpdl::rt {
namespace {

using Value = CompletedOption::Value;

/// Returns the words of `choices` with spaces between them.
std::string Spaced(std::string_view choices) {
  std::string out(choices);
  std::replace(out.begin(), out.end(), '|', ' ');
  return out;
}

std::string Joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out.append(out.empty() ? "" : " ").append(word);
  }
  return out;
}

/// Returns the name of the shell function that completes the program.
std::string FunctionOf(const CompletedProgram& program) {
  std::string function = "_hpdl_";
  for (const char c : program.names.front()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    function.push_back(plain ? c : '_');
  }
  return function;
}

/// Returns `text` in single quotes, with the escapes that fish needs.
std::string FishQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out.append(c == '\'' || c == '\\' ? "\\" : "").push_back(c);
  }
  return out + "'";
}

/// Returns 'COMMAND --name'|'COMMAND -n', the patterns of one branch of a shell's `case`. The
/// branch completes the value of the option.
std::string CaseOfValue(const CompletedCommand& command, const CompletedOption& option) {
  std::string out;
  for (const std::string& name : option.names) {
    out.append(out.empty() ? "" : "|").append(ShellQuoted(command.name + " " + name));
  }
  return out;
}

/// Returns the branches of a shell's `case` that complete the values of options. `words` is the
/// branch's shell code for an option with a list of values; the list replaces the '%' in it.
/// `paths` is the shell code for an option whose value is a path.
std::string CasesOfValues(const CompletedProgram& program, std::string_view words,
                          std::string_view paths) {
  std::string out;
  for (const CompletedCommand& command : program.commands) {
    for (const CompletedOption& option : command.options) {
      if (option.value == Value::kNone && option.words.empty()) {
        continue;
      }
      std::string action(option.value == Value::kPath ? paths : "");
      if (!option.words.empty()) {
        action = words;
        action.replace(action.find('%'), 1, Spaced(option.words));
      }
      out.append("    ").append(CaseOfValue(command, option)).append(") ");
      out.append(action).append(action.empty() ? "" : "; ").append("return ;;\n");
    }
  }
  return out;
}

std::string BashScript(const CompletedProgram& program) {
  const std::string function = FunctionOf(program);
  std::string words;
  std::string cases;
  for (const CompletedCommand& command : program.commands) {
    words.append(command.name).append(" ");
    std::string options;
    for (const CompletedOption& option : command.options) {
      options.append(options.empty() ? "" : " ").append(Joined(option.names));
    }
    cases.append("    ").append(command.name).append(") options=").append(ShellQuoted(options));
    cases.append(" operands=").append(ShellQuoted(Spaced(command.operands)));
    cases.append(command.paths ? " paths=1\n" : "\n");
    if (!command.list_operands.empty()) {
      cases.append("      [[ $word == -* ]] || operands+=\" $(\"${COMP_WORDS[0]}\" ");
      cases.append(command.list_operands).append(")\"\n");
    }
    if (!command.list_options.empty()) {
      cases.append("      [[ $word != -?* ]] || options+=\" $(\"${COMP_WORDS[0]}\" ");
      cases.append(command.list_options).append(")\"\n");
    }
    cases.append("      ;;\n");
  }
  for (const auto& [flag, help] : program.flags) {
    words.append(flag).append(" ");
  }
  std::string out = function + "() {\n";
  out.append("  local word=\"${COMP_WORDS[COMP_CWORD]}\" last=\"${COMP_WORDS[COMP_CWORD-1]}\"\n");
  out.append("  local options='' operands='' paths=''\n  COMPREPLY=()\n");
  out.append("  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W ");
  out.append(ShellQuoted(words)).append(" -- \"$word\")); return\n  fi\n");
  out.append("  case \"${COMP_WORDS[1]} $last\" in\n");
  out.append(CasesOfValues(program, "COMPREPLY=($(compgen -W '%' -- \"$word\"))",
                           "COMPREPLY=($(compgen -f -- \"$word\"))"));
  out.append("  esac\n  case \"${COMP_WORDS[1]}\" in\n").append(cases).append("  esac\n");
  out.append("  if [[ $word == -* ]]; then operands=$options paths=''; fi\n");
  out.append("  COMPREPLY=($(compgen -W \"$operands\" -- \"$word\"))\n");
  out.append("  [ -z \"$paths\" ] || COMPREPLY+=($(compgen -f -- \"$word\"))\n}\n");
  return out.append("complete -o filenames -F ").append(function).append(" ") +
         Joined(program.names) + "\n";
}

std::string ZshScript(const CompletedProgram& program) {
  const std::string function = FunctionOf(program);
  std::string commands;
  std::string cases;
  for (const CompletedCommand& command : program.commands) {
    commands.append(" ").append(ShellQuoted(command.name + ":" + command.help));
    cases.append("    ").append(command.name).append(") options=(");
    for (const CompletedOption& option : command.options) {
      for (const std::string& name : option.names) {
        cases.append(" ").append(ShellQuoted(name + ":" + option.help));
      }
    }
    cases.append(" ) operands=(").append(Spaced(command.operands)).append(")");
    cases.append(command.paths ? " paths=1\n" : "\n");
    if (!command.list_operands.empty()) {
      cases.append("      [[ $word == -* ]] || operands+=(${(f)\"$(${(Q)words[1]} ");
      cases.append(command.list_operands).append(")\"})\n");
    }
    if (!command.list_options.empty()) {
      cases.append("      [[ $word != -?* ]] || options+=(${(f)\"$(${(Q)words[1]} ");
      cases.append(command.list_options).append(")\"})\n");
    }
    cases.append("      ;;\n");
  }
  for (const auto& [flag, help] : program.flags) {
    commands.append(" ").append(ShellQuoted(flag + ":" + help));
  }
  std::string out = "#compdef " + Joined(program.names) + "\n";
  out.append("(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\n");
  out.append(function).append("() {\n  local -a commands options operands\n");
  out.append("  local word=${words[CURRENT]} paths=\n");
  out.append("  if (( CURRENT == 2 )); then\n    commands=(").append(commands).append(" )\n");
  out.append("    _describe command commands; return\n  fi\n");
  out.append("  case \"${words[2]} ${words[CURRENT-1]}\" in\n");
  out.append(CasesOfValues(program, "compadd -- %", "_files"));
  out.append("  esac\n  case \"${words[2]}\" in\n").append(cases).append("  esac\n");
  out.append("  if [[ $word == -* ]]; then\n    _describe -o option options\n  else\n");
  out.append("    compadd -a operands\n    [[ -z $paths ]] || _files\n  fi\n}\n");
  return out.append("compdef ").append(function).append(" ") + Joined(program.names) + "\n";
}

/// Returns the arguments of fish's command `complete` that describe an option and its value.
std::string FishOption(const CompletedOption& option) {
  std::string out;
  for (const std::string& name : option.names) {
    if (name.starts_with("--")) {
      out.append(" -l ").append(name.substr(2));
    } else {
      out.append(name.size() == 2 ? " -s " : " -o ").append(name.substr(1));
    }
  }
  if (!option.words.empty()) {
    out.append(" -x -a ").append(FishQuoted(Spaced(option.words)));
  } else if (option.value != Value::kNone) {
    out.append(option.value == Value::kPath ? " -r -F" : " -x");
  }
  return out.append(" -d ").append(FishQuoted(option.help)).append("\n");
}

/// Returns the arguments of fish's command `complete` that make fish start the program with
/// `arguments` and offer the printed words.
std::string FishList(std::string_view arguments) {
  return " -a " +
         FishQuoted("(set -l words (commandline -opc); $words[1] " + std::string(arguments) + ")") +
         "\n";
}

std::string FishScript(const CompletedProgram& program) {
  std::string out;
  for (const std::string& name : program.names) {
    const std::string complete = "complete -c " + FishQuoted(name);
    const std::string first = complete + " -n __fish_use_subcommand";
    out.append(complete).append(" -f\n");
    for (const CompletedCommand& command : program.commands) {
      out.append(first).append(" -a ").append(command.name);
      out.append(" -d ").append(FishQuoted(command.help)).append("\n");
      const std::string seen = complete + " -n '__fish_seen_subcommand_from " + command.name + "'";
      if (!command.operands.empty()) {
        out.append(seen).append(" -a ").append(FishQuoted(Spaced(command.operands))).append("\n");
      }
      for (const std::string& list : {command.list_operands, command.list_options}) {
        out.append(list.empty() ? "" : seen + FishList(list));
      }
      out.append(command.paths ? seen + " -F\n" : "");
      for (const CompletedOption& option : command.options) {
        out.append(seen).append(FishOption(option));
      }
    }
    for (const auto& [flag, help] : program.flags) {
      out.append(first).append(FishOption({{flag}, help}));
    }
  }
  return out;
}

}  // namespace

CompletedOption DescribeOption(const OptionSpec& option, std::string name) {
  const Value value = option.TakesPath()        ? Value::kPath
                      : option.argument.empty() ? Value::kNone
                                                : Value::kAny;
  return {{std::move(name)},
          std::string(option.help.substr(0, option.help.find('\n'))),
          value,
          std::string(option.choices)};
}

std::optional<std::string> CompletionScript(std::string_view shell,
                                            const CompletedProgram& program) {
  if (shell == "bash") {
    return BashScript(program);
  }
  if (shell == "zsh") {
    return ZshScript(program);
  }
  return shell == "fish" ? std::optional(FishScript(program)) : std::nullopt;
}

}  // namespace hpdl::rt
