#ifndef HPDL_RUNTIME_ENGINES_REPORT_JOB_LOG_H_
#define HPDL_RUNTIME_ENGINES_REPORT_JOB_LOG_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/report/job_report.h"

/// Lists the events of a job and the outputs of its actions. docs/json.md describes the JSON.
namespace hpdl::rt {

/// The last part of a file that a container of the cluster wrote for a node.
struct ContainerText {
  std::string job, node, application, container, file, text;
  std::int64_t size = 0;  ///< the size of the whole file in bytes
};

/// The options of a job's log.
struct LogOptions {
  std::vector<ContainerText> containers;  ///< the texts that the log shows at its end
  std::string node;  ///< the only node to show; empty if the log shows all nodes
  /// The number of the only attempt of `node` to show. If there is no value, all attempts are
  /// shown.
  std::optional<std::int64_t> attempt;
  std::uint64_t bytes = 64 * 1024;  ///< the maximum number of bytes that are shown from the end of
                                    ///< each file

  /// True if the log shows the node of `row`. A node that a rerun has skipped is only shown if
  /// `node` names it, because its record is from an earlier run.
  bool Wants(const NodeRow& row) const { return node.empty() ? !row.skipped : node == row.node; }
  bool WantsAttempt(std::int64_t number) const { return !attempt || *attempt == number; }
};

/// One event of a job. The pointers point into the report from which the event was made.
struct LogEvent {
  std::int64_t time_ms = 0;
  const JobNodes* job = nullptr;
  const NodeRow* node = nullptr;  ///< null for an event of the job itself
  bool end = false;  ///< true for the end of an attempt, a control node or the job; false for the
                     ///< start
  const AttemptRow* attempt = nullptr;  ///< the event's attempt if it is not the node's last
                                        ///< attempt, otherwise null

  std::int64_t Sequence() const { return attempt != nullptr ? attempt->sequence : node->sequence; }
  std::int64_t AttemptNumber() const {
    return attempt != nullptr ? attempt->attempt : node->attempt;
  }
  /// Returns a text that identifies the event. The text stays the same when the job is read again,
  /// and in a rerun that skips the event's node.
  std::string Key() const;
};
/// Returns the events in the report, ordered by time.
std::vector<LogEvent> LogEvents(const JobReport& report, const LogOptions& options);

/// A file that the last attempt of a node writes or will write.
struct LogFile {
  std::string job;  ///< id of the job
  std::string node;
  std::int64_t attempt = 0;
  std::string stream;  ///< "out" or "err"
  std::string path;
  std::string start;  ///< Key() of the attempt's start event
};
std::vector<LogFile> LogFiles(const JobReport& report, const LogOptions& options);

/// The output of `log --format json`.
std::string LogJson(const JobReport& report, const LogOptions& options);
/// EventJson() and OutputJson() each return one line of `log --follow --format json`: the object of
/// an event, or the object of a piece of a file.
std::string EventJson(const LogEvent& event);
std::string OutputJson(const LogFile& file, std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_JOB_LOG_H_
