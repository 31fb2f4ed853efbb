#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEWS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEWS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/engines/report/job_list.h"
#include "runtime/engines/report/job_log.h"
#include "runtime/engines/report/job_report.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/programs/program/options.h"

/// What the commands print for people, as functions from data to text; and of what is in the
/// program itself, as JSON too (docs/json.md).
namespace hpdl::rt {

std::string JobsText(const JobList& list, std::int64_t now_ms);

/// How many were delivered and how many not; "": there were none.
std::string NotificationCounts(const NotificationReport& report);

/// `program` as typed, for the hint how to go on.
std::string InfoText(const JobReport& report, const std::string& program, std::int64_t now_ms);

/// The workflow token of the run, or of it what `node` put if that is not empty.
std::string TokenText(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);

std::string LogText(const JobReport& report, const LogOptions& options);
/// The line of one event.
std::string EventText(const LogEvent& event);

/// The languages that a graph can be printed in.
enum class GraphFormat : std::uint8_t { kMermaid, kDot, kJson };
GraphFormat GraphFormatOf(const ParsedLine& line);  ///< what --format says
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

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEWS_H_
