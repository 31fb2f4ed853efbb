#include "compiler/driver/command.h"
#include "compiler/driver/cron_schedule.h"
#include "compiler/driver/options.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

constexpr char kAboutSchedule[] =
    "Prints when a cron expression fires, a time a line: from --from on, before --to. The form of "
    "Oozie\n"
    "has five fields and perhaps a year, that of Celos a second before them. Both are read in "
    "UTC.\n"
    "Exit code: 0 fine, 1 a wrong expression, 2 usage.";

}  // namespace

int ScheduleCommand(const Arguments& arguments) {
  CommandLine line("schedule", "--cron EXPR --from TIME --to TIME [options]", kAboutSchedule);
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  line.options.add_options()("cron", text("EXPR"), "the cron expression")(
      "form", text("FORM")->default_value("oozie"), "oozie or celos")(
      "timezone", text("ZONE"), "of the coordinator; it moves no time of a cron expression")(
      "from", text("TIME"), "such as 2024-01-31T08:00Z")(
      "to", text("TIME"), "the first time that is too late")("count", text("N"),
                                                             "so many times at most");
  if (!line.Parse(arguments)) {
    return line.exit_code;
  }
  if (!line.operands.empty()) {
    return UsageError(line.name, "unexpected '" + line.operands[0] + "'");
  }
  return line.Has("cron") ? PrintCronSchedule(line) : UsageError(line.name, "no --cron given");
}

}  // namespace hpdl::driver
