#ifndef HPDL_RUNTIME_RULES_CELOS_DEFINITION_H_
#define HPDL_RUNTIME_RULES_CELOS_DEFINITION_H_

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runtime/ground/calendar/cron.h"
#include "runtime/rules/celos/scheduled_time.h"

/// The definitions that the scripts of a folder make, as plain C++ data (docs/design/celos.md).
namespace hpdl::rt::celos {

/// A position in a script file.
struct Place {
  /// The path of the file. It begins with the folder's path as written in the settings.
  std::string file;
  int line = 0;    ///< counted from 1; 0 if unknown
  int column = 0;  ///< counted from 1, in bytes
};

/// The schedule of `hourlySchedule()`, `minutelySchedule()` or `cronSchedule()`.
struct CronSchedule {
  std::string expression;  ///< the cron expression as written in the script
  Cron cron;
};
/// A schedule that follows another workflow: it has the times of that workflow's schedule. If that
/// workflow does not exist, each use of the schedule is an error.
struct DependentSchedule {
  std::string workflow;
};
using Schedule = std::variant<CronSchedule, DependentSchedule>;

/// A strategy chooses the READY slots that are submitted. This strategy limits the number of
/// RUNNING slots.
struct SerialStrategy {
  std::int32_t concurrency = 1;  ///< if below 1, no slot is ever submitted
};
struct TrivialStrategy {};  ///< this strategy submits all READY slots
using Strategy = std::variant<SerialStrategy, TrivialStrategy>;

struct Trigger;
/// A trigger. Several triggers and workflows may share it. If a script passes a value that is not a
/// trigger to `andTrigger` or `orTrigger`, the pointer is null. It is an error to evaluate a null
/// pointer.
using TriggerPtr = std::shared_ptr<const Trigger>;

struct AlwaysTrigger {};
struct AndTrigger {
  std::vector<TriggerPtr> parts;
};
struct OrTrigger {
  std::vector<TriggerPtr> parts;
};
struct NotTrigger {
  TriggerPtr part;
};
/// A trigger that is ready when the current time is later than the slot's time plus `seconds`.
struct DelayTrigger {
  std::int32_t seconds = 0;
};
/// A trigger that evaluates the trigger `part` for the slot's time plus `seconds`.
struct OffsetTrigger {
  std::int32_t seconds = 0;
  TriggerPtr part;
};
/// A trigger that is ready when the slot of another workflow at the same time has succeeded.
struct SuccessTrigger {
  std::string workflow;
};
/// A trigger that is ready when a file or folder exists.
struct HdfsCheckTrigger {
  std::string path;         ///< may contain time variables such as `${year}`
  std::string file_system;  ///< a URI; empty for the file system of the Hadoop configuration
};

struct Trigger {
  std::variant<AlwaysTrigger, AndTrigger, OrTrigger, NotTrigger, DelayTrigger, OffsetTrigger,
               SuccessTrigger, HdfsCheckTrigger>
      kind;
  Place place;
};

/// The maximum number of triggers in a trigger: the trigger itself and all nested triggers. A
/// nested trigger counts each time that it is evaluated, so `t = andTrigger(t, t)` doubles the
/// number and adds 1.
inline constexpr std::size_t kMostTriggerParts = 10'000;

/// The properties of a job at its submission, before time variables are replaced and the slot's own
/// properties are added.
using Properties = std::map<std::string, std::string>;

/// The Oozie server to which a workflow is submitted.
struct OozieService {
  std::string url;
  /// The properties, if they are the same for all slots. nullopt: a function of the script returns
  /// the properties of each slot, or the properties cannot be submitted. A PropertySource then
  /// returns the properties of a slot or an error.
  std::optional<Properties> properties;
};

/// One entry of a workflow's `contacts`.
struct Contact {
  std::optional<std::string> name, email;
};

/// A workflow that `celos.defineWorkflow` has registered.
struct Workflow {
  std::string id;
  Schedule schedule;
  Strategy strategy;
  TriggerPtr trigger;
  OozieService service;
  ScheduledTime start_time;
  std::int32_t max_retry_count = 0;
  std::int32_t wait_timeout_seconds = std::numeric_limits<std::int32_t>::max();
  std::optional<std::string> url;
  std::vector<Contact> contacts;
  Place place;
};

/// The error with which a script file ended. The file's definitions before the error stay valid.
struct ScriptError {
  Place place;
  std::string message;
  std::string excerpt = {};  ///< the line of the error, with a caret below; empty if unknown
  /// True if the file's last version without an error supplies the definitions.
  bool last_good = false;
};

/// The definitions of all files of a folder, read in the order of the files' names.
struct Configuration {
  std::map<std::string, Workflow> workflows;  ///< the workflows by id
  std::vector<ScriptError> errors;
  /// One warning for each use of an option that does not exist.
  std::vector<ScriptError> warnings;
};

/// Returns the properties of a slot's job. An implementation gets them from the process that has
/// evaluated the scripts, or from a table.
class PropertySource {
 public:
  virtual ~PropertySource() = default;
  /// Returns CELOS_DEFAULT_OOZIE_PROPERTIES, overridden by the workflow's own properties, then by
  /// `user.name` of CELOS_USER_JS_VAR. Time variables are not replaced. If the result is an error,
  /// the slot cannot be submitted now.
  virtual Result<Properties> PropertiesOf(const Workflow& workflow, ScheduledTime slot) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_DEFINITION_H_
