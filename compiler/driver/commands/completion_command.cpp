#include <algorithm>
#include <cstdio>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"

namespace hpdl::driver {
namespace {

constexpr char kAboutCompletion[] =
    "Prints the completion script of a shell.\n"
    "  bash: eval \"$(hpdlc completion bash)\"\n"
    "  zsh:  eval \"$(hpdlc completion zsh)\", after compinit\n"
    "  fish: hpdlc completion fish | source";

/// An option as a shell completes it.
struct OptionWords {
  std::string_view name;  ///< "--format" or "-D"
  std::string_view help;
  std::string_view values = {};  ///< words; "FILE" or "DIR": a path; "": no value
};

/// A command with its options. test/run/run_completion.py compares the options with --help.
struct CommandWords {
  std::string_view name;
  std::string_view help;
  std::span<const OptionWords> options;
  std::string_view operands = {};  ///< the words to choose from; "": paths
  bool kinds = false;              ///< the operands are kinds of diagnostics
};

constexpr OptionWords kHelp = {"--help", "show the help of this command"};
constexpr OptionWords kDefine = {"-D", "set a job property", "NAME=VALUE"};
constexpr OptionWords kConfig = {"--config", "read job properties from a file", "FILE"};
constexpr OptionWords kErrors = {"-Werror", "treat warnings as errors"};
constexpr OptionWords kSub = {"--sub", "say where the definition of an app-path is",
                              "APP-PATH=PATH"};
constexpr OptionWords kDebug = {"--debug", "add line tables"};
constexpr OptionWords kServed = {"--served",
                                 "compile for hpdld, which runs definitions that are not found"};
constexpr OptionWords kContained = {"--contained", "look for no definition outside of PATH"};
constexpr OptionWords kFrom = {"--from", "begin at this time", "TIME"};
constexpr OptionWords kTo = {"--to", "end before this time", "TIME"};
constexpr OptionWords kCount = {"--count", "show at most N times or runs", "N"};
constexpr OptionWords kColor = {"--color", "use colours in text", "auto always never"};
constexpr OptionWords kDefaults = {"--celos-defaults",
                                   "name the folder of defaults for scripts of Celos", "DIR"};

constexpr OptionWords kVerify[] = {
    kConfig,
    kDefine,
    {"--format", "choose the format of the diagnostics", "text json sarif github"},
    kColor,
    kErrors,
    kDefaults,
    kSub,
    {"--fix", "make the corrections that are safe"},
    {"--diff", "show what --fix would change"},
    kHelp};
constexpr OptionWords kBuild[] = {
    {"-o", "write the executable to this file", "FILE"},
    {"--output", "write the executable to this file", "FILE"},
    {"--link", "choose how the program is linked", "static glibc"},
    {"--no-network", "leave out all network code"},
    kDefine,
    kSub,
    kDebug,
    {"--strip", "leave out the symbol table"},
    kServed,
    kContained,
    {"--applications", "write the paths of the other definitions that are compiled in", "FILE"},
    kDefaults,
    {"--name", "name the folder that keeps the states of slots", "NAME"},
    kErrors,
    kHelp};
constexpr OptionWords kGraph[] = {
    {"--format", "choose the format of the graph", "dot svg png mermaid"},
    {"-o", "write the graph to this file", "FILE"},
    {"--output", "write the graph to this file", "FILE"},
    {"--node", "set the state of a node", "NODE=STATE"},
    kFrom,
    kTo,
    kCount,
    kConfig,
    kDefine,
    kDefaults,
    kSub,
    kHelp};
constexpr OptionWords kEval[] = {
    {"--context", "read the job, its nodes and its properties from a JSON file", "FILE"},
    {"--format", "choose the format of the values", "text json"},
    kHelp};
constexpr OptionWords kEmit[] = {{"--ast", "print the definition as read"},
                                 {"--hir", "print the checked program"},
                                 {"--llvm", "print LLVM assembly"},
                                 {"--asm", "print machine assembly"},
                                 {"--obj", "print a relocatable ELF object"},
                                 kDefine,
                                 kSub,
                                 kDebug,
                                 kServed,
                                 kContained,
                                 kErrors,
                                 kHelp};
constexpr OptionWords kSchedule[] = {
    {"--cron", "print the times of a cron expression", "EXPR"},
    {"--form", "choose the form of the cron expression", "oozie celos"},
    {"--timezone", "set the time zone of the coordinator", "ZONE"},
    kFrom,
    kTo,
    kCount,
    kConfig,
    kDefine,
    kDefaults,
    {"--format", "choose the format of the output", "text json"},
    kHelp};
constexpr OptionWords kSurvey[] = {{"--format", "choose the format of the report", "text json"},
                                   {"--html", "also write the report as an HTML page", "FILE"},
                                   kDefaults,
                                   kHelp};
constexpr OptionWords kOnlyHelp[] = {kHelp};

constexpr std::string_view kCommandNames =
    "verify build graph eval emit schedule survey explain completion help";
constexpr CommandWords kCommands[] = {
    {"verify", "check workflow definitions", kVerify},
    {"build", "compile an application into one executable", kBuild},
    {"graph", "print the graph of a definition", kGraph},
    {"eval", "evaluate expressions", kEval},
    {"emit", "print the output of a compiler phase", kEmit},
    {"schedule", "print what a coordinator will do", kSchedule},
    {"survey", "report on trees of definitions", kSurvey},
    {"explain", "explain a diagnostic or an action kind", kOnlyHelp, {}, true},
    {"completion", "print the completion script of a shell", kOnlyHelp, "bash zsh fish"},
    {"help", "show the help of a command", kOnlyHelp, kCommandNames},
};

bool IsPath(const OptionWords& option) {
  return option.values == "FILE" || option.values == "DIR";
}
/// True if the option has several words to choose from.
bool HasWords(const OptionWords& option) {
  return option.values.find(' ') != std::string_view::npos;
}

bool SilencesKinds(const CommandWords& command) {
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionWords& option) { return option.name == kErrors.name; });
}

