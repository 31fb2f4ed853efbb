#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_LINES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_LINES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/report/job_report.h"
#include "runtime/ground/calendar/time_zone.h"
#include "runtime/server/protocols/oozie/log_filter.h"

namespace hpdl::rt {

/// One line of a job's log.
struct LogLine {
  std::int64_t time_ms = 0;
  std::string_view level;  ///< INFO, WARN or ERROR
  std::string action;      ///< "": the line is about the job itself
  std::string text;        ///< the message, one line
};

/// Returns the lines for the events in a job's run, in the order of time.
std::vector<LogLine> LogLinesOf(const JobReport& report);

/// Writes the lines of one job that match the filter, in the form of Oozie's log. `now_ms` is used
/// as the end of a job that has not ended.
std::string LinesText(const std::vector<LogLine>& lines, const JobRow& job, const LogFilter& filter,
                      std::string_view host_name, const TimeZone& zone, std::int64_t now_ms);

/// Writes the log of a workflow job. `runs` has at least one run of the job; the first run comes
/// first. `now_ms` is used as the end of a job that has not ended.
std::string LogText(const std::vector<JobReport>& runs, const LogFilter& filter,
                    std::string_view host_name, const TimeZone& zone, std::int64_t now_ms);

/// Writes the lines of Oozie's audit log for a job: its submission, its start and its reruns. The
/// callers' addresses are not recorded.
std::string AuditText(const std::vector<JobReport>& runs, const TimeZone& zone);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_LINES_H_
