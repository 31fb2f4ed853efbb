#ifndef HPDL_RUNTIME_ENGINES_REPORT_JOB_LOG_H_
#define HPDL_RUNTIME_ENGINES_REPORT_JOB_LOG_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/report/job_report.h"

/// What has happened in a job, and what its actions wrote. JSON shapes: docs/json.md.
namespace hpdl::rt {

/// The end of a file that a container of the cluster wrote for a node.
struct ContainerText {
  std::string job, node, application, container, file, text;
  std::int64_t size = 0;  ///< of the whole file
};

/// What is asked of a job's log.
struct LogOptions {
  std::vector<ContainerText> containers;  ///< shown after all else
  std::string node;                       ///< empty: all
  std::optional<std::int64_t> attempt;    ///< of `node`; none: the last one, and what came before
  std::uint64_t bytes = 64 * 1024;        ///< at most so many of the end of each file

  /// What a rerun skipped is left out, unless it was asked for: then it is what an earlier run did.
  bool Wants(const NodeRow& row) const { return node.empty() ? !row.skipped : node == row.node; }
  bool WantsAttempt(std::int64_t number) const { return !attempt || *attempt == number; }
};

/// One thing that happened. It points into the report that it was read from.
struct LogEvent {
  std::int64_t time_ms = 0;
  const JobNodes* job = nullptr;
  const NodeRow* node = nullptr;        ///< null: of the job itself
  bool end = false;                     ///< of an attempt, a control node or the job
  const AttemptRow* attempt = nullptr;  ///< null: of the node's last attempt

  std::int64_t Sequence() const { return attempt != nullptr ? attempt->sequence : node->sequence; }
  std::int64_t AttemptNumber() const {
    return attempt != nullptr ? attempt->attempt : node->attempt;
  }
  /// The same each time that the job is read.
  std::string Key() const;
};
/// What happened so far, in the order of its times.
std::vector<LogEvent> LogEvents(const JobReport& report, const LogOptions& options);

/// A file that the last attempt of a node writes, or will write.
struct LogFile {
  std::string job;  ///< id
  std::string node;
  std::int64_t attempt = 0;
  std::string stream;  ///< "out" or "err"
  std::string path;
  std::string start;  ///< key of the event that the attempt has started
};
std::vector<LogFile> LogFiles(const JobReport& report, const LogOptions& options);

/// What `log --format json` prints.
std::string LogJson(const JobReport& report, const LogOptions& options);
/// Objects of `log --follow --format json`, each a line: an event, and a piece of a file.
std::string EventJson(const LogEvent& event);
std::string OutputJson(const LogFile& file, std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_JOB_LOG_H_
