#include "runtime/server/protocols/oozie/log_lines.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <limits>

#include "runtime/engines/report/job_log.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/server/protocols/oozie/workflow_json.h"

namespace hpdl::rt {
namespace {

/// Returns `2026-11-21 01:59:19,562`, in the time of the zone.
std::string LineTime(std::int64_t ms, const TimeZone& zone) {
  const std::int64_t seconds = ms / 1000;
  char fraction[8];
  std::snprintf(fraction, sizeof fraction, ",%03d", static_cast<int>(ms % 1000));
  return DateAndTime(UtcTimeOf(seconds + zone.OffsetAt(seconds)), ' ') + fraction;
}

std::string OneLogLine(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

std::string_view OrDash(std::string_view text) {
  return text.empty() ? "-" : text;
}

/// Returns the log level for the state of a node.
std::string_view LevelOf(NodeState state) {
  switch (state) {
    case NodeState::kError:
    case NodeState::kFailed:
      return "ERROR";
    case NodeState::kKilled:
    case NodeState::kStartRetry:
    case NodeState::kStartManual:
    case NodeState::kEndRetry:
    case NodeState::kEndManual:
    case NodeState::kUserRetry:
      return "WARN";
    default:
      return "INFO";
  }
}

void AppendFailure(std::string_view code, std::string_view message, std::string* text) {
  if (!code.empty()) {
    text->append(", ErrorCode [").append(code).append("]");
  }
  if (!message.empty()) {
    text->append(", Message [").append(message).append("]");
  }
}

LogLine NodeLine(const LogEvent& event) {
  const NodeRow& node = *event.node;
  LogLine line{event.time_ms, "INFO", event.job->job.id + "@" + node.node, ""};
  if (!event.end) {
    line.text = "Start action [" + line.action + "] of type [" + node.type + "], attempt [" +
                std::to_string(event.AttemptNumber() + 1) + "]";
    return line;
  }
  const NodeState state = event.attempt != nullptr ? event.attempt->state : node.state;
  line.level = LevelOf(state);
  line.text = "Action ended with status [" + std::string(ActionStatus(state)) + "]";
  if (event.attempt != nullptr) {
    AppendFailure(event.attempt->error_code, event.attempt->error_message, &line.text);
    return line;
  }
  if (!node.external_id.empty()) {
    line.text += ", external id [" + node.external_id + "]";
  }
  if (!node.transition.empty()) {
    line.text += ", transition [" + node.transition + "]";
  }
  AppendFailure(node.error_code, node.error_message, &line.text);
  return line;
}

LogLine JobLine(const LogEvent& event) {
  const JobRow& job = event.job->job;
  LogLine line{event.time_ms, "INFO", "", ""};
  if (!event.end) {
    line.text = "Workflow job started, run [" + std::to_string(job.run) + "]";
    return line;
  }
  line.level = job.state == JobState::kFailed   ? "ERROR"
               : job.state == JobState::kKilled ? "WARN"
                                                : "INFO";
  line.text = "Workflow job ended with status [" + std::string(WorkflowStatus(job.state)) + "]";
  AppendFailure(job.error_code, job.error_message, &line.text);
  return line;
}

struct LogSpan {
  std::int64_t from = std::numeric_limits<std::int64_t>::min();
  std::int64_t until = std::numeric_limits<std::int64_t>::max();
};

LogSpan SpanOf(const JobRow& job, const LogFilter& filter, std::int64_t now_ms) {
  const auto time = [&](const LogMoment& moment) {
    return moment.at_ms ? *moment.at_ms : job.created_ms + moment.after_begin_ms;
  };
  LogSpan span;
  if (filter.start) {
    span.from = time(*filter.start);
  }
  if (filter.end) {
    span.until = time(*filter.end);
  }
  if (filter.recent_ms) {
    span.from =
        std::max(span.from, (job.ended_ms != 0 ? job.ended_ms : now_ms) - *filter.recent_ms);
  }
  return span;
}

std::string FormatLine(const LogLine& line, const JobRow& job, std::string_view host_name,
                       const TimeZone& zone) {
  constexpr std::size_t kLevelWidth = 5;
  std::string text = LineTime(line.time_ms, zone) + " ";
  text.append(kLevelWidth - line.level.size(), ' ').append(line.level);
  text.append(" WorkflowEngine:0 - SERVER[").append(host_name).append("] USER[");
  text.append(OrDash(job.user)).append("] GROUP[").append(OrDash(job.group));
  text.append("] TOKEN[] APP[").append(job.app_name).append("] JOB[").append(job.id);
  text.append("] ACTION[").append(line.action).append("] ");
  return OneLogLine(text + line.text) + "\n";
}

}  // namespace

std::vector<LogLine> LogLinesOf(const JobReport& report) {
  std::vector<LogLine> lines;
  for (const LogEvent& event : LogEvents(report, {})) {
    if (event.job == &report.main) {  // sub-workflows have logs of their own
      lines.push_back(event.node == nullptr ? JobLine(event) : NodeLine(event));
    }
  }
  return lines;
}

std::string LinesText(const std::vector<LogLine>& lines, const JobRow& job, const LogFilter& filter,
                      std::string_view host_name, const TimeZone& zone, std::int64_t now_ms) {
  const LogSpan span = SpanOf(job, filter, now_ms);
  std::int64_t left = filter.limit.value_or(std::numeric_limits<std::int64_t>::max());
  std::string text;
  for (const LogLine& line : lines) {
    const bool wanted = line.time_ms >= span.from && line.time_ms <= span.until &&
                        (filter.levels.empty() || filter.levels.contains(line.level)) &&
                        (filter.text.empty() || line.text.find(filter.text) != std::string::npos);
    if (wanted && left-- > 0) {
      text += FormatLine(line, job, host_name, zone);
    }
  }
  return text;
}

std::string LogText(const std::vector<JobReport>& runs, const LogFilter& filter,
                    std::string_view host_name, const TimeZone& zone, std::int64_t now_ms) {
  std::vector<LogLine> lines;
  for (const JobReport& run : runs) {
    std::vector<LogLine> more = LogLinesOf(run);
    std::move(more.begin(), more.end(), std::back_inserter(lines));
  }
  return LinesText(lines, runs.back().main.job, filter, host_name, zone, now_ms);
}

std::string AuditText(const std::vector<JobReport>& runs, const TimeZone& zone) {
  const JobRow& job = runs.back().main.job;
  std::string text;
  const auto add = [&](std::int64_t time_ms, std::string_view operation,
                       std::string_view parameter) {
    std::string line =
        LineTime(time_ms, zone) + "  INFO oozieaudit:0 - IP [null], USER [" + job.user;
    line.append("], GROUP [").append(job.group.empty() ? "null" : job.group);
    line.append("], APP [").append(job.app_name).append("], JOBID [").append(job.id);
    line.append("], OPERATION [").append(operation).append("], PARAMETER [").append(parameter);
    line += "], STATUS [SUCCESS], HTTPCODE [200], ERRORCODE [null], ERRORMESSAGE [null]";
    text += OneLogLine(std::move(line)) + "\n";
  };
  add(job.created_ms, "submit", "null");
  for (const JobReport& run : runs) {
    if (run.main.job.started_ms != 0) {
      add(run.main.job.started_ms, run.main.run == 0 ? "start" : "rerun", job.id);
    }
  }
  return text;
}

}  // namespace hpdl::rt
