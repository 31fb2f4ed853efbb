#include "runtime/engines/report/job_log.h"

#include <unistd.h>

#include <algorithm>

#include "runtime/engines/report/attempt_files.h"
#include "runtime/ground/base/json_writer.h"

namespace hpdl::rt {
namespace {

void Gather(const JobNodes& job, const LogOptions& options, std::vector<LogEvent>* events) {
  const bool current = job.run == job.job.run;
  if (options.node.empty() && current && job.job.started_ms != 0) {
    events->push_back({job.job.started_ms, &job, nullptr, false});
  }
  for (const NodeRow& node : job.nodes) {
    if (!options.Wants(node)) {
      continue;
    }
    for (const AttemptRow& row : job.attempts) {
      if (row.node == node.node && options.WantsAttempt(row.attempt)) {
        events->push_back({row.started_ms, &job, &node, false, &row});
        events->push_back({row.ended_ms, &job, &node, true, &row});
      }
    }
    if (!options.WantsAttempt(node.attempt)) {
      continue;
    }
    if (node.started_ms != 0) {
      events->push_back({node.started_ms, &job, &node, false});
    }
    if (node.ended_ms != 0 || !node.error_message.empty()) {
      const std::int64_t time = node.ended_ms != 0 ? node.ended_ms : node.started_ms;
      events->push_back({time, &job, &node, true});
    }
  }
  if (options.node.empty() && current && job.job.ended_ms != 0) {
    events->push_back({job.job.ended_ms, &job, nullptr, true});
  }
}

std::string_view StateOf(const LogEvent& event) {
  const JobRow& job = event.job->job;
  if (event.node == nullptr) {
    return StateName(job.state, job.dialect);
  }
  return StateName(event.attempt != nullptr ? event.attempt->state : event.node->state,
                   job.dialect);
}

/// Writes the members of an event's object.
void WriteEvent(JsonWriter* json, const LogEvent& event) {
  json->Time("time", event.time_ms).Member("job", event.job->job.id);
  json->Optional("node", event.node == nullptr ? "" : event.node->node);
  json->Member("event", event.end ? "end" : "start");
  json->Optional("status", event.end ? StateOf(event) : "").Key("attempt");
  if (event.node == nullptr) {
    json->Null();
  } else {
    json->Number(event.AttemptNumber());
  }
}

void WriteContainers(JsonWriter* json, const std::vector<ContainerText>& containers) {
  json->Key("containers").BeginArray();
  for (const ContainerText& each : containers) {
    json->BeginObject().Member("job", each.job).Member("node", each.node);
    json->Member("application", each.application).Member("container", each.container);
    json->Member("file", each.file).Member("size", each.size).Member("text", each.text);
    json->EndObject();
  }
  json->EndArray();
}

/// Returns the key of an event of the attempt with the number `sequence` within the root job.
std::string KeyOf(std::int64_t sequence, bool end) {
  return std::to_string(sequence) + (end ? "-" : "+");
}

}  // namespace

std::string LogEvent::Key() const {
  if (node != nullptr && Sequence() != 0) {
    return KeyOf(Sequence(), end);
  }
  const std::string place = std::to_string(job->job.number) + (end ? "-" : "+");
  // A rerun that skips a control node copies its times, but not the number of its run.
  return node == nullptr ? place + std::to_string(job->run)
                         : place + std::to_string(time_ms) + "/" + node->node;
}

std::vector<LogEvent> LogEvents(const JobReport& report, const LogOptions& options) {
  std::vector<LogEvent> events;
  Gather(report.main, options, &events);
  for (const JobNodes& child : report.children) {
    Gather(child, options, &events);
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const LogEvent& a, const LogEvent& b) { return a.time_ms < b.time_ms; });
  return events;
}

std::vector<LogFile> LogFiles(const JobReport& report, const LogOptions& options) {
  std::vector<LogFile> files;
  const auto add = [&](const JobNodes& job) {
    for (const NodeRow& node : job.nodes) {
      if (node.sequence != 0 && options.Wants(node) && options.WantsAttempt(node.attempt)) {
        const std::string start = KeyOf(node.sequence, false);
        for (const char* stream : {"out", "err"}) {
          files.push_back({job.job.id, node.node, node.attempt, stream,
                           AttemptPath(report, node.sequence, std::string(".") + stream), start});
        }
      }
    }
  };
  add(report.main);
  std::for_each(report.children.begin(), report.children.end(), add);
  return files;
}

std::string EventJson(const LogEvent& event) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("type", "event");
  WriteEvent(&json, event);
  return json.EndObject().Take() + "\n";
}

std::string OutputJson(const LogFile& file, std::string_view text) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("type", "output");
  json.Member("job", file.job).Member("node", file.node).Member("attempt", file.attempt);
  json.Member("stream", file.stream).Member("text", text);
  return json.EndObject().Take() + "\n";
}

std::string LogJson(const JobReport& report, const LogOptions& options) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("job", report.main.job.id);
  json.Member("run", report.main.run).Key("events").BeginArray();
  for (const LogEvent& event : LogEvents(report, options)) {
    json.BeginObject();
    WriteEvent(&json, event);
    json.EndObject();
  }
  json.EndArray().Key("attempts").BeginArray();
  const auto write_one = [&](const JobNodes& job, const std::string& node, std::int64_t attempt,
                             std::int64_t sequence) {
    const std::string out = AttemptPath(report, sequence, ".out");
    const std::string err = AttemptPath(report, sequence, ".err");
    // An attempt without output may have no file.
    const bool any = ::access(out.c_str(), F_OK) == 0 || ::access(err.c_str(), F_OK) == 0;
    if (!any || !options.WantsAttempt(attempt)) {
      return;
    }
    json.BeginObject().Member("job", job.job.id).Member("node", node).Member("attempt", attempt);
    WriteTail(&json, "out", out, options.bytes);
    WriteTail(&json, "err", err, options.bytes);
    json.EndObject();
  };
  const auto write = [&](const JobNodes& job) {
    for (const NodeRow& node : job.nodes) {
      if (!options.Wants(node)) {
        continue;
      }
      for (const AttemptRow& row : job.attempts) {
        if (row.node == node.node) {
          write_one(job, row.node, row.attempt, row.sequence);
        }
      }
      write_one(job, node.node, node.attempt, node.sequence);
    }
  };
  write(report.main);
  for (const JobNodes& child : report.children) {
    write(child);
  }
  json.EndArray();
  WriteContainers(&json, options.containers);
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace hpdl::rt
