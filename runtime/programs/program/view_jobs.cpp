#include <optional>

#include "runtime/ground/base/amounts.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/calendar/local_time.h"
#include "runtime/programs/program/text.h"
#include "runtime/programs/program/views.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {

std::string JobsText(const JobList& list, std::int64_t now_ms) {
  if (list.jobs.empty()) {
    return "no jobs\n";
  }
  Table table({"JOB", "NAME", "STATE", "PARKED", "RUN", "USER", "CREATED", "TOOK"});
  for (const ListedJob& listed : list.jobs) {
    const JobRow& job = listed.entry.job;
    std::string state(StateName(job.state, job.dialect));
    // A RUNNING job may have no process: its process has crashed, or the machine was restarted.
    const std::optional<ParkingNote> note =
        job.parked ? DecodeNote(*job.parked) : std::optional<ParkingNote>();
    state.append(job.state == JobState::kRunning && !listed.alive && !note ? ", no process" : "");
    const std::int64_t end = job.ended_ms == 0 ? now_ms : job.ended_ms;
    table.Add({job.id, OneLine(job.app_name), std::move(state),
               note ? DurationText(now_ms - note->since_ms) : "-", std::to_string(job.run),
               OneLine(job.user), LocalTime(job.created_ms),
               job.started_ms == 0 ? "-" : DurationText(end - job.started_ms)});
  }
  return table.Text() + (list.next.empty() ? "" : "more: --after " + list.next + "\n");
}

}  // namespace hpdl::rt