constexpr char kBashHead[] = R"sh(# bash completion for hpdlc
_hpdlc() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
)sh";
constexpr char kBashTail[] = R"sh(  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _hpdlc hpdlc
)sh";
constexpr std::string_view kKinds = "$(hpdlc explain 2>/dev/null | cut -d' ' -f1)";
constexpr std::string_view kSilences =
    "$(hpdlc explain 2>/dev/null | sed -n 's/^\\([A-Z][A-Za-z0-9]*\\) .*/-Wno-\\1/p')";

constexpr bool HasNoQuotes() {
  for (const CommandWords& command : kCommands) {
    bool quoted = command.help.find('\'') != std::string_view::npos;
    for (const OptionWords& option : command.options) {
      quoted = quoted || option.help.find('\'') != std::string_view::npos;
    }
    if (quoted) {
      return false;
    }
  }
  return true;
}
static_assert(HasNoQuotes());

/// Returns the text in single quotes. No text here has a single quote.
std::string ShellLiteral(std::string_view text) {
  return "'" + std::string(text) + "'";
}

std::string BashScript() {
  std::string values;
  std::string options;
  std::string operands;
  for (const CommandWords& command : kCommands) {
    const std::string name(command.name);
    std::string names;
    for (const OptionWords& option : command.options) {
      names.append(names.empty() ? "" : " ").append(option.name);
      if (HasWords(option)) {
        values.append("      ").append(name).append(":").append(option.name).append(") words='");
        values.append(option.values).append("' ;;\n");
      }
    }
    names.append(SilencesKinds(command) ? " -Wno-" : "");
    options.append("            ").append(name).append(") words='").append(names).append("' ;;\n");
    if (!command.operands.empty() || command.kinds) {
      operands.append("            ").append(name).append(") words=");
      operands.append(command.kinds ? std::string(kKinds) : ShellLiteral(command.operands));
      operands.append(" ;;\n");
    }
  }
  std::string out = kBashHead;
  out.append("    words='").append(kCommandNames).append(" --version --help'\n  else\n");
  out.append("    case \"${COMP_WORDS[1]}:$previous\" in\n").append(values).append("      *)\n");
  out.append("        if [ \"${current:0:5}\" = -Wno- ]; then\n          words=").append(kSilences);
  out.append("\n        elif [ \"${current:0:1}\" = - ]; then\n");
  out.append("          case \"${COMP_WORDS[1]}\" in\n").append(options);
  out.append("          esac\n        else\n          case \"${COMP_WORDS[1]}\" in\n");
  return out.append(operands).append("          esac\n        fi ;;\n    esac\n").append(kBashTail);
}

