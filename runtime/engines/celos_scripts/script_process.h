#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_PROCESS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "runtime/engines/celos_scripts/file_outcome.h"
#include "runtime/engines/celos_scripts/frame_pipe.h"
#include "runtime/engines/celos_scripts/script_requests.h"
#include "runtime/engines/celos_scripts/script_world.h"
#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// The process that evaluates scripts: a program whose main calls EvaluateScriptsIfAsked. A request
/// starts the process if the process does not run. The process may ask questions during a request.
/// A script can harm only the evaluating process, not this process.
///
/// The class is not thread-safe. Calls block while a script runs.
class ScriptProcess {
 public:
  /// `program` is the path of the program; "" means the program of this process.
  explicit ScriptProcess(std::string program) : program_(std::move(program)) {}
  ~ScriptProcess() { Stop(); }
  ScriptProcess(const ScriptProcess&) = delete;
  ScriptProcess& operator=(const ScriptProcess&) = delete;

  /// Evaluates a file. Returns an error if the process has ended or was stopped. kError means that
  /// the script exceeded its limit of time, memory or questions, so another try would fail too.
  /// kTransient means that another try may succeed.
  Result<FileOutcome> Evaluate(const EvaluateRequest& request, ScriptWorld* world);
  /// Returns the properties of a slot. The outer error has the same meaning as an error of
  /// Evaluate(). The outer error is also kTransient if the file must be evaluated first.
  Result<Result<Properties>> PropertiesOf(const PropertiesRequest& request, ScriptWorld* world);
  /// Compiles a source to code that a program can evaluate instead of the source
  /// (ScriptSource::is_code).
  Result<std::string> Compile(const CompileRequest& request);
  void Forget(const std::string& path);

  /// Ends the process and loses the scopes that it keeps.
  void Stop();
  /// The number of times that the process was started. The scopes of the earlier processes are
  /// lost.
  std::uint64_t generation() const { return generation_; }
  bool running() const { return pipe_.has_value(); }

 private:
  Result<void> Start();
  Result<std::string> Ask(const ScriptRequest& request, ScriptWorld* world);
  Error Ended(const std::optional<std::string>& last);

  std::string program_;
  std::optional<FramePipe> pipe_;
  pid_t child_ = -1;
  std::uint64_t generation_ = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_PROCESS_H_
