#ifndef HPDL_RUNTIME_ENGINES_REPORT_ATTEMPT_FILES_H_
#define HPDL_RUNTIME_ENGINES_REPORT_ATTEMPT_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/engines/report/job_report.h"
#include "runtime/ground/base/json_writer.h"

/// The outputs of attempts: files in the job's directory.
namespace hpdl::rt {

/// The last bytes of a file that an attempt wrote, and the size of the whole file.
struct Tail {
  bool exists = false;
  std::uint64_t size = 0;
  std::string text;
};

/// Reads the last `bytes` of a regular file. Tail::exists is false for any other file.
Tail ReadTail(const std::string& path, std::uint64_t bytes);

/// The path of an attempt's file. `sequence` is the attempt's sequence number; `suffix` is ".out"
/// or ".err".
std::string AttemptPath(const JobReport& report, std::int64_t sequence, std::string_view suffix);

/// Writes the member `name` with the path, the size and the last `bytes` of the file. The member is
/// null if the file does not exist.
void WriteTail(JsonWriter* json, std::string_view name, const std::string& path,
               std::uint64_t bytes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_REPORT_ATTEMPT_FILES_H_
