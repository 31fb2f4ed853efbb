#include "runtime/programs/celos_program/program_log.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt::celos {
namespace {

/// The first words of the log lines that repeat in every step of the scheduler.
constexpr std::string_view kUsual[] = {
    "Starting scheduler step", "Ending scheduler step", "Ignoring workflow",
    "Workflow is paused",      "Processing workflow",   "Waiting for slot",
    "Slot still running",      "Checking HDFS path",    "Killing slot",
    "Scheduling Slot"};

bool IsUsual(std::string_view begin) {
  return std::any_of(std::begin(kUsual), std::end(kUsual),
                     [&](std::string_view usual) { return begin.starts_with(usual); });
}

}  // namespace

void ProgramLog::Write(Severity severity, std::initializer_list<std::string_view> parts) {
  if (severity == Severity::kInfo && !all_ && IsUsual(*parts.begin())) {
    return;
  }
  std::string text;
  for (const std::string_view part : parts) {
    text.append(part);
  }
  Output& to = severity == Severity::kError ? err_ : out_;
  to.Line(IsoTime(NowMs()) + " " + OneLine(text));
  to.Flush();
}

}  // namespace hpdl::rt::celos
