#include "runtime/programs/client/celos_command.h"
#include "runtime/programs/client/hws_command.h"
#include "runtime/programs/client/import_command.h"
#include "runtime/programs/client/oozie_commands.h"
#include "runtime/programs/client/own_commands.h"

namespace hpdl::client {
namespace {

constexpr std::string_view kOwnWords =
    "watch queue hws import celos-deploy celos-undeploy completion man log definition start "
    "suspend resume kill rerun --help --version";

std::string CommandNames() {
  std::string names;
  for (const CommandDecl& command : OozieCommands()) {
    names.append(command.name).append(" ");
  }
  return names.append(kOwnWords);
}

std::string OptionNames(const CommandDecl& command) {
  std::string names;
  for (const OptionDecl& option : command.options) {
    names.append(names.empty() ? "-" : " -").append(option.name);
  }
  return names;
}

std::string HwsVerbNames() {
  std::string names;
  for (const HwsVerb& verb : HwsVerbs()) {
    names.append(names.empty() ? "" : " ").append(verb.name);
  }
  return names;
}

std::string BashCase(const std::string& pattern, const CommandDecl& command) {
  return "    " + pattern + ") words='" + OptionNames(command) + "' ;;\n";
}

std::string BashScript() {
  std::string script =
      "_hpdl() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    words='" +
      CommandNames() +
      "'\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case $before in\n"
      "    -config|-file|-target) COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"
      "    -deploy-dir|-state) COMPREPLY=($(compgen -d -- \"$current\")); return ;;\n"
      "    -auth) words='SIMPLE BASIC KERBEROS' ;;\n"
      "    -jobtype) words='wf coordinator bundle' ;;\n"
      "    -systemmode) words='NORMAL NOWEBSERVICE SAFEMODE' ;;\n"
      "    -order) words='asc desc' ;;\n"
      "    -format) words='text json' ;;\n"
      "    -progress) words='auto live plain' ;;\n"
      "  esac\n"
      "  if [[ $words ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const CommandDecl& command : OozieCommands()) {
    const bool job = command.name == "job";
    script += BashCase(
        job ? "job|log|definition|start|suspend|resume|kill|rerun" : std::string(command.name),
        command);
  }
  script += BashCase("watch", WatchDecl());
  script += BashCase("queue", QueueDecl());
  script += "    hws) if ((COMP_CWORD == 2)); then words='" + HwsVerbNames() +
            "'; elif [[ ${COMP_WORDS[2]} == deploy && $current != -* ]]; then\n"
            "      COMPREPLY=($(compgen -f -- \"$current\")); return; else words='" +
            OptionNames(HwsDecl()) + "'; fi ;;\n";
  script += BashCase("import", ImportDecl());
  script += BashCase("celos-deploy", CelosDeployDecl());
  script += BashCase("celos-undeploy", CelosUndeployDecl());
  return script +
         "    completion) words='bash zsh fish' ;;\n"
         "  esac\n"
         "  if [[ ${COMP_WORDS[1]} == validate && $current != -* ]]; then\n"
         "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _hpdl hpdl oozie\n";
}

std::string FishText(std::string_view about) {
  std::string text = "'";
  for (const char c : about.substr(0, about.find('\n'))) {
    text += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  }
  return text + "'";
}

std::string FishOptions(const CommandDecl& command) {
  std::string lines;
  for (const OptionDecl& option : command.options) {
    const bool file = option.name == "config" || option.name == "file" || option.name == "target" ||
                      option.name == "deploy-dir";
    lines += "complete -c hpdl -n '__fish_seen_subcommand_from " + std::string(command.name) +
             "' -o " + std::string(option.name) +
             (option.takes == Takes::kNothing ? ""
              : file                          ? " -rF"
                                              : " -x") +
             " -d " + FishText(option.about) + "\n";
  }
  return lines;
}

std::string FishScript() {
  std::string script = "complete -c hpdl -f -n __fish_use_subcommand -a '" + CommandNames() + "'\n";
  for (const CommandDecl& command : OozieCommands()) {
    script += FishOptions(command);
  }
  script += FishOptions(WatchDecl());
  script += FishOptions(QueueDecl());
  script += FishOptions(HwsDecl());
  script += "complete -c hpdl -n '__fish_seen_subcommand_from hws' -a '" + HwsVerbNames() + "'\n";
  script += FishOptions(ImportDecl());
  script += FishOptions(CelosDeployDecl());
  script += FishOptions(CelosUndeployDecl());
  return script +
         "complete -c hpdl -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n";
}

}  // namespace

std::optional<std::string> CompletionScript(const std::string& shell) {
  if (shell == "bash") {
    return BashScript();
  }
  if (shell == "zsh") {
    return "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" +
           BashScript();
  }
  return shell == "fish" ? std::optional(FishScript()) : std::nullopt;
}

}  // namespace hpdl::client
