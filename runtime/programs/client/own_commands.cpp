#include "runtime/programs/client/own_commands.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <type_traits>

#include "runtime/ground/sbom/bill_of_materials.h"
#include "runtime/ground/sbom/libraries.h"
#include "runtime/programs/client/celos_command.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/hws_command.h"
#include "runtime/programs/client/import_command.h"
#include "runtime/programs/client/oozie_commands.h"

namespace hpdl::client {
namespace {

constexpr int kExitUsage = 2;

constexpr const char* kOwnHelp =
    "hpdl COMMAND [options]: Oozie's command line client without Java, for any Oozie server\n"
    "\n"
    "hpdl has all commands of `oozie` (`hpdl help` lists them), and:\n"
    "  info|log|definition JOB        print the same as `job -info JOB` and so on\n"
    "  start|suspend|resume|kill JOB  do the same as `job -start JOB` and so on; the options\n"
    "                                 of `job` may follow\n"
    "  rerun JOB                      rerun a job, with -config FILE or -D NAME=VALUE\n"
    "  watch JOB [-interval SECONDS]  follow a workflow, coordinator or bundle until it has ended\n"
    "                                 or is suspended; exit code 0 SUCCEEDED, 1 FAILED or\n"
    "                                 DONEWITHERROR, 3 KILLED, 4 SUSPENDED. On a terminal its\n"
    "                                 actions are redrawn; elsewhere, and with -progress plain,\n"
    "                                 each change is a line\n"
    "  queue [-format json]           show the running and waiting work of hpdld, the user and "
    "the\n"
    "                                 time of each item, and the limits of the server\n"
    "  hws VERB ...                   manage deployed applications and their jobs;\n"
    "                                 `hpdl help hws` lists the verbs\n"
    "  import --from URL [ID...]      list the coordinators of an old Oozie server; with ids or\n"
    "                                 --all, continue them at the server of -oozie, from the\n"
    "                                 first action that the old server has not begun;\n"
    "                                 --dry-run, --undo\n"
    "  celos-deploy NAME -target URI -deploy-dir DIR\n"
    "                                 put a workflow's scripts where a Celos server reads them, "
    "and its\n"
    "                                 files into HDFS; if a step fails, nothing is deployed\n"
    "  celos-undeploy NAME -target URI  remove a deployed workflow's scripts and files\n"
    "  completion bash|zsh|fish       print a completion script\n"
    "  man                            print the manual page, for `man -l`\n"
    "  --version [--format text|json] print the version; json adds the libraries in hpdl\n"
    "                                 (CycloneDX 1.5)\n"
    "\n"
    "-oozie URL, or else OOZIE_URL, names the server. ~/.oozierc may set OOZIE_URL.\n"
    "Under the name `oozie`, hpdl has only Oozie's commands. Under the name `celos-ci`, it takes\n"
    "the options of Celos' celos-ci.\n";

constexpr std::string_view kJobVerbs[] = {"info",    "log",    "definition", "start",
                                          "suspend", "resume", "kill",       "rerun"};

int RunCompletion(const std::vector<std::string>& words) {
  const std::optional<std::string> script =
      words.size() == 2 ? CompletionScript(words[1]) : std::nullopt;
  if (!script) {
    std::fputs("hpdl: completion takes one of bash, zsh and fish\n", stderr);
    return kExitUsage;
  }
  Print(*script);
  return 0;
}

/// Runs `--version [--format text|json]`.
int ShowVersion(const std::vector<std::string>& words) {
  const std::string format = words.size() == 1 ? "text" : words.back();
  const bool known = format == "text" || format == "json";
  if (!known || (words.size() != 1 && (words.size() != 3 || words[1] != "--format"))) {
    std::fputs("hpdl: --version takes --format text or json\n", stderr);
    return kExitUsage;
  }
  Print(format == "json" ? rt::BillOfMaterials("hpdl", HPDL_VERSION).End(rt::LibrariesInside())
                         : "hpdl " HPDL_VERSION ", for Oozie's web services 0 to 2\n");
  return 0;
}

/// Runs a command that returns a Result, and reports its failure. Returns the exit code.
template <auto Command>
int RunAndReport(const Settings& settings, const std::vector<std::string>& words) {
  const auto result = Command(settings, words);
  if (!result) {
    return ReportFailure(result.error());
  }
  if constexpr (std::is_same_v<decltype(result), const Result<int>>) {
    return *result;
  }
  return 0;
}

constexpr OwnCommand kOwnCommands[] = {
    {&WatchDecl, &RunAndReport<&WatchCommand>, ""},
    {&QueueDecl, &RunAndReport<&QueueCommand>, ""},
    {&HwsDecl, &RunAndReport<&HwsCommand>, "help"},
    {&ImportDecl, &RunAndReport<&ImportCommand>, ""},
    {&CelosDeployDecl, &CelosCommand, "-help"},
    {&CelosUndeployDecl, &CelosCommand, "-help"},
};

/// Runs `help NAME`. Returns nullopt if Oozie has the command.
std::optional<int> ShowHelp(const Settings& settings, const std::string& name) {
  const auto* const command =
      std::find_if(std::begin(kOwnCommands), std::end(kOwnCommands),
                   [&](const OwnCommand& own) { return own.decl().name == name; });
  const bool known = command != std::end(kOwnCommands);
  if (known && !command->help.empty()) {
    return command->run(settings, {name, std::string(command->help)});
  }
  if (!known && name != "completion" && name != "man") {
    return std::nullopt;
  }
  Print(OwnHelpText());
  return 0;
}

}  // namespace

std::span<const OwnCommand> OwnCommands() {
  return kOwnCommands;
}

std::string OwnHelpText() {
  return kOwnHelp;
}

std::span<const std::string_view> JobVerbs() {
  return kJobVerbs;
}

std::vector<std::string> WithJobVerb(std::vector<std::string> words) {
  const bool verb =
      words.size() > 1 && !words[1].starts_with('-') &&
      std::find(std::begin(kJobVerbs), std::end(kJobVerbs), words[0]) != std::end(kJobVerbs);
  if (verb) {
    words[0].insert(0, "-");
    words.insert(words.begin(), "job");
  }
  return words;
}

std::optional<int> RunOwnCommand(const Settings& settings, const std::vector<std::string>& words) {
  const std::string name = words.empty() ? "--help" : words.front();
  if (name == "--help" || name == "-h") {
    Print(OwnHelpText());
    return 0;
  }
  if (name == "help" && words.size() == 2) {
    return ShowHelp(settings, words[1]);
  }
  if (name == "--version") {
    return ShowVersion(words);
  }
  if (name == "man") {
    Print(ManPage());
    return 0;
  }
  if (name == "completion") {
    return RunCompletion(words);
  }
  for (const OwnCommand& command : kOwnCommands) {
    if (command.decl().name == name) {
      return command.run(settings, words);
    }
  }
  return std::nullopt;
}

}  // namespace hpdl::client
