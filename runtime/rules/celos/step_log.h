#ifndef HPDL_RUNTIME_RULES_CELOS_STEP_LOG_H_
#define HPDL_RUNTIME_RULES_CELOS_STEP_LOG_H_

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace hpdl::rt::celos {

enum class Severity : std::uint8_t { kInfo, kError };

/// Receives the lines of Celos' log. A step writes a line for each waiting slot, so the parts of a
/// line are not joined before they are written.
class StepLog {
 public:
  virtual ~StepLog() = default;
  /// Writes `parts`, one after another, as one line.
  virtual void Write(Severity severity, std::initializer_list<std::string_view> parts) = 0;

  template <class... Parts>
  void Info(const Parts&... parts) {
    Write(Severity::kInfo, {std::string_view(parts)...});
  }
  template <class... Parts>
  void Problem(const Parts&... parts) {
    Write(Severity::kError, {std::string_view(parts)...});
  }
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_STEP_LOG_H_
