#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_LINES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_LINES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/report/job_report.h"
#include "runtime/ground/base/time_zone.h"
#include "runtime/server/protocols/oozie/log_filter.h"

namespace hpdl::rt {

/// One line of a job's log.
struct LogLine {
  std::int64_t time_ms = 0;
  std::string_view level;  ///< INFO, WARN or ERROR
  std::string action;      ///< "": of the job itself
  std::string text;        ///< one line
};

/// What has happened in the run of a job, in the order of time.
std::vector<LogLine> LogLinesOf(const JobReport& report);

/// Lines of one job as Oozie has them in its log, of what the filter means. `now_ms` is the end of
/// a job that has none yet.
std::string LinesText(const std::vector<LogLine>& lines, const JobRow& job, const LogFilter& filter,
                      std::string_view host_name, const TimeZone& zone, std::int64_t now_ms);

/// The same of the runs of a workflow job. `runs` are those of one job, the
/// first one first, and not empty; `now_ms` is the end of a job that has none yet.
std::string LogText(const std::vector<JobReport>& runs, const LogFilter& filter,
                    std::string_view host_name, const TimeZone& zone, std::int64_t now_ms);

/// The lines that Oozie's audit log has of a job: that it was submitted, started and rerun. From
/// where that was asked is not recorded.
std::string AuditText(const std::vector<JobReport>& runs, const TimeZone& zone);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_LINES_H_
