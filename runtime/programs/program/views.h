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

/// Functions that turn data into the text that commands print for people. Data about the program
/// itself can also be printed as JSON (docs/json.md).
namespace hpdl::rt {

std::string JobsText(const JobList& list, std::int64_t now_ms);

/// Returns a text with the numbers of notifications that were delivered, that wait, and that were
/// given up. Returns "" if there were no notifications.
std::string NotificationCounts(const NotificationReport& report);

/// Returns the text of `info`. `program` is the program's name as the user typed it; the hints in
/// the text use this name.
std::string InfoText(const JobReport& report, const std::string& program, std::int64_t now_ms);

/// Returns the workflow token of the run. If `node` is not empty, returns only the values that this
/// node put.
std::string TokenText(const JobNodes& job, const hpdl_workflow* workflow, std::string_view node);

std::string LogText(const JobReport& report, const LogOptions& options);
/// Returns the line of one event.
std::string EventText(const LogEvent& event);

/// The languages in which a graph can be printed.
enum class GraphFormat : std::uint8_t { kMermaid, kDot, kJson };
GraphFormat GraphFormatOf(const ParsedLine& line);  ///< the value of --format
/// Returns the graph of a definition. If `nodes` is not null, colours the nodes by their states.
std::string GraphText(const hpdl_workflow& workflow, const JobNodes* nodes, GraphFormat format);

std::string ParamsText(const hpdl_program& program);
std::string ParamsJson(const hpdl_program& program);

/// Lists the files inside the program, with size and hash.
std::string FilesText(const hpdl_program& program);
std::string FilesJson(const hpdl_program& program);

std::string VersionText(const hpdl_program& program);
std::string VersionJson(const hpdl_program& program);
/// Returns the path of a workflow's definition as error messages show it.
std::string FileOf(const hpdl_workflow& workflow);
/// Returns the workflow's name. An expression in the name is not evaluated.
std::string WorkflowName(const hpdl_workflow& workflow);

std::string DryRunText(const hpdl_program& program, const Properties& properties);
std::string DryRunJson(const hpdl_program& program, const Properties& properties);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_VIEWS_H_
