#include <unistd.h>

#include <algorithm>

#include "runtime/program/attempt_files.h"
#include "runtime/program/json.h"
#include "runtime/program/progress.h"
#include "runtime/program/text.h"
#include "runtime/program/views.h"

namespace hpdl::rt {
namespace {

struct Event {
  std::int64_t time_ms = 0;
  const JobNodes* job = nullptr;
  const NodeRow* node = nullptr;  ///< null: of the job itself
  bool end = false;
  const AttemptRow* attempt = nullptr;  ///< null: of the node's last attempt

  std::int64_t sequence() const { return attempt != nullptr ? attempt->sequence : node->sequence; }
};

/// Whether this attempt of a node was asked for.
bool IsWanted(std::int64_t attempt, const LogOptions& options) {
  return !options.attempt || *options.attempt == attempt;
}

/// What a rerun skipped is left out, unless it was asked for: then it is what an earlier run did.
bool Wanted(const NodeRow& node, const LogOptions& options) {
  return options.node.empty() ? !node.skipped : options.node == node.node;
}

void Gather(const JobNodes& job, const LogOptions& options, std::vector<Event>* events) {
  const bool current = job.run == job.job.run;
  if (options.node.empty() && current && job.job.started_ms != 0) {
    events->push_back({job.job.started_ms, &job, nullptr, false});
  }
  for (const NodeRow& node : job.nodes) {
    if (!Wanted(node, options)) {
      continue;
    }
    for (const AttemptRow& row : job.attempts) {
      if (row.node == node.node && IsWanted(row.attempt, options)) {
        events->push_back({row.started_ms, &job, &node, false, &row});
        events->push_back({row.ended_ms, &job, &node, true, &row});
      }
    }
    if (!IsWanted(node.attempt, options)) {
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

std::vector<Event> Events(const JobReport& report, const LogOptions& options) {
  std::vector<Event> events;
  Gather(report.main, options, &events);
  for (const JobNodes& child : report.children) {
    Gather(child, options, &events);
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.time_ms < b.time_ms; });
  return events;
}

std::string AttemptText(const Event& event) {
  std::string out = " try " + std::to_string(event.attempt->attempt + 1);
  if (!event.end) {
    return out + " started";
  }
  out.append(" ").append(StateName(event.attempt->state, event.job->job.dialect)).append(" ");
  out.append(event.attempt->error_code).append(event.attempt->error_code.empty() ? "" : ": ");
  return out.append(OneLine(event.attempt->error_message));
}

std::string EventText(const Event& event) {
  const JobRow& job = event.job->job;
  std::string out = LocalTime(event.time_ms) + "  ";
  if (event.node == nullptr) {
    out.append("job ").append(job.id).append(" ");
    out.append(event.end ? StateName(job.state, job.dialect) : "started");
    if (event.end && !job.error_message.empty()) {
      out.append(" ").append(job.error_code).append(job.error_code.empty() ? "" : ": ");
      out.append(OneLine(job.error_message));
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
    out.append(OneLine(node.error_message));
  }
  return out + "\n";
}

std::int64_t AttemptOf(const Event& event) {
  return event.attempt != nullptr ? event.attempt->attempt : event.node->attempt;
}

std::string_view StateOf(const Event& event) {
  const JobRow& job = event.job->job;
  if (event.node == nullptr) {
    return StateName(job.state, job.dialect);
  }
  return StateName(event.attempt != nullptr ? event.attempt->state : event.node->state,
                   job.dialect);
}

/// The members of the object that stands for an event.
void WriteEvent(JsonWriter* json, const Event& event) {
  json->Time("time", event.time_ms).Member("job", event.job->job.id);
  json->Optional("node", event.node == nullptr ? "" : event.node->node);
  json->Member("event", event.end ? "end" : "start");
  json->Optional("status", event.end ? StateOf(event) : "").Key("attempt");
  event.node == nullptr ? json->Null() : json->Number(AttemptOf(event));
}

std::string EventJson(const Event& event) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("type", "event");
  WriteEvent(&json, event);
  return json.EndObject().Take() + "\n";
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

std::string KeyOf(std::int64_t job, const std::string& node, std::int64_t attempt, bool end) {
  return std::to_string(job) + (end ? "-" : "+") + std::to_string(attempt) + "/" + node;
}

}  // namespace

std::vector<LogLine> LogLines(const JobReport& report, const LogOptions& options) {
  std::vector<LogLine> lines;
  for (const Event& event : Events(report, options)) {
    const std::string node = event.node == nullptr ? std::string() : event.node->node;
    const std::int64_t attempt = event.node == nullptr ? 0 : AttemptOf(event);
    lines.push_back({KeyOf(event.job->job.number, node, attempt, event.end), event.end,
                     EventText(event), EventJson(event)});
  }
  return lines;
}

std::vector<LogFile> LogFiles(const JobReport& report, const LogOptions& options) {
  std::vector<LogFile> files;
  const auto add = [&](const JobNodes& job) {
    for (const NodeRow& node : job.nodes) {
      if (node.sequence != 0 && Wanted(node, options) && IsWanted(node.attempt, options)) {
        const std::string start = KeyOf(job.job.number, node.node, node.attempt, false);
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

std::string LogText(const JobReport& report, const LogOptions& options) {
  std::string out;
  for (const Event& event : Events(report, options)) {
    out.append(EventText(event));
    // What earlier attempts wrote is shown when it is asked for.
    if (event.node != nullptr && event.end && (event.attempt == nullptr || options.attempt)) {
      out.append(WrittenBy(report, event.sequence(), options.bytes));
    }
  }
  // What still runs has output too; its events end with its start.
  const auto running = [&](const JobNodes& job) {
    for (const NodeRow& node : job.nodes) {
      if (node.ended_ms != 0 || !node.error_message.empty() || !Wanted(node, options) ||
          !IsWanted(node.attempt, options)) {
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

std::string LogJson(const JobReport& report, const LogOptions& options) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("job", report.main.job.id);
  json.Member("run", report.main.run).Key("events").BeginArray();
  for (const Event& event : Events(report, options)) {
    json.BeginObject();
    WriteEvent(&json, event);
    json.EndObject();
  }
  json.EndArray().Key("attempts").BeginArray();
  const auto write_one = [&](const JobNodes& job, const std::string& node, std::int64_t attempt,
                             std::int64_t sequence) {
    const std::string out = AttemptPath(report, sequence, ".out");
    const std::string err = AttemptPath(report, sequence, ".err");
    // A file that would be empty may be missing.
    const bool any = ::access(out.c_str(), F_OK) == 0 || ::access(err.c_str(), F_OK) == 0;
    if (!any || !IsWanted(attempt, options)) {
      return;
    }
    json.BeginObject().Member("job", job.job.id).Member("node", node).Member("attempt", attempt);
    WriteTail(&json, "out", out, options.bytes);
    WriteTail(&json, "err", err, options.bytes);
    json.EndObject();
  };
  const auto write = [&](const JobNodes& job) {
    for (const NodeRow& node : job.nodes) {
      if (!Wanted(node, options)) {
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
