#include "runtime/engines/celos_scripts/script_scope.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "runtime/engines/celos_scripts/hints.h"
#include "runtime/engines/celos_scripts/option_place.h"
#include "runtime/engines/celos_scripts/prelude.h"
#include "runtime/engines/celos_scripts/pure_functions.h"
#include "runtime/engines/celos_scripts/trigger_table.h"

namespace hpdl::rt::celos {
namespace {

using Arguments = std::vector<js::Value>;

Place PlaceOf(const js::Position& position) {
  return {position.source, position.line, position.column};
}

std::optional<std::string> TextOrNothing(const js::Value& value) {
  return value.IsString() ? std::optional(value.Text()) : std::nullopt;
}

std::int32_t IntOf(const js::Value& value) {
  return static_cast<std::int32_t>(value.Integer());
}

constexpr std::size_t kMostWarnings = 1000;

bool IsSame(const Place& a, const Place& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

/// Returns the elements of an array as texts. An element is a text or a whole number.
std::vector<std::string> TextsOf(const js::Value& array) {
  std::vector<std::string> texts;
  for (std::uint32_t i = 0; i < array.Length(); ++i) {
    const js::Value element = array.At(i);
    texts.push_back(element.IsString() ? element.Text() : std::to_string(element.Integer()));
  }
  return texts;
}

/// Reads a schedule, `{cron: "..."}` or `{dependent: "id"}`, that the prelude has checked.
Schedule ScheduleOf(const js::Value& definition) {
  if (const js::Value cron = definition.Get("cron"); cron.IsString()) {
    std::variant<Cron, CronProblem> read = Cron::OfQuartz(cron.Text());
    if (Cron* good = std::get_if<Cron>(&read)) {
      return CronSchedule{cron.Text(), std::move(*good)};
    }
  }
  return DependentSchedule{definition.Get("dependent").Text()};
}

/// Reads an array in which names and email addresses alternate.
std::vector<Contact> ContactsOf(const js::Value& flat) {
  std::vector<Contact> contacts;
  for (std::uint32_t i = 0; i + 1 < flat.Length(); i += 2) {
    contacts.push_back({TextOrNothing(flat.At(i)), TextOrNothing(flat.At(i + 1))});
  }
  return contacts;
}

}  // namespace

class ScriptScope::State {
 public:
  State(ScriptMode mode, const js::Limits& limits, ScriptWorld* world)
      : world_(world), context_(limits) {
    context_.SetClock([this] { return static_cast<double>(Now().ms); });
    const js::Value host = context_.Object();
    context_.Set(host, "strict", context_.Boolean(mode == ScriptMode::kStrict));
    AddPureFunctions(&context_, host);
    AddTriggers(host);
    AddWorld(host);
    AddDefinitions(host);
    AddPrelude(&context_, host);
  }

  FileOutcome Evaluate(const ScriptSource& source, ScheduledTime now) {
    now_ = now;
    if (Run(source).thrown()) {
      outcome_.error = TakeError(source.path);
    }
    for (Workflow& workflow : outcome_.workflows) {
      FillProperties(&workflow);
    }
    return std::move(outcome_);
  }

  Result<Properties> PropertiesOf(const std::string& workflow, ScheduledTime slot,
                                  ScheduledTime now) {
    now_ = now;
    const auto found = properties_.find(workflow);
    if (found == properties_.end()) {
      return Error{ErrorClass::kError, "", "the scripts define no workflow " + workflow};
    }
    return TakeProperties(found->second.Call({context_.BigInt(slot.ms)}));
  }

  js::Context& context() { return context_; }

 private:
  void Add(const js::Value& host, const char* name, js::Context::HostFunction function) {
    context_.Set(host, name, context_.Function(name, std::move(function)));
  }

  /// Runs a source. Keeps the text of an uncompiled source for hints about mistakes.
  js::Value Run(const ScriptSource& source) {
    if (source.is_code) {
      return context_.EvaluateCode(source.text, source.path);
    }
    texts_[source.path] = source.text;
    return context_.Evaluate(source.text, source.path);
  }

  ScheduledTime Now() {
    outcome_.looked_outside = true;
    return now_;
  }

  // Functions for errors that no script has caught.

  ScriptError TakeError(const std::string& path) {
    const js::Thrown thrown = context_.TakeThrown();
    ScriptError error{PlaceOf(thrown.position), WithHint(thrown.message)};
    if (error.message == "TypeError: not a function") {
      const std::string name = CalledName(texts_[error.place.file], error.place);
      error.message = name.empty() ? error.message : NotAFunction(name, functions_of_celos_);
    }
    if (error.place.file.empty()) {
      error.place.file = path;
    } else if (IsSame(error.place, definition_)) {
      error.place =
          OptionPlace(texts_[error.place.file], definition_, option_).value_or(definition_);
    }
    return error;
  }

