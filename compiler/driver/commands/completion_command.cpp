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

constexpr OptionWords kHelp = {"--help", "show what it does"};
constexpr OptionWords kDefine = {"-D", "set a job property", "NAME=VALUE"};
constexpr OptionWords kConfig = {"--config", "job properties", "FILE"};
constexpr OptionWords kErrors = {"-Werror", "warnings are errors"};
constexpr OptionWords kSub = {"--sub", "where a sub-workflow is", "APP-PATH=PATH"};
constexpr OptionWords kDebug = {"--debug", "with line tables"};
constexpr OptionWords kServed = {"--served", "hpdld runs the sub-workflows that are not found"};
constexpr OptionWords kContained = {"--contained", "no definition outside of PATH is looked for"};
constexpr OptionWords kFrom = {"--from", "the first time", "TIME"};
constexpr OptionWords kTo = {"--to", "the first time that is too late", "TIME"};
constexpr OptionWords kCount = {"--count", "so many times at most", "N"};
constexpr OptionWords kColor = {"--color", "colours in text", "auto always never"};
constexpr OptionWords kDefaults = {"--celos-defaults", "defaults of scripts of Celos", "DIR"};

constexpr OptionWords kVerify[] = {
    kConfig,
    kDefine,
    {"--format", "form of the diagnostics", "text json sarif github"},
    kColor,
    kErrors,
    kDefaults,
    kSub,
    {"--fix", "make the corrections that are safe"},
    {"--diff", "show what --fix would change"},
    kHelp};
constexpr OptionWords kBuild[] = {{"-o", "the executable to write", "FILE"},
                                  {"--output", "the executable to write", "FILE"},
                                  {"--link", "how it is linked", "static glibc"},
                                  {"--no-network", "leave out what speaks to the network"},
                                  kDefine,
                                  kSub,
                                  kDebug,
                                  {"--strip", "without names of functions"},
                                  kServed,
                                  kContained,
                                  {"--applications", "the sub-workflows that are in it", "FILE"},
                                  kDefaults,
                                  {"--name", "what states of slots are kept under", "NAME"},
                                  kErrors,
                                  kHelp};
constexpr OptionWords kGraph[] = {{"--format", "form of the graph", "dot svg png mermaid"},
                                  {"-o", "the file to write", "FILE"},
                                  {"--output", "the file to write", "FILE"},
                                  {"--node", "the state of a node", "NODE=STATE"},
                                  kFrom,
                                  kTo,
                                  kCount,
                                  kConfig,
                                  kDefine,
                                  kDefaults,
                                  kSub,
                                  kHelp};
constexpr OptionWords kEval[] = {{"--context", "what the run would know, as JSON", "FILE"},
                                 {"--format", "form of the values", "text json"},
                                 kHelp};
constexpr OptionWords kEmit[] = {{"--ast", "the definition as read"},
                                 {"--hir", "the checked program"},
                                 {"--llvm", "LLVM assembly"},
                                 {"--asm", "assembly of the machine"},
                                 {"--obj", "a relocatable ELF object"},
                                 kDefine,
                                 kSub,
                                 kDebug,
                                 kServed,
                                 kContained,
                                 kErrors,
                                 kHelp};
constexpr OptionWords kSchedule[] = {{"--cron", "the cron expression", "EXPR"},
                                     {"--form", "whose cron expressions", "oozie celos"},
                                     {"--timezone", "of the coordinator", "ZONE"},
                                     kFrom,
                                     kTo,
                                     kCount,
                                     kConfig,
                                     kDefine,
                                     kDefaults,
                                     {"--format", "form of the actions", "text json"},
                                     kHelp};
constexpr OptionWords kSurvey[] = {{"--format", "form of the report", "text json"},
                                   {"--html", "the page to write", "FILE"},
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
    {"emit", "print what a phase of the compiler makes", kEmit},
    {"schedule", "print what a coordinator will do", kSchedule},
    {"survey", "say what a tree of definitions has", kSurvey},
    {"explain", "explain a diagnostic or an action kind", kOnlyHelp, {}, true},
    {"completion", "print shell completion", kOnlyHelp, "bash zsh fish"},
    {"help", "say what a command does", kOnlyHelp, kCommandNames},
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
    return UsageError(line.name, "want the name of a shell: bash, zsh or fish");
  }
  const std::string script = shell == "bash"  ? BashScript()
                             : shell == "zsh" ? ZshScript()
                                              : FishScript();
  std::fputs(script.c_str(), stdout);
  return kExitOk;
}

}  // namespace hpdl::driver
