#include <optional>

#include "runtime/engines/report/job_json.h"
#include "runtime/ground/base/amounts.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/without_code.h"
#include "runtime/ground/calendar/local_time.h"
#include "runtime/ground/progress/live_terminal.h"
#include "runtime/programs/program/progress.h"
#include "runtime/programs/program/progress_live.h"
#include "runtime/programs/program/waits.h"
#include "runtime/store/wait.h"

namespace hpdl::rt {
namespace {

/// Writes one line for each event, for logs: `12:00:01 count-a RUNNING shell`.
class PlainProgress final : public ProgressView {
 public:
  PlainProgress(ProgressSetup setup, Output* out) : setup_(std::move(setup)), out_(out) {}

  void OnEvent(const ProgressEvent& event) override {
    if (event.type == ProgressEvent::Type::kWaiting) {
      return;
    }
    std::string line = LocalClock(event.time_ms);
    if (event.type == ProgressEvent::Type::kJob) {
      line.append(" job ").append(event.job_id).append(" ").append(event.state);
    } else {
      line.append(" ").append(OneLine(event.node)).append(" ");
      line.append(ShownState(event.node_type, event.state));
      line.append(event.node_type.empty() ? "" : " ").append(event.node_type);
    }
    if (event.attempt > 0) {
      line.append(" retry ").append(std::to_string(event.attempt));
    }
    if (!event.transition.empty()) {
      line.append(" -> ").append(OneLine(event.transition));
    }
    if (!event.error_code.empty() || !event.message.empty()) {
      line.append(" ").append(event.error_code).append(event.error_code.empty() ? "" : ": ");
      line.append(OneLine(WithoutCode(event.error_code, event.message)));
    }
    if (event.next_try_ms != 0) {
      line.append("; ").append(NextTryText(event.next_try_ms, event.time_ms));
    }
    out_->Line(line);
  }

  void OnTick(std::int64_t) override { out_->Flush(); }

  void Finish(const JobRow& job, const std::vector<NodeRow>& troubles,
              std::int64_t now_ms) override {
    out_->Write(SummaryText(setup_, job, troubles, now_ms));
    out_->Flush();
  }

 private:
  ProgressSetup setup_;
  Output* out_;
};

/// Writes one JSON object on each line; docs/json.md describes the members.
class JsonProgress final : public ProgressView {
 public:
  explicit JsonProgress(Output* out) : out_(out) {}

  void OnEvent(const ProgressEvent& event) override {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1});
    json.Member("type", TypeName(event.type)).Time("time", event.time_ms);
    json.Member("job", event.job_id);
    if (event.type != ProgressEvent::Type::kJob) {
      json.Member("node", event.node);
    }
    if (event.type == ProgressEvent::Type::kWaiting) {
      json.Member("waiting", event.waiting);
    } else {
      json.Member("status", event.state);
    }
    if (event.type == ProgressEvent::Type::kNode) {
      json.Member("nodeType", event.node_type);
      json.Member("attempt", static_cast<std::int64_t>(event.attempt));
      json.Optional("transition", event.transition);
      json.Time("started", event.started_ms).Time("nextTry", event.next_try_ms);
    }
    if (event.type != ProgressEvent::Type::kWaiting) {
      json.Optional("errorCode", event.error_code).Optional("errorMessage", event.message);
    }
    out_->Line(json.EndObject().text());
  }

  void OnTick(std::int64_t) override { out_->Flush(); }

  void Finish(const JobRow& job, const std::vector<NodeRow>& troubles,
              std::int64_t now_ms) override {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1}).Member("type", "result");
    json.Time("time", now_ms).Member("job", job.id);
    json.Member("status", StateName(job.state, job.dialect)).Member("run", job.run);
    json.Time("started", job.started_ms).Time("ended", job.ended_ms);
    json.Optional("errorCode", job.error_code).Optional("errorMessage", job.error_message);
    WriteParked(&json, job);
    json.Key("troubles").BeginArray();
    for (const NodeRow& node : troubles) {
      json.BeginObject().Member("node", node.node).Member("nodeType", node.type);
      json.Member("status", StateName(node.state, job.dialect));
      json.Optional("errorCode", node.error_code).Optional("errorMessage", node.error_message);
      json.EndObject();
    }
    out_->Line(json.EndArray().EndObject().text());
    out_->Flush();
  }

 private:
  static std::string_view TypeName(ProgressEvent::Type type) {
    switch (type) {
      case ProgressEvent::Type::kJob:
        return "job";
      case ProgressEvent::Type::kNode:
        return "node";
      case ProgressEvent::Type::kWaiting:
        break;
    }
    return "waiting";
  }
  Output* out_;
};