  /// Reads an array in which names and values alternate.
  Result<Properties> TakeProperties(const js::Value& flat) {
    if (flat.thrown()) {
      const ScriptError error = TakeError("");
      const Place& place = error.place;
      const std::string where = place.line == 0 ? ""
                                                : place.file + ":" + std::to_string(place.line) +
                                                      ":" + std::to_string(place.column) + ": ";
      return Error{ErrorClass::kError, "", where + error.message};
    }
    Properties properties;
    for (std::uint32_t i = 0; i + 1 < flat.Length(); i += 2) {
      properties[flat.At(i).Text()] = flat.At(i + 1).Text();
    }
    return properties;
  }

  /// Computes the properties of a workflow after the evaluation, unless the properties are a
  /// function.
  void FillProperties(Workflow* workflow) {
    if (functions_.contains(workflow->id)) {
      return;
    }
    const js::Value& of_slot = properties_.at(workflow->id);
    Result<Properties> properties = TakeProperties(of_slot.Call({context_.BigInt(0)}));
    if (properties) {
      workflow->service.properties = std::move(*properties);
    } else {
      outcome_.unfit_properties[workflow->id] = properties.error().message;
    }
  }

  // Functions about triggers. Scripts refer to a trigger by its number.

  js::Value Made(Trigger trigger, const std::vector<int>& parts) {
    trigger.place = PlaceOf(context_.CallerPosition());
    const Result<int> number = triggers_.Add(std::move(trigger), parts);
    return number ? context_.Number(*number) : Throw(&context_, number.error());
  }

  template <class Kind>
  js::Value MadeOfParts(const js::Value& numbers) {
    Kind kind;
    std::vector<int> parts;
    for (std::uint32_t i = 0; i < numbers.Length(); ++i) {
      parts.push_back(IntOf(numbers.At(i)));
      kind.parts.push_back(triggers_.At(parts.back()));
    }
    return Made({std::move(kind), {}}, parts);
  }

  void AddTriggers(const js::Value& host) {
    Add(host, "alwaysTrigger",
        [this](const Arguments&) { return Made({AlwaysTrigger{}, {}}, {}); });
    Add(host, "andTrigger",
        [this](const Arguments& given) { return MadeOfParts<AndTrigger>(Argument(given, 0)); });
    Add(host, "orTrigger",
        [this](const Arguments& given) { return MadeOfParts<OrTrigger>(Argument(given, 0)); });
    Add(host, "notTrigger", [this](const Arguments& given) {
      const int part = IntOf(Argument(given, 0));
      return Made({NotTrigger{triggers_.At(part)}, {}}, {part});
    });
    Add(host, "delayTrigger", [this](const Arguments& given) {
      return Made({DelayTrigger{IntOf(Argument(given, 0))}, {}}, {});
    });
    Add(host, "offsetTrigger", [this](const Arguments& given) {
      const int part = IntOf(Argument(given, 1));
      return Made({OffsetTrigger{IntOf(Argument(given, 0)), triggers_.At(part)}, {}}, {part});
    });
    Add(host, "successTrigger", [this](const Arguments& given) {
      return Made({SuccessTrigger{Argument(given, 0).Text()}, {}}, {});
    });
    Add(host, "hdfsCheckTrigger", [this](const Arguments& given) {
      return Made({HdfsCheckTrigger{Argument(given, 0).Text(), Argument(given, 1).Text()}, {}}, {});
    });
  }

  // Functions by which scripts read defaults, files and registers.

  js::Value ImportDefaults(const std::string& name) {
    const Result<ScriptSource> source = world_->Defaults(name);
    if (!source) {
      return Throw(&context_, source.error());
    }
    return Run(*source);
  }

