#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_REQUESTS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_REQUESTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/engines/celos_scripts/script_scope.h"

/// Converts requests into frames for the evaluating process, and converts these frames back into
/// requests.
namespace hpdl::rt::celos {

/// A request to evaluate a file. If properties of workflows are functions, the evaluating process
/// keeps the file's JavaScript scope, to call these functions later.
struct EvaluateRequest {
  ScriptSource source;
  ScriptMode mode = ScriptMode::kStrict;
  ScheduledTime now;
  /// The time limit, in milliseconds, of the evaluation and of each later call of the file's
  /// functions.
  std::int32_t time_ms = 1000;
};
/// A request to compute the properties with which a slot of a workflow is submitted. `path` is the
/// file that defines the workflow.
struct PropertiesRequest {
  std::string path, workflow;
  ScheduledTime slot, now;
};
/// A request to drop the JavaScript scope of a file.
struct ForgetRequest {
  std::string path;
};
/// A request to compile a source without running the source.
struct CompileRequest {
  std::string path, text;
};
using ScriptRequest =
    std::variant<EvaluateRequest, PropertiesRequest, ForgetRequest, CompileRequest>;

std::string RequestFrame(const ScriptRequest& request);
/// Reads a frame that RequestFrame() has made. Returns no value if the frame is invalid.
std::optional<ScriptRequest> ReadRequest(std::string_view frame);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_REQUESTS_H_