class NoProgress final : public ProgressView {
 public:
  void OnEvent(const ProgressEvent&) override {}
  void OnTick(std::int64_t) override {}
  void Finish(const JobRow&, const std::vector<NodeRow>&, std::int64_t) override {}
};

/// Shortens a message to one line, because the last output of an action may be long. `info` shows
/// the whole message.
std::string Brief(std::string_view text) {
  return Fit(OneLine(text), 300, false);
}

}  // namespace

ProgressMode ChooseProgress(std::string_view option, int fd) {
  if (option == "plain") {
    return ProgressMode::kPlain;
  }
  if (option == "json") {
    return ProgressMode::kJson;
  }
  if (option == "none") {
    return ProgressMode::kNone;
  }
  return CanShowFrames(fd) ? ProgressMode::kLive : ProgressMode::kPlain;
}

std::unique_ptr<ProgressView> MakeProgress(ProgressMode mode, ProgressSetup setup, Output* out) {
  switch (mode) {
    case ProgressMode::kLive:
      return MakeLiveProgress(std::move(setup), out);
    case ProgressMode::kPlain:
      return std::make_unique<PlainProgress>(std::move(setup), out);
    case ProgressMode::kJson:
      return std::make_unique<JsonProgress>(out);
    case ProgressMode::kNone:
      break;
  }
  return std::make_unique<NoProgress>();
}

std::string EndLine(const JobRow& job) {
  std::string line = job.id + " " + std::string(StateName(job.state, job.dialect));
  if (!job.error_code.empty() || !job.error_message.empty()) {
    line.append(": ").append(job.error_code).append(job.error_code.empty() ? "" : ": ");
    line.append(Brief(WithoutCode(job.error_code, job.error_message)));
  } else if (job.state == JobState::kSuspended) {
    line.append(" by ").append(job.suspended_by.empty() ? "a request" : job.suspended_by);
  }
  return line;
}

std::string SummaryText(const ProgressSetup& setup, const JobRow& job,
                        const std::vector<NodeRow>& troubles, std::int64_t now_ms) {
  constexpr std::size_t kMost = 10;
  std::string out;
  for (std::size_t i = 0; i < troubles.size() && i < kMost; ++i) {
    const NodeRow& node = troubles[i];
    out.append(OneLine(node.node)).append(" ").append(StateName(node.state, job.dialect));
    if (!node.error_code.empty() || !node.error_message.empty()) {
      out.append(": ").append(node.error_code).append(node.error_code.empty() ? "" : ": ");
      out.append(Brief(WithoutCode(node.error_code, node.error_message)));
    }
    out.append("\n");
  }
  if (troubles.size() > kMost) {
    out.append("and ").append(std::to_string(troubles.size() - kMost)).append(" more\n");
  }
  const std::int64_t end = job.ended_ms == 0 ? now_ms : job.ended_ms;
  const std::int64_t begin =
      job.started_ms == 0 || job.ended_ms == 0 ? setup.begin_ms : job.started_ms;
  out.append(OneLine(setup.app_name)).append(" ").append(StateName(job.state, job.dialect));
  out.append(IsEnd(job.state) ? " after " : " at ").append(DurationText(end - begin));
  out.append("  ").append(job.id).append("\n");
  if (!job.error_code.empty() || !job.error_message.empty()) {
    out.append("  ").append(job.error_code).append(job.error_code.empty() ? "" : ": ");
    out.append(Brief(WithoutCode(job.error_code, job.error_message))).append("\n");
  }
  if (job.state == JobState::kSuspended) {
    out.append("  suspended by ").append(job.suspended_by.empty() ? "a request" : job.suspended_by);
    out.append("; go on:   ").append(setup.program).append(" resume ").append(job.id).append("\n");
  }
  const std::optional<ParkingNote> note =
      job.parked ? DecodeNote(*job.parked) : std::optional<ParkingNote>();
  if (note) {
    out.append("  parked until a wait is over:\n").append(WaitLines(*note, now_ms));
    out.append("  look now:  ").append(setup.program).append(" wake ").append(job.id).append("\n");
  } else if (job.state == JobState::kRunning) {
    out.append("  a signal has ended this process, not the job");
    if (!job.suspended_by.empty()) {
      out.append("; the job still has to reach ").append(job.suspended_by);
    }
    out.append("; go on:   ").append(setup.program).append(" resume ").append(job.id).append("\n");
  }
  out.append("  more:      ").append(setup.program).append(" info ").append(job.id).append("\n");
  if (job.state == JobState::kFailed || job.state == JobState::kKilled) {
    out.append("  output:    ").append(setup.program).append(" log ").append(job.id).append("\n");
    out.append("  run again: ").append(setup.program).append(" rerun ").append(job.id);
    out.append(" --failed\n");
  }
  return out;
}

}  // namespace hpdl::rt
