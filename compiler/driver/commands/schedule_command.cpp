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
    "output data. Of scripts of Celos the slots of each workflow, from --from on, else from now, "
    "before --to,\n"
    "else for a day. With --cron, when a cron expression fires, a time a line: from --from on, "
    "before "
    "--to. The\n"
    "form of Oozie has five fields and perhaps a year, that of Celos a second before them. Both "
    "are read in UTC.\n"
    "Exit code: 0 fine, 1 a wrong definition or expression, 2 usage or unreadable.";

}  // namespace

int ScheduleCommand(const Arguments& arguments) {
  CommandLine line("schedule", "PATH [options] | --cron EXPR --from TIME --to TIME [options]",
                   kAboutSchedule);
  AddPropertyOptions(&line);
  AddScriptOptions(&line);
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  line.options.add_options()("cron", text("EXPR"), "the cron expression")(
      "form", text("FORM")->default_value("oozie"), "oozie or celos")(
      "format", text("FORMAT")->default_value("text"),
      "of a coordinator or of scripts: text or json")(
      "timezone", text("ZONE"), "of the coordinator; it moves no time of a cron expression")(
      "from", text("TIME"), "such as 2024-01-31T08:00Z")(
      "to", text("TIME"), "the first time that is too late")("count", text("N"),
                                                             "so many times at most");
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  if (line.Has("cron")) {
    return line.operands.empty() ? PrintCronSchedule(line)
                                 : UsageError(line.name, "unexpected '" + line.operands[0] + "'");
  }
  if (line.operands.size() != 1) {
    return UsageError(line.name, "want one PATH, or --cron");
  }
  const std::optional<celos::ScriptPath> scripts = ScriptsOnly(line.operands[0]);
  return scripts ? PrintScriptSchedule(*scripts, line) : PrintCoordinatorSchedule(line);
}

}  // namespace hpdl::driver
