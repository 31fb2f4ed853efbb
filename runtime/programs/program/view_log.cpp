#include "runtime/engines/report/attempt_files.h"
#include "runtime/ground/base/amounts.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/without_code.h"
#include "runtime/ground/calendar/local_time.h"
#include "runtime/programs/program/progress.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {
namespace {

std::string AttemptText(const LogEvent& event) {
  std::string out = " try " + std::to_string(event.attempt->attempt + 1);
  if (!event.end) {
    return out + " started";
  }
  out.append(" ").append(StateName(event.attempt->state, event.job->job.dialect)).append(" ");
  out.append(event.attempt->error_code).append(event.attempt->error_code.empty() ? "" : ": ");
  return out.append(OneLine(WithoutCode(event.attempt->error_code, event.attempt->error_message)));
}

/// Returns a head line with the file's name and size, followed by the file's text. Returns "" for
/// an empty file.
std::string TailText(std::string_view name, const Tail& tail) {
  if (!tail.exists || tail.size == 0) {
    return {};
  }
  std::string out = "    ---- " + std::string(name) + ", " + SizeText(tail.size);
  if (tail.text.size() < tail.size) {
    out.append(", the last ").append(SizeText(tail.text.size()));
  }
  out.append("\n").append(Harmless(tail.text));
  if (out.back() != '\n') {
    out.push_back('\n');
  }
  return out;
}

/// Returns what an attempt wrote to standard output and standard error, at most the last `bytes` of
/// each.
std::string WrittenBy(const JobReport& report, std::int64_t sequence, std::uint64_t bytes) {
  return TailText("out", ReadTail(AttemptPath(report, sequence, ".out"), bytes)) +
         TailText("err", ReadTail(AttemptPath(report, sequence, ".err"), bytes));
}

std::string ContainersText(const std::vector<ContainerText>& containers) {
  std::string out, before;
  for (const ContainerText& each : containers) {
    if (each.application != before) {
      out.append(OneLine(each.node)).append(" in the cluster, ").append(each.application);
      out.append(":\n");
      before = each.application;
    }
    Tail tail;
    tail.exists = true;
    tail.size = static_cast<std::uint64_t>(each.size);
    tail.text = each.text;
    out.append(TailText(each.container + " " + each.file, tail));
  }
  return out;
}

}  // namespace

std::string EventText(const LogEvent& event) {
  const JobRow& job = event.job->job;
  std::string out = LocalTime(event.time_ms) + "  ";
  if (event.node == nullptr) {
    out.append("job ").append(job.id).append(" ");
    out.append(event.end ? StateName(job.state, job.dialect) : "started");
    if (event.end && !job.error_message.empty()) {
      out.append(" ").append(job.error_code).append(job.error_code.empty() ? "" : ": ");
      out.append(OneLine(WithoutCode(job.error_code, job.error_message)));
    }
    return out + "\n";
  }
  const NodeRow& node = *event.node;
  out.append(job.number == 0 ? "" : OneLine(job.parent_node) + "/").append(OneLine(node.node));
  if (event.attempt != nullptr) {
    return out + AttemptText(event) + "\n";
  }
  if (!event.end) {
    out.append(" started ").append(node.type);
    out.append(node.external_id.empty() ? "" : ", " + OneLine(node.external_id));
    out.append(node.skipped ? ", in an earlier run" : "");
    return out + "\n";
  }
  out.append(" ").append(ShownState(node.type, StateName(node.state, job.dialect)));
  if (!node.transition.empty()) {
    out.append(" -> ").append(OneLine(node.transition));
  }
  if (!node.error_message.empty()) {
    out.append(" ").append(node.error_code).append(node.error_code.empty() ? "" : ": ");
    out.append(OneLine(WithoutCode(node.error_code, node.error_message)));
  }
  return out + "\n";
}

std::string LogText(const JobReport& report, const LogOptions& options) {
  std::string out;
  for (const LogEvent& event : LogEvents(report, options)) {
    out.append(EventText(event));
    // The output of earlier attempts is shown only if --attempt asks for it.
    if (event.node != nullptr && event.end && (event.attempt == nullptr || options.attempt)) {
      out.append(WrittenBy(report, event.Sequence(), options.bytes));
    }
  }
  // A running node may have output too. It has no end event, so its output is added here.
  const auto running = [&](const JobNodes& job) {
    for (const NodeRow& node : job.nodes) {
      if (node.ended_ms != 0 || !node.error_message.empty() || !options.Wants(node) ||
          !options.WantsAttempt(node.attempt)) {
        continue;
      }
      const std::string text = WrittenBy(report, node.sequence, options.bytes);
      if (!text.empty()) {
        out.append(OneLine(node.node)).append(" so far:\n").append(text);
      }
    }
  };
  running(report.main);
  for (const JobNodes& child : report.children) {
    running(child);
  }
  out.append(ContainersText(options.containers));
  return out.empty() ? "nothing has happened yet\n" : out;
}

}  // namespace hpdl::rt
