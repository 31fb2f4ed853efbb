#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_LOG_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_LOG_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/step_log.h"

namespace hpdl::rt::celos {

/// Writes `celos.log` in a folder. At the first line of a day (UTC) renames the log of the day
/// before to `celos-yyyy-MM-dd.log`. Any thread may use it. Lines may stay in memory until Flush()
/// is called.
class CelosLog final : public StepLog {
 public:
  /// Makes the folder if it is missing; new files get `mode`.
  static Result<std::unique_ptr<CelosLog>> Open(const std::string& folder, mode_t mode = 0666);
  ~CelosLog() override;

  void Write(Severity severity, std::initializer_list<std::string_view> parts) override;
  void Flush();

 private:
  CelosLog(std::string folder, mode_t mode, Descriptor file);
  void Roll(std::int64_t day);
  void WriteOut();

  const std::string folder_;
  const mode_t mode_;
  std::mutex mutex_;
  Descriptor file_;
  std::int64_t day_;  ///< day of the file's lines, in days since 1970
  std::string lines_;
  std::int64_t last_ms_ = -1;
  std::string last_time_;  ///< the time `last_ms_` as TimeOfLine() writes it
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_LOG_H_
