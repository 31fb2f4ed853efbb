#ifndef HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_PROGRAM_LOG_H_
#define HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_PROGRAM_LOG_H_

#include "runtime/programs/program/output.h"
#include "runtime/rules/celos/step_log.h"

namespace hpdl::rt::celos {

/// Writes the log lines of the scheduler's steps as they happen. If `all` is false, writes only the
/// lines that report a change or a problem.
class ProgramLog final : public StepLog {
 public:
  ProgramLog(Output& out, Output& err, bool all) : out_(out), err_(err), all_(all) {}
  void Write(Severity severity, std::initializer_list<std::string_view> parts) override;

 private:
  Output& out_;
  Output& err_;
  const bool all_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_PROGRAMS_CELOS_PROGRAM_PROGRAM_LOG_H_
