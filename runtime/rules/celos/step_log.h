#ifndef HPDL_RUNTIME_RULES_CELOS_STEP_LOG_H_
#define HPDL_RUNTIME_RULES_CELOS_STEP_LOG_H_

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace hpdl::rt::celos {

enum class Severity : std::uint8_t { kInfo, kError };

/// Where lines of Celos' log go. A step has a line for each slot that waits, so lines are not put
/// together before they are written.
class StepLog {
 public:
  virtual ~StepLog() = default;
  /// One line of these parts.
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
