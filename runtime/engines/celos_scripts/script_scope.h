#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_SCOPE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_SCOPE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/engines/celos_scripts/file_outcome.h"
#include "runtime/engines/celos_scripts/script_world.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/javascript/context.h"
#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// What is done about things that Celos lets pass, and that fail later.
enum class ScriptMode : std::uint8_t {
  kAsCelos,  ///< they load
  /// They are errors of the script: what is no trigger given to `andTrigger`, properties that are
  /// no texts, `.` and `..` as ids.
  kStrict,
};

/// A file of scripts, evaluated in a global scope of its own, which lives on as long as this
/// object.
class ScriptScope {
 public:
  /// `world` lives longer.
  ScriptScope(ScriptMode mode, const js::Limits& limits, ScriptWorld* world);
  ~ScriptScope();
  ScriptScope(const ScriptScope&) = delete;
  ScriptScope& operator=(const ScriptScope&) = delete;

  /// Evaluates a file, once. `now`: what the clock shows to its scripts.
  FileOutcome Evaluate(const ScriptSource& source, ScheduledTime now);
  /// What a slot of a workflow of this file is submitted with. Calls functions of the script.
  Result<Properties> PropertiesOf(const std::string& workflow, ScheduledTime slot,
                                  ScheduledTime now);
  /// The value of a source, shown as a text; for tests.
  js::Context& context();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_SCOPE_H_
