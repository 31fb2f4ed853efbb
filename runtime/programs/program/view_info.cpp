#include <algorithm>
#include <optional>

#include "runtime/engines/report/job_json.h"
#include "runtime/engines/workflow/request_rules.h"
#include "runtime/ground/base/amounts.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/without_code.h"
#include "runtime/ground/calendar/local_time.h"
#include "runtime/programs/program/progress.h"
#include "runtime/programs/program/text.h"
#include "runtime/programs/program/views.h"
#include "runtime/programs/program/waits.h"

namespace hpdl::rt {
namespace {

void AppendField(std::string* out, std::string_view name, std::string_view value) {
  if (!value.empty()) {
    std::string label(name);
    label.append(11 - label.size(), ' ');
    out->append(label).append(value).append("\n");
  }
}

std::string ErrorText(std::string_view code, std::string_view message) {
  std::string text(code);
  text.append(code.empty() || message.empty() ? "" : ": ");
  return text.append(OneLine(message));
}

std::string StateLine(const JobReport& report) {
  const JobRow& job = report.main.job;
  std::string text(StateName(job.state, job.dialect));
  if (job.state == JobState::kSuspended && !job.suspended_by.empty()) {
    text.append(" by ").append(OneLine(job.suspended_by));
  }
  if (job.state == JobState::kRunning && !job.suspended_by.empty()) {
    text.append(" to ").append(OneLine(job.suspended_by));
  }
  if (job.parked) {
    text.append(", parked");
  } else if (job.state == JobState::kRunning && !report.alive) {
    text.append(", no process runs it");
  }
  return text;
}

std::string Duration(std::int64_t started_ms, std::int64_t ended_ms, std::int64_t now_ms) {
  if (started_ms == 0) {
    return "-";
  }
  return DurationText((ended_ms == 0 ? now_ms : ended_ms) - started_ms);
}

std::string Dash(std::string text) {
  return text.empty() ? "-" : std::move(text);
}

/// Returns a time as text. Leaves out the date if the job started on the same day, because `info`
/// already shows that date.
std::string Moment(std::int64_t ms, std::int64_t job_ms) {
  const std::string time = LocalTime(ms);
  return ms != 0 && time.substr(0, 10) == LocalTime(job_ms).substr(0, 10) ? LocalClock(ms) : time;
}

std::string NodeTable(const JobNodes& job, std::int64_t now_ms) {
  constexpr std::size_t kTarget = 30;
  Table table({"NODE", "TYPE", "STATE", "TRY", "STARTED", "ENDED", "TOOK", "TO", "ERROR"});
  for (const NodeRow& node : job.nodes) {
    std::string state(ShownState(node.type, StateName(node.state, job.job.dialect)));
    state.append(node.skipped ? " (skipped)" : "");
    table.Add({OneLine(node.node), node.type, state, std::to_string(node.attempt + 1),
               Moment(node.started_ms, job.job.started_ms),
               Moment(node.ended_ms, job.job.started_ms),
               Duration(node.started_ms, node.ended_ms, now_ms),
               Fit(Dash(OneLine(node.transition)), kTarget, true), OneLine(node.error_code)});
  }
  return table.empty() ? "no workflow node has started\n" : table.Text();
}

std::string Messages(const JobNodes& job, std::int64_t now_ms) {
  std::string out;
  for (const NodeRow& node : job.nodes) {
    if (!node.error_message.empty()) {
      out.append(OneLine(node.node)).append(": ");
      std::string code = node.error_code;
      if (node.error_class) {
        code.append(code.empty() ? "" : " ").append("(").append(*node.error_class).append(")");
      }
      out.append(ErrorText(code, WithoutCode(node.error_code, node.error_message)));
      const auto next = job.next_tries.find(node.node);
      if (next != job.next_tries.end()) {
        out.append("; ").append(NextTryText(next->second, now_ms));
      }
      out.append("\n");
    }
  }
  return out.empty() ? out : "\n" + out;
}

/// Describes the events for which the actions of a job wait.
std::string WaitsOf(const JobNodes& job, std::int64_t now_ms) {
  std::string out;
  for (const NodeRow& node : job.nodes) {
    const std::optional<Wait> wait =
        node.wait && !IsEnd(node.state) ? DecodeWait(*node.wait) : std::optional<Wait>();
    if (wait) {
      out.append(OneLine(node.node)).append(" waits for ").append(WaitText(*wait, now_ms));
      out.append("\n");
    }
  }
  return out.empty() ? out : "\n" + out;
}

/// Lists the callbacks that the actions of a job have received. Shows the size of a body, but not
/// its content.
std::string CalledBack(const JobNodes& job) {
  constexpr std::size_t kMost = 20;
  constexpr std::size_t kStatus = 40;
  if (job.callbacks.empty()) {
    return {};
  }
  Table table({"CALLED BACK", "TRY", "AT", "STATUS", "BODY"});
  for (std::size_t i = 0; i < job.callbacks.size() && i < kMost; ++i) {
    const CallbackRow& row = job.callbacks[i];
    std::string body;
    if (!row.body.empty()) {
      body = std::to_string(row.body.size()) + " bytes";
      body.append(row.content_type.empty() ? "" : " of ").append(OneLine(row.content_type));
    }
    table.Add({OneLine(row.node), std::to_string(row.attempt + 1),
               Moment(row.received_ms, job.job.started_ms),
               Fit(Dash(OneLine(row.status)), kStatus, true), Dash(Fit(body, kStatus, true))});
  }
  std::string out = "\n" + table.Text();
  const std::size_t more = job.callbacks.size() - std::min(job.callbacks.size(), kMost);
  return more == 0 ? out : out + "and " + std::to_string(more) + " more\n";
}

/// Lists the notifications that were not delivered. Shows only the scheme, host and port of a URL,
/// because the rest of the URL may be secret.
std::string Undelivered(const JobReport& report) {
  constexpr std::size_t kMost = 20;
  const std::vector<NotificationRow>& rows = report.notifications.undelivered;
  if (rows.empty()) {
    return {};
  }
  Table table({"NOTIFICATION", "OF", "TO", "STATE", "TRIES", "TRIED", "WHY"});
  for (std::size_t i = 0; i < rows.size() && i < kMost; ++i) {
    const NotificationRow& row = rows[i];
    table.Add({OneLine(row.status), row.node.empty() ? "the job" : OneLine(row.node),
               OneLine(row.target), std::string(WordOf(row.state)), std::to_string(row.tries),
               Moment(row.tried_ms, report.main.job.started_ms), OneLine(row.error)});
  }
  std::string out = "\n" + table.Text();
  return rows.size() <= kMost ? out
                              : out + "and " + std::to_string(rows.size() - kMost) + " more\n";
}

std::string Hint(const JobReport& report, const std::string& program) {
  const JobRow& job = report.main.job;
  if (report.main.run != report.last_run) {
    return "\nthe last run:  " + program + " info " + job.id + "\n";
  }
  const auto line = [&](std::string_view what, std::string_view command, std::string_view more) {
    return "\n" + std::string(what) + program + " " + std::string(command) + " " + report.root_id +
           std::string(more) + "\n";
  };
  if (job.state == JobState::kPrep) {
    return line("start it:  ", "start", "");
  }
  if (IsHeldAlone(job)) {
    return "\ngo on:  " + program + " resume " + job.id + "\n";
  }
  if (job.parked && job.state == JobState::kRunning) {
    return line("check whether a wait is over:  ", "wake", "");
  }
  if (job.state == JobState::kSuspended || (job.state == JobState::kRunning && !report.alive)) {
    return line("go on:  ", "resume", "");
  }
  if (report.notifications.waiting != 0 && !report.alive && report.root_id == job.id) {
    return line("send the notifications that wait:  ", "resume", "");
  }
  if (job.state == JobState::kFailed || job.state == JobState::kKilled) {
    return line("run again what did not end OK:  ", "rerun", " --failed");
  }
  return {};
}

}  // namespace

std::string NotificationCounts(const NotificationReport& report) {
  if (report.delivered + report.waiting + report.given_up == 0) {
    return {};
  }
  return std::to_string(report.delivered) + " delivered, " + std::to_string(report.waiting) +
         " waiting, " + std::to_string(report.given_up) + " given up";
}

std::string InfoText(const JobReport& report, const std::string& program, std::int64_t now_ms) {
  const JobRow& job = report.main.job;
  std::string out;
  AppendField(&out, "job", job.id);
  AppendField(&out, "name", OneLine(job.app_name));
  AppendField(&out, "state", StateLine(report));
  std::string run = std::to_string(report.main.run);
  if (report.main.run != report.last_run) {
    run.append(" of 0 to ").append(std::to_string(report.last_run));
  }
  AppendField(&out, "run", run);
  AppendField(&out, "user", OneLine(job.user));
  AppendField(&out, "created", LocalTime(job.created_ms));
  AppendField(&out, "started", LocalTime(job.started_ms));
  AppendField(&out, "ended", LocalTime(job.ended_ms));
  AppendField(&out, "took", Duration(job.started_ms, job.ended_ms, now_ms));
  AppendField(&out, "app path", OneLine(job.app_path));
  if (!job.parent_node.empty()) {
    AppendField(&out, "part of", report.root_id + ", node " + OneLine(job.parent_node));
  }
  AppendField(&out, "error",
              ErrorText(job.error_code, WithoutCode(job.error_code, job.error_message)));
  AppendField(&out, "notified", NotificationCounts(report.notifications));
  AppendField(&out, "directory", report.directory);
  out.append("\n").append(NodeTable(report.main, now_ms));
  out.append(Messages(report.main, now_ms)).append(WaitsOf(report.main, now_ms));
  out.append(CalledBack(report.main));
  for (const JobNodes& child : report.children) {
    out.append("\nsub-workflow ").append(OneLine(child.job.app_name));
    out.append(" of node ").append(OneLine(child.job.parent_node)).append(": ");
    out.append(StateName(child.job.state, child.job.dialect)).append("  ");
    out.append(child.job.id).append("\n");
    out.append(NodeTable(child, now_ms)).append(Messages(child, now_ms));
    out.append(WaitsOf(child, now_ms)).append(CalledBack(child));
  }
  return out + Undelivered(report) + Hint(report, program);
}

}  // namespace hpdl::rt
