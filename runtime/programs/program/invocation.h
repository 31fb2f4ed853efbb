#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_INVOCATION_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_INVOCATION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/programs/program/options.h"
#include "runtime/programs/program/output.h"

namespace hpdl::rt {

/// Exit codes that users can rely on.
enum ExitCode : int {
  kExitDone = 0,    ///< the command succeeded, and its job SUCCEEDED if it ran to its end
  kExitFailed = 1,  ///< the job FAILED, or the command was refused
  kExitUsage = 2,   ///< the command line is wrong, or the run was refused before it began
  kExitKilled = 3,
  kExitSuspended = 4,
  /// The job is parked: its process ended, and `wake` continues the job when a wait is over.
  kExitParked = 5,
  /// A signal ended the process before the job ended. The exit code is kExitSignal plus the
  /// signal's number.
  kExitSignal = 128,
};

/// The data with which a command runs. The object lives as long as the command runs.
struct Invocation {
  const hpdl_program& program;
  const ParsedLine& line;
  std::string self;  ///< the program's name as the user typed it
  Output& out;
  Output& err;

  bool json() const { return line.Value("format") == "json"; }
  /// Returns `self`, followed by --state and its value if they were given. With this beginning, a
  /// command in a hint finds the same job.
  std::string Hint() const;
  /// Writes `self: message` to err and returns `code`.
  int Refuse(int code, std::string_view message);
  int Refuse(int code, const Error& error);
};

/// Returns the value of a number option; nullopt if the option was not given. If the value is not a
/// number, prints an error, sets `*code` to 2 and returns nullopt.
std::optional<std::int64_t> NumberOption(Invocation& call, std::string_view name, int* code);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_INVOCATION_H_
