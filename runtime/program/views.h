#ifndef HPDL_RUNTIME_PROGRAM_VIEWS_H_
#define HPDL_RUNTIME_PROGRAM_VIEWS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/hpdl_abi.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/state_directory.h"

/// What the commands print, as functions from rows to text. JSON shapes: docs/json.md.
namespace hpdl::rt {

/// One job and the nodes of one of its runs.
struct JobNodes {
  JobRow job;
  std::int64_t run = 0;  ///< which run `nodes` and `callbacks` are of
  std::vector<NodeRow> nodes;
  std::vector<CallbackRow> callbacks;  ///< by node, attempt and number
  std::vector<AttemptRow> attempts;    ///< those before the last one, by node and attempt
  /// When automatic retries are due, by node, ms UTC; empty if no process runs the job.
  std::map<std::string, std::int64_t, std::less<>> next_tries;
};

/// A job as read from its journal.
struct JobReport {
  std::string root_id;
  std::string directory;  ///< of the root job
  JobFacts facts;
  JobNodes main;
  std::vector<JobNodes> children;    ///< sub-workflow jobs below it, parents before children
  std::int64_t last_run = 0;         ///< number of the current run of `main`
  NotificationReport notifications;  ///< of all jobs in the journal; none for a child
  bool alive = false;                ///< a process runs the root job now
};

/// Reads the job `id` (a root or a sub-workflow job); `run` of the job itself, the current by
/// default. Of an earlier run, the row of the job is as that run left it, and the sub-workflow jobs
/// are those that nodes of that run have led to.
Result<JobReport> LoadJob(StateDirectory& state, const std::string& id,
                          std::optional<std::int64_t> run);

/// Nodes in the order in which they started; those that have not come last.
void SortByStart(std::vector<NodeRow>* nodes);

/// A line of `jobs`.
struct ListedJob {
  CatalogueEntry entry;
  bool alive = false;  ///< a process runs it now
};
/// `next`: what the next page comes after; "" if there is none.
std::string JobsText(const std::vector<ListedJob>& jobs, const std::string& next,
                     std::int64_t now_ms);
std::string JobsJson(const std::vector<ListedJob>& jobs, const std::string& next);

/// `program` as typed, for the hint how to go on.
std::string InfoText(const JobReport& report, const std::string& program, std::int64_t now_ms);
std::string InfoJson(const JobReport& report);

/// Whether the node has a row or is in the workflow, which may be null.
bool HasNode(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);
/// The workflow token of the run, or of it what `node` put if that is not empty. Nodes are in the
/// order in which the workflow leads to them; without one, in that of their starts.
std::string TokenText(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);
std::string TokenJson(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);

/// The end of a file that a container of the cluster wrote for a node.
struct ContainerText {
  std::string job, node, application, container, file, text;
  std::int64_t size = 0;  ///< of the whole file
};

/// What `log` shows of a job.
struct LogOptions {
  std::vector<ContainerText> containers;  ///< shown after all else
  std::string node;                       ///< empty: all
  std::optional<std::int64_t> attempt;    ///< of `node`; none: the last one, and what came before
  std::uint64_t bytes = 64 * 1024;        ///< at most so many of the end of each file
};
/// One thing that happened, with a key that is the same each time the job is read.
struct LogLine {
  std::string key;
  bool end = false;  ///< of an attempt, a control node or the job
  std::string text;  ///< with the end of the line
  std::string json;  ///< the same as one object, on a line
};
/// What happened so far, in the order of its times.
std::vector<LogLine> LogLines(const JobReport& report, const LogOptions& options);

/// A file that the last attempt of a node writes, or will write.
struct LogFile {
  std::string job;  ///< id
  std::string node;
  std::int64_t attempt = 0;
  std::string stream;  ///< "out" or "err"
  std::string path;
  std::string start;  ///< key of the line that the attempt has started
};
std::vector<LogFile> LogFiles(const JobReport& report, const LogOptions& options);

std::string LogText(const JobReport& report, const LogOptions& options);
std::string LogJson(const JobReport& report, const LogOptions& options);

/// The languages that a graph can be printed in.
enum class GraphFormat : std::uint8_t { kMermaid, kDot, kJson };
/// The graph of a definition; with `nodes`, coloured by their states.
std::string GraphText(const hpdl_workflow& workflow, const JobNodes* nodes, GraphFormat format);

std::string ParamsText(const hpdl_program& program);
std::string ParamsJson(const hpdl_program& program);

/// The files inside the program, with size and hash.
std::string FilesText(const hpdl_program& program);
std::string FilesJson(const hpdl_program& program);

std::string VersionText(const hpdl_program& program);
std::string VersionJson(const hpdl_program& program);
/// Where a workflow's definition is, as messages name it.
std::string FileOf(const hpdl_workflow& workflow);
/// The workflow's name: its text, or the expression as written.
std::string WorkflowName(const hpdl_workflow& workflow);

std::string DryRunText(const hpdl_program& program, const Properties& properties);
std::string DryRunJson(const hpdl_program& program, const Properties& properties);

/// "shell", "fork", ...: the kind of an action, else what the node is.
std::string_view NodeTypeName(const hpdl_node& node);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAM_VIEWS_H_
