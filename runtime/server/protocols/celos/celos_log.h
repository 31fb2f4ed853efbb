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

/// `celos.log` of a folder; at the first line of a day (UTC) that of the day before becomes
/// `celos-yyyy-MM-dd.log`. For any thread. Lines may stay here until Flush().
class CelosLog final : public StepLog {
 public:
  /// Makes the folder if it is missing, and files with this mode.
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
  std::int64_t day_;  ///< of its lines, since 1970
  std::string lines_;
  std::int64_t last_ms_ = -1;
  std::string last_time_;  ///< of last_ms_, as it is written
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_LOG_H_
