#include "compiler/driver/celos/script_checks.h"
#include "compiler/driver/celos/script_schedule.h"
#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/coordinator_views/coordinator_schedule.h"
#include "compiler/driver/coordinator_views/cron_schedule.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

constexpr char kAboutSchedule[] =
    "Prints what a coordinator will do: the number and nominal time of each action, with its input "
    "and\n"
    "output data. For scripts of Celos, prints the slots of each workflow, from --from (default: "
    "now) to before\n"
    "--to (default: one day later). With --cron, prints the times at which a cron expression "
    "fires, one on each\n"
    "line, from --from to before --to. The form of Oozie has five fields and may have a year. The "
    "form of Celos has\n"
    "one more field, for seconds, before these fields. Both forms are read in UTC.\n"
    "Exit code: 0 no errors, 1 a wrong definition or expression, 2 wrong usage or an unreadable "
    "file.";

void DeclareSchedule(CommandLine* line) {
  AddPropertyOptions(line);
  AddScriptOptions(line);
  line->options.add_options()("cron", TakesOne("EXPR"), "print the times of a cron expression")(
      "form", TakesOne("oozie|celos")->default_value("oozie"), "the form of the cron expression")(
      "format", TakesOne("text|json")->default_value("text"),
      "for a coordinator or scripts: the format of the output")(
      "timezone", TakesOne("ZONE"),
      "for --cron: check that ZONE is a known time zone; ZONE does not change the times")(
      "sub", TakesMany("URI=PATH"),
      "for a coordinator: read the file at PATH for the <include> URI; may be repeated")(
      "from", TakesOne("TIME"), "begin at TIME, such as 2024-01-31T08:00Z")(
      "to", TakesOne("TIME"), "end before TIME")("count", TakesOne("N"),
                                                 "print at most N actions, slots or times");
}

int RunSchedule(const CommandLine& line) {
  if (line.Has("cron")) {
    return line.operands.empty() ? PrintCronSchedule(line)
                                 : UsageError(line.name, "unexpected '" + line.operands[0] + "'");
  }
  if (line.operands.size() != 1) {
    return UsageError(line.name, "give one PATH, or --cron");
  }
  for (const char* option : {"form", "timezone"}) {
    if (line.Has(option) && !line.values[option].defaulted()) {
      return UsageError(line.name, "--" + std::string(option) + " is for --cron");
    }
  }
  const std::optional<celos::ScriptPath> scripts = ScriptsOnly(line.operands[0]);
  if (scripts && line.Has("sub")) {
    return UsageError(line.name, "--sub is not for scripts of Celos");
  }
  return scripts ? PrintScriptSchedule(*scripts, line) : PrintCoordinatorSchedule(line);
}

}  // namespace

const Command kScheduleCommand = {"schedule",
                                  "print what a coordinator will do",
                                  "PATH [options] | --cron EXPR --from TIME --to TIME [options]",
                                  kAboutSchedule,
                                  &DeclareSchedule,
                                  &RunSchedule};

}  // namespace hpdl::driver
