#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_REQUESTS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_REQUESTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/engines/celos_scripts/script_scope.h"

/// The requests to the evaluating process, as frames.
namespace hpdl::rt::celos {

/// Evaluates a file. The process keeps the file's scope under its path if workflows have functions.
struct EvaluateRequest {
  ScriptSource source;
  ScriptMode mode = ScriptMode::kStrict;
  ScheduledTime now;
  /// Milliseconds: the limit of the evaluation, and of each later call of its functions.
  std::int32_t time_ms = 1000;
};
/// Computes the properties that a slot of a workflow of a file is submitted with.
struct PropertiesRequest {
  std::string path, workflow;
  ScheduledTime slot, now;
};
/// Drops the scope of a file.
struct ForgetRequest {
  std::string path;
};
/// Compiles a source without running it.
struct CompileRequest {
  std::string path, text;
};
using ScriptRequest =
    std::variant<EvaluateRequest, PropertiesRequest, ForgetRequest, CompileRequest>;

std::string RequestFrame(const ScriptRequest& request);
/// Reads a frame of RequestFrame(). No value: the frame is not valid.
std::optional<ScriptRequest> ReadRequest(std::string_view frame);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_REQUESTS_H_
