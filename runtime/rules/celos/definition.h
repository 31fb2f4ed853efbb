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

/// What the scripts of a folder have defined, without any JavaScript: docs/design/celos.md.
namespace hpdl::rt::celos {

/// Where a script has said something.
struct Place {
  std::string file;  ///< its path, below the folder of the scripts, or of the defaults, as given
  int line = 0;      ///< from 1; 0: not known
  int column = 0;    ///< from 1, in bytes
};

/// The times of `hourlySchedule()`, `minutelySchedule()` and `cronSchedule()`.
struct CronSchedule {
  std::string expression;  ///< as written
  Cron cron;
};
/// The times of another workflow, which may not be there: an error at each use then.
struct DependentSchedule {
  std::string workflow;
};
using Schedule = std::variant<CronSchedule, DependentSchedule>;

/// Which of the slots that are ready are submitted.
struct SerialStrategy {
  std::int32_t concurrency = 1;  ///< below 1: none ever
};
struct TrivialStrategy {};  ///< all
using Strategy = std::variant<SerialStrategy, TrivialStrategy>;

struct Trigger;
/// A trigger may stand in several places of several workflows. Null: what a script gave to
/// `andTrigger` or `orTrigger` is no trigger, and asking it is an error.
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
/// Ready when it is later than the slot's time and so many seconds.
struct DelayTrigger {
  std::int32_t seconds = 0;
};
/// Asks another trigger about the slot's time and so many seconds.
struct OffsetTrigger {
  std::int32_t seconds = 0;
  TriggerPtr part;
};
/// Ready when the slot of another workflow at the same time has succeeded.
struct SuccessTrigger {
  std::string workflow;
};
/// Ready when a file or folder is there.
struct HdfsCheckTrigger {
  std::string path;         ///< with time variables
  std::string file_system;  ///< a URI; "": that of the Hadoop configuration
};

struct Trigger {
  std::variant<AlwaysTrigger, AndTrigger, OrTrigger, NotTrigger, DelayTrigger, OffsetTrigger,
               SuccessTrigger, HdfsCheckTrigger>
      kind;
  Place place;
};

/// How many parts a trigger may have, each counted as often as it is asked: `t = andTrigger(t, t)`
/// doubles them.
inline constexpr std::size_t kMostTriggerParts = 10'000;

/// What a job is submitted with, before time variables are replaced and the slot's own are added.
using Properties = std::map<std::string, std::string>;

/// Where workflows of Oozie are submitted.
struct OozieService {
  std::string url;
  /// Nothing: they come of a function of the slot, or are not fit to be submitted with;
  /// PropertySource tells.
  std::optional<Properties> properties;
};

/// Of `contacts`.
struct Contact {
  std::optional<std::string> name, email;
};

/// What `celos.defineWorkflow` has registered.
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

/// A file that ended with an error. What it had defined before stays.
struct ScriptError {
  Place place;
  std::string message;
  std::string excerpt = {};  ///< the line, and a caret below it; "": it is not known
  bool last_good = false;    ///< what the file defined before, when it was whole, holds
};

/// All files of a folder, in the order of their names.
struct Configuration {
  std::map<std::string, Workflow> workflows;  ///< by id
  std::vector<ScriptError> errors;
  std::vector<ScriptError> warnings;  ///< options that do not exist
};

/// Tells what a slot is submitted with: the process that has evaluated the scripts, or a table.
class PropertySource {
 public:
  virtual ~PropertySource() = default;
  /// Those of CELOS_DEFAULT_OOZIE_PROPERTIES, the workflow's own over them, `user.name` of
  /// CELOS_USER_JS_VAR over these. Time variables are as written. An error: the slot cannot be
  /// submitted now.
  virtual Result<Properties> PropertiesOf(const Workflow& workflow, ScheduledTime slot) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_DEFINITION_H_
