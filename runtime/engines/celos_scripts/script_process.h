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

/// The process that evaluates scripts: a program whose main calls EvaluateScriptsIfAsked. It is
/// started when it is needed first, and again after it has ended; it may ask questions while it
/// does something. Nothing that a script does to it can harm this one.
///
/// Not thread-safe. Calls wait, for as long as a script may run.
class ScriptProcess {
 public:
  /// `program`: its path; "": this one again.
  explicit ScriptProcess(std::string program) : program_(std::move(program)) {}
  ~ScriptProcess() { Stop(); }
  ScriptProcess(const ScriptProcess&) = delete;
  ScriptProcess& operator=(const ScriptProcess&) = delete;

  /// An error: the process has ended over it, or does not go on; it has been stopped then. Of class
  /// kError if the script has used it up, so that it will do so again; else kTransient.
  Result<FileOutcome> Evaluate(const EvaluateRequest& request, ScriptWorld* world);
  /// The outer error likewise; also of class kTransient: the file has to be evaluated again before.
  Result<Result<Properties>> PropertiesOf(const PropertiesRequest& request, ScriptWorld* world);
  /// Code that a program can evaluate in the place of the source (ScriptSource::is_code).
  Result<std::string> Compile(const CompileRequest& request);
  void Forget(const std::string& path);

  /// Ends the process. What it has kept is gone.
  void Stop();
  /// Another number after each start: scopes of an earlier process are no more. 0: none was
  /// started.
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
