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

/// The treatment of mistakes that make jobs fail later, but that Celos accepts when it loads a
/// script.
enum class ScriptMode : std::uint8_t {
  kAsCelos,  ///< scripts with these mistakes are loaded
  /// Mistakes are errors of the script: an `andTrigger` with an argument that is not a trigger,
  /// properties that are not texts, `.` and `..` as ids.
  kStrict,
};

/// Evaluates a script file in its own global scope, which lives as long as this object.
class ScriptScope {
 public:
  /// `world` must outlive this object.
  ScriptScope(ScriptMode mode, const js::Limits& limits, ScriptWorld* world);
  ~ScriptScope();
  ScriptScope(const ScriptScope&) = delete;
  ScriptScope& operator=(const ScriptScope&) = delete;

  /// Evaluates a file. May be called only once. `now` is the current time for the script.
  FileOutcome Evaluate(const ScriptSource& source, ScheduledTime now);
  /// Returns the properties with which a slot of a workflow of this file is submitted. Calls
  /// functions of the script.
  Result<Properties> PropertiesOf(const std::string& workflow, ScheduledTime slot,
                                  ScheduledTime now);
  /// The context of the JavaScript engine, for tests.
  js::Context& context();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_SCRIPT_SCOPE_H_
