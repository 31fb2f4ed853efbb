#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_REQUESTS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_REQUESTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/engines/celos_scripts/script_scope.h"

/// What the evaluating process is asked, as frames.
namespace hpdl::rt::celos {

/// Evaluates a file. Its scope is kept, by the path, if there are functions in it.
struct EvaluateRequest {
  ScriptSource source;
  ScriptMode mode = ScriptMode::kStrict;
  ScheduledTime now;
  std::int32_t time_ms = 1000;  ///< how long it may run, and each call of its functions later
};
/// What a slot of a workflow of a file is submitted with.
struct PropertiesRequest {
  std::string path, workflow;
  ScheduledTime slot, now;
};
/// A scope is needed no more.
struct ForgetRequest {
  std::string path;
};
/// Makes code of a source, and runs nothing of it.
struct CompileRequest {
  std::string path, text;
};
using ScriptRequest =
    std::variant<EvaluateRequest, PropertiesRequest, ForgetRequest, CompileRequest>;

std::string RequestFrame(const ScriptRequest& request);
/// Nothing: this is none.
std::optional<ScriptRequest> ReadRequest(std::string_view frame);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_REQUESTS_H_