  void AddWorld(const js::Value& host) {
    Add(host, "now", [this](const Arguments&) { return context_.BigInt(Now().ms); });
    Add(host, "importDefaults",
        [this](const Arguments& given) { return ImportDefaults(Argument(given, 0).Text()); });
    Add(host, "exists", [this](const Arguments& given) {
      outcome_.looked_outside = true;
      const Result<bool> there =
          world_->Exists(Argument(given, 0).Text(), Argument(given, 1).Text());
      return there ? context_.Boolean(*there) : Throw(&context_, there.error());
    });
    Add(host, "register", [this](const Arguments& given) {
      outcome_.looked_outside = true;
      const Result<std::optional<std::string>> json =
          world_->Register(Argument(given, 0).Text(), Argument(given, 1).Text());
      return !json   ? Throw(&context_, json.error())
             : *json ? context_.Text(**json)
                     : context_.Null();
    });
    Add(host, "registers", [this](const Arguments& given) {
      outcome_.looked_outside = true;
      const auto registers = world_->Registers(Argument(given, 0).Text());
      if (!registers) {
        return Throw(&context_, registers.error());
      }
      std::vector<js::Value> flat;
      for (const auto& [key, json] : *registers) {
        flat.push_back(context_.Text(key));
        flat.push_back(context_.Text(json));
      }
      return context_.Array(flat);
    });
  }

  // Functions that define workflows.

  js::Value Define(const js::Value& record) {
    Workflow workflow{.id = record.Get("id").Text(),
                      .schedule = ScheduleOf(record.Get("schedule")),
                      .trigger = triggers_.At(IntOf(record.Get("trigger"))),
                      .start_time = {record.Get("startTime").Integer()},
                      .max_retry_count = IntOf(record.Get("maxRetryCount")),
                      .wait_timeout_seconds = IntOf(record.Get("waitTimeoutSeconds")),
                      .url = TextOrNothing(record.Get("url")),
                      .contacts = ContactsOf(record.Get("contacts")),
                      .place = definition_};
    const js::Value concurrency = record.Get("concurrency");
    if (concurrency.IsNumber()) {
      workflow.strategy = SerialStrategy{IntOf(concurrency)};
    } else {
      workflow.strategy = TrivialStrategy{};
    }
    const js::Value service = record.Get("service");
    workflow.service.url = service.Get("url").Text();
    if (!world_->Claim(workflow.id)) {
      outcome_.refused_ids.push_back(workflow.id);
      return context_.ThrowError("Workflow with this ID already exists: " + workflow.id);
    }
    if (service.Get("isFunction").Boolean()) {
      outcome_.has_functions = true;
      functions_.insert(workflow.id);
    }
    properties_[workflow.id] = service.Get("properties");
    outcome_.workflows.push_back(std::move(workflow));
    definition_ = {};
    return {};
  }

  void AddDefinitions(const js::Value& host) {
    Add(host, "functions", [this](const Arguments& given) {
      functions_of_celos_ = TextsOf(Argument(given, 0));
      return js::Value();
    });
    Add(host, "beginDefinition", [this](const Arguments&) {
      definition_ = PlaceOf(context_.CallerPosition());
      return js::Value();
    });
    Add(host, "option", [this](const Arguments& given) {
      option_ = TextsOf(Argument(given, 0));
      return js::Value();
    });
    Add(host, "define", [this](const Arguments& given) { return Define(Argument(given, 0)); });
    Add(host, "unknownOption", [this](const Arguments& given) {
      const std::string name = Argument(given, 0).Text();
      if (outcome_.warnings.size() < kMostWarnings) {
        const std::string& text = texts_[definition_.file];
        outcome_.warnings.push_back({OptionPlace(text, definition_, {name}).value_or(definition_),
                                     UnknownOption(name, TextsOf(Argument(given, 1)))});
      }
      return js::Value();
    });
  }

  ScriptWorld* world_;
  ScheduledTime now_;
  std::vector<std::string> functions_of_celos_;
  std::map<std::string, std::string> texts_;  ///< the texts of the sources by path
  /// The place of the unfinished call of defineWorkflow, and the option that the call is checking.
  Place definition_;
  std::vector<std::string> option_;
  js::Context context_;
  TriggerTable triggers_;
  FileOutcome outcome_;
  /// Functions that return the properties for a slot's time, by workflow id.
  std::map<std::string, js::Value> properties_;
  std::set<std::string> functions_;  ///< ids of workflows whose properties are a function
};

ScriptScope::ScriptScope(ScriptMode mode, const js::Limits& limits, ScriptWorld* world)
    : state_(std::make_unique<State>(mode, limits, world)) {}

ScriptScope::~ScriptScope() = default;

FileOutcome ScriptScope::Evaluate(const ScriptSource& source, ScheduledTime now) {
  return state_->Evaluate(source, now);
}

Result<Properties> ScriptScope::PropertiesOf(const std::string& workflow, ScheduledTime slot,
                                             ScheduledTime now) {
  return state_->PropertiesOf(workflow, slot, now);
}

js::Context& ScriptScope::context() {
  return state_->context();
}

}  // namespace hpdl::rt::celos