std::string ZshScript() {
  std::string names;
  std::string values;
  std::string cases;
  for (const CommandWords& command : kCommands) {
    const std::string name(command.name);
    names.append(" ").append(ShellLiteral(name + ":" + std::string(command.help)));
    cases.append("    ").append(name).append(") options=(");
    for (const OptionWords& option : command.options) {
      cases.append(" ").append(
          ShellLiteral(std::string(option.name) + ":" + std::string(option.help)));
      const std::string key = "    '" + name + " " + std::string(option.name) + "') ";
      if (HasWords(option)) {
        values.append(key).append("compadd -- ").append(option.values).append("; return ;;\n");
      }
    }
    cases.append(" ) operands=(").append(command.operands);
    cases.append(command.kinds ? std::string(kKinds) : std::string()).append(")");
    cases.append(SilencesKinds(command) ? " silences=1 ;;\n" : " ;;\n");
  }
  std::string out = "#compdef hpdlc\n_hpdlc() {\n  local -a commands options operands\n";
  out.append("  local silences=\n  if (( CURRENT == 2 )); then\n    commands=(").append(names);
  out.append(" '--version:print the version' '--help:list the commands' )\n");
  out.append("    _describe command commands; return\n  fi\n");
  out.append("  case \"${words[2]} ${words[CURRENT-1]}\" in\n").append(values).append("  esac\n");
  out.append("  case \"${words[2]}\" in\n").append(cases).append("  esac\n");
  out.append("  if [[ -n $silences && ${words[CURRENT]} == -Wno-* ]]; then\n    compadd -- ");
  out.append(kSilences).append("\n  elif [[ ${words[CURRENT]} == -* ]]; then\n");
  out.append("    _describe -o option options\n  elif (( $#operands )); then\n");
  out.append("    compadd -a operands\n  else\n    _files\n  fi\n}\n");
  return out.append("compdef _hpdlc hpdlc\n");
}

std::string FishScript() {
  const std::string complete = "complete -c hpdlc";
  std::string out;
  for (const CommandWords& command : kCommands) {
    const std::string name(command.name);
    const std::string seen = complete + " -n '__fish_seen_subcommand_from " + name + "'";
    out.append(complete).append(" -f -n __fish_use_subcommand -a ").append(name);
    out.append(" -d ").append(ShellLiteral(command.help)).append("\n");
    if (!command.operands.empty() || command.kinds) {
      out.append(seen).append(" -f -a ");
      out.append(command.kinds ? "'(hpdlc explain 2>/dev/null | cut -d\" \" -f1)'"
                               : ShellLiteral(command.operands));
      out.append("\n");
    }
    for (const OptionWords& option : command.options) {
      out.append(seen);
      if (option.name.starts_with("--")) {
        out.append(" -l ").append(option.name.substr(2));
      } else if (option.name.size() == 2) {
        out.append(" -s ").append(option.name.substr(1));
      } else {
        out.append(" -o ").append(option.name.substr(1));
      }
      if (HasWords(option)) {
        out.append(" -x -a ").append(ShellLiteral(option.values));
      } else if (!option.values.empty()) {
        out.append(IsPath(option) ? " -r -F" : " -x");
      }
      out.append(" -d ").append(ShellLiteral(option.help)).append("\n");
    }
    if (SilencesKinds(command)) {
      out.append(seen).append(
          " -a '(hpdlc explain 2>/dev/null | string match -rg \"^([A-Z][A-Za-z0-9]*) \" | string "
          "replace -r \"^\" -- -Wno-)'\n");
    }
  }
  return out.append(complete).append(" -f -n __fish_use_subcommand -l version -l help\n");
}

}  // namespace

int CompletionCommand(const Arguments& arguments) {
  CommandLine line("completion", "bash|zsh|fish", kAboutCompletion);
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  const std::string shell = line.operands.size() == 1 ? line.operands[0] : "";
  if (shell != "bash" && shell != "zsh" && shell != "fish") {
    return UsageError(line.name, "give the name of a shell: bash, zsh or fish");
  }
  const std::string script = shell == "bash"  ? BashScript()
                             : shell == "zsh" ? ZshScript()
                                              : FishScript();
  std::fputs(script.c_str(), stdout);
  return kExitOk;
}

}  // namespace hpdl::driver
