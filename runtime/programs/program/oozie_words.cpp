#include "runtime/programs/program/oozie_words.h"

namespace hpdl::rt {
namespace {

/// A word of Oozie's command line that emitted programs do not have or have under another name.
struct OozieWord {
  std::string_view word;
  std::string_view hint;
};

constexpr OozieWord kOptions[] = {
    {"oozie", "the program uses no server; leave this option out"},
    {"auth", "the program uses no server; leave this option out"},
    {"insecure", "the program uses no server; leave this option out"},
    {"doas", "the user is a property: -D user.name=USER"},
    {"offset", "use --status and --len to choose jobs"},
    {"jobtype", "the program knows the type of its jobs; leave this option out"},
    {"definition", "use the command source"},
    {"configcontent", "the command info shows the job"},
    {"verbose", "the command info shows all that is known"},
    {"localtime", "times are local without this option; leave it out"},
    {"timezone", "times are local, and UTC with --format json"},
    {"errorlog", "the command log shows what actions wrote"},
    {"auditlog", "the command log shows what happened"},
    {"poll", "the command log follows a job with -f"},
    {"action", "the command log chooses a node with --node"},
    {"retries", "the command retry tries an action again"},
    {"allruns", "the command info shows an earlier run with --run"},
    {"config", "only run, submit and rerun take job properties, with --config"},
    {"dryrun", "use --dryrun of the command 'run'"},
};

constexpr OozieWord kOozieCommands[] = {
    {"job", "leave this word out: write 'info ID' for 'job -info ID', and 'run' for 'job -run'"},
    {"validate", "hpdlc verify checks definitions"},
    {"admin", "there is no server to administer"},
    {"version", "use the option --version"},
    {"mapreduce", "the program runs its own workflow; use the command run"},
    {"pig", "the program runs its own workflow; use the command run"},
    {"sla", "the program of a workflow does not record SLA events"},
};

template <std::size_t N>
std::string HintIn(const OozieWord (&words)[N], std::string_view word) {
  for (const OozieWord& each : words) {
    if (each.word == word) {
      return "; " + std::string(each.hint);
    }
  }
  return {};
}

}  // namespace

std::string HintForOozieOption(std::string_view word, const CommandSpec* command,
                               std::span<const CommandSpec> commands) {
  if (command != nullptr) {
    for (const OptionSpec* option : command->options) {
      if (option->name == word) {
        return "; did you mean --" + std::string(word) + "?";
      }
    }
  }
  for (const CommandSpec& each : commands) {
    if (each.name == word) {
      std::string text = "; " + std::string(word) + " is a command: " + std::string(word);
      return text.append(each.operands.empty() ? "" : " ").append(each.operands);
    }
  }
  return HintIn(kOptions, word);
}

std::string HintForOozieCommand(std::string_view word) {
  return HintIn(kOozieCommands, word);
}

}  // namespace hpdl::rt
