#include "runtime/engines/celos_scripts/outcome_frames.h"

#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "runtime/engines/celos_scripts/trigger_table.h"
#include "runtime/ground/base/frames.h"

namespace hpdl::rt::celos {
namespace {

using Indexes = std::map<const Trigger*, std::int32_t>;

void WritePlace(FrameWriter* frame, const Place& place) {
  frame->String(place.file);
  frame->Number(static_cast<std::int32_t>(place.line));
  frame->Number(static_cast<std::int32_t>(place.column));
}

Place ReadPlace(FrameReader* frame) {
  Place place;
  std::int32_t line = 0, column = 0;
  frame->String(&place.file);
  frame->Number(&line);
  frame->Number(&column);
  place.line = line;
  place.column = column;
  return place;
}

void WriteErrors(FrameWriter* frame, const std::vector<ScriptError>& errors) {
  frame->Number(static_cast<std::uint32_t>(errors.size()));
  for (const ScriptError& error : errors) {
    WritePlace(frame, error.place);
    frame->String(error.message);
  }
}

std::vector<ScriptError> ReadErrors(FrameReader* frame) {
  std::uint32_t count = 0;
  frame->Number(&count);
  std::vector<ScriptError> errors;
  for (std::uint32_t i = 0; frame->ok() && i < count; ++i) {
    errors.push_back({ReadPlace(frame), {}});
    frame->String(&errors.back().message);
  }
  return errors;
}

void WriteTextOrNothing(FrameWriter* frame, const std::optional<std::string>& text) {
  frame->Number(static_cast<std::uint8_t>(text.has_value()));
  frame->String(text.value_or(""));
}

std::optional<std::string> ReadTextOrNothing(FrameReader* frame) {
  bool there = false;
  std::string text;
  frame->Flag(&there);
  frame->String(&text);
  return there ? std::optional(std::move(text)) : std::nullopt;
}

void WriteMap(FrameWriter* frame, const std::map<std::string, std::string>& map) {
  frame->Number(static_cast<std::uint32_t>(map.size()));
  for (const auto& [name, value] : map) {
    frame->String(name);
    frame->String(value);
  }
}

std::map<std::string, std::string> ReadMap(FrameReader* frame) {
  std::uint32_t count = 0;
  frame->Number(&count);
  std::map<std::string, std::string> map;
  for (std::uint32_t i = 0; frame->ok() && i < count; ++i) {
    std::string name;
    frame->String(&name);
    frame->String(&map[name]);
  }
  return map;
}

// Each trigger is written once, after the triggers that are nested in it. Triggers are numbered in
// this order; -1 means no trigger.

/// Collects triggers and the triggers that are nested in them, and writes each trigger once. The
/// recursion is bounded because TriggerTable limits the nesting.
class TriggerWriter {
 public:
  std::int32_t Add(const TriggerPtr& trigger) {
    if (trigger == nullptr) {
      return -1;
    }
    if (const auto known = indexes_.find(trigger.get()); known != indexes_.end()) {
      return known->second;
    }
    std::vector<std::int32_t> parts;
    std::visit([&](const auto& kind) { AddParts(kind, &parts); }, trigger->kind);
    order_.emplace_back(trigger.get(), std::move(parts));
    const auto index = static_cast<std::int32_t>(order_.size() - 1);
    indexes_[trigger.get()] = index;
    return index;
  }

  void Write(FrameWriter* frame) const {
    frame->Number(static_cast<std::uint32_t>(order_.size()));
    for (const auto& [trigger, parts] : order_) {
      frame->Number(static_cast<std::uint8_t>(trigger->kind.index()));
      WritePlace(frame, trigger->place);
      frame->Numbers(parts);
      std::visit([&](const auto& kind) { WriteRest(kind, frame); }, trigger->kind);
    }
  }

 private:
  template <class Kind>
  void AddParts(const Kind& kind, std::vector<std::int32_t>* parts) {
    if constexpr (requires { kind.parts; }) {
      for (const TriggerPtr& part : kind.parts) {
        parts->push_back(Add(part));
      }
    } else if constexpr (requires { kind.part; }) {
      parts->push_back(Add(kind.part));
    }
  }
  template <class Kind>
  static void WriteRest(const Kind& kind, FrameWriter* frame) {
    if constexpr (requires { kind.seconds; }) {
      frame->Number(kind.seconds);
    }
    if constexpr (requires { kind.workflow; }) {
      frame->String(kind.workflow);
    }
    if constexpr (requires { kind.file_system; }) {
      frame->String(kind.path);
      frame->String(kind.file_system);
    }
  }

  Indexes indexes_;
  std::vector<std::pair<const Trigger*, std::vector<std::int32_t>>> order_;
};

template <class Kind>
bool ReadKind(FrameReader* frame, const TriggerTable& table, const std::vector<std::int32_t>& parts,
              Trigger* trigger) {
  Kind kind;
  if constexpr (requires { kind.parts; }) {
    for (const std::int32_t part : parts) {
      kind.parts.push_back(table.At(part));
    }
  } else if constexpr (requires { kind.part; }) {
    kind.part = parts.size() == 1 ? table.At(parts[0]) : nullptr;
    if (kind.part == nullptr) {
      return false;
    }
  } else if (!parts.empty()) {
    return false;
  }
  if constexpr (requires { kind.seconds; }) {
    frame->Number(&kind.seconds);
  }
  if constexpr (requires { kind.workflow; }) {
    frame->String(&kind.workflow);
  }
  if constexpr (requires { kind.file_system; }) {
    frame->String(&kind.path);
    frame->String(&kind.file_system);
  }
  trigger->kind = std::move(kind);
  return true;
}

bool ReadTriggers(FrameReader* frame, TriggerTable* table) {
  using Reader =
      bool (*)(FrameReader*, const TriggerTable&, const std::vector<std::int32_t>&, Trigger*);
  // The readers are in the order of the alternatives of Trigger::kind.
  constexpr Reader kReaders[] = {&ReadKind<AlwaysTrigger>,  &ReadKind<AndTrigger>,
                                 &ReadKind<OrTrigger>,      &ReadKind<NotTrigger>,
                                 &ReadKind<DelayTrigger>,   &ReadKind<OffsetTrigger>,
                                 &ReadKind<SuccessTrigger>, &ReadKind<HdfsCheckTrigger>};
  static_assert(std::size(kReaders) == std::variant_size_v<decltype(Trigger::kind)>);
  std::uint32_t count = 0;
  frame->Number(&count);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint8_t kind = 0;
    std::vector<std::int32_t> parts;
    Trigger trigger;
    frame->Number(&kind);
    trigger.place = ReadPlace(frame);
    frame->Numbers(&parts);
    const bool good = frame->ok() && kind < std::size(kReaders) &&
                      kReaders[kind](frame, *table, parts, &trigger) && frame->ok() &&
                      table->Add(std::move(trigger), parts).ok();
    if (!good) {
      return false;
    }
  }
  return frame->ok();
}

void WriteSchedule(FrameWriter* frame, const Schedule& schedule) {
  const CronSchedule* cron = std::get_if<CronSchedule>(&schedule);
  frame->Number(static_cast<std::uint8_t>(cron != nullptr));
  frame->String(cron != nullptr ? cron->expression
                                : std::get<DependentSchedule>(schedule).workflow);
}

std::optional<Schedule> ReadSchedule(FrameReader* frame) {
  bool is_cron = false;
  std::string text;
  frame->Flag(&is_cron);
  frame->String(&text);
  if (!is_cron) {
    return DependentSchedule{std::move(text)};
  }
  std::variant<Cron, CronProblem> cron = Cron::OfQuartz(text);
  if (!std::holds_alternative<Cron>(cron)) {
    return {};
  }
  return CronSchedule{std::move(text), std::get<Cron>(std::move(cron))};
}

void WriteStrategy(FrameWriter* frame, const Strategy& strategy) {
  const SerialStrategy* serial = std::get_if<SerialStrategy>(&strategy);
  frame->Number(static_cast<std::uint8_t>(serial != nullptr));
  frame->Number(serial != nullptr ? serial->concurrency : std::int32_t{0});
}

Strategy ReadStrategy(FrameReader* frame) {
  bool serial = false;
  std::int32_t concurrency = 0;
  frame->Flag(&serial);
  frame->Number(&concurrency);
  return serial ? Strategy(SerialStrategy{concurrency}) : Strategy(TrivialStrategy{});
}

void WriteWorkflow(FrameWriter* frame, const Workflow& workflow, std::int32_t trigger) {
  frame->String(workflow.id);
  WriteSchedule(frame, workflow.schedule);
  WriteStrategy(frame, workflow.strategy);
  frame->Number(trigger);
  frame->String(workflow.service.url);
  frame->Number(static_cast<std::uint8_t>(workflow.service.properties.has_value()));
  WriteMap(frame, workflow.service.properties.value_or(Properties{}));
  frame->Number(workflow.start_time.ms);
  frame->Number(workflow.max_retry_count);
  frame->Number(workflow.wait_timeout_seconds);
  WriteTextOrNothing(frame, workflow.url);
  frame->Number(static_cast<std::uint32_t>(workflow.contacts.size()));
  for (const Contact& contact : workflow.contacts) {
    WriteTextOrNothing(frame, contact.name);
    WriteTextOrNothing(frame, contact.email);
  }
  WritePlace(frame, workflow.place);
}

std::optional<Workflow> ReadWorkflow(FrameReader* frame, const TriggerTable& triggers) {
  std::string id;
  frame->String(&id);
  std::optional<Schedule> schedule = ReadSchedule(frame);
  if (!schedule) {
    return {};
  }
  Workflow workflow{
      .id = std::move(id), .schedule = std::move(*schedule), .strategy = ReadStrategy(frame)};
  std::int32_t trigger = -1;
  bool has_properties = false;
  std::uint32_t contacts = 0;
  frame->Number(&trigger);
  workflow.trigger = triggers.At(trigger);
  frame->String(&workflow.service.url);
  frame->Flag(&has_properties);
  Properties properties = ReadMap(frame);
  if (has_properties) {
    workflow.service.properties = std::move(properties);
  }
  frame->Number(&workflow.start_time.ms);
  frame->Number(&workflow.max_retry_count);
  frame->Number(&workflow.wait_timeout_seconds);
  workflow.url = ReadTextOrNothing(frame);
  frame->Number(&contacts);
  for (std::uint32_t i = 0; frame->ok() && i < contacts; ++i) {
    std::optional<std::string> name = ReadTextOrNothing(frame);
    workflow.contacts.push_back({std::move(name), ReadTextOrNothing(frame)});
  }
  workflow.place = ReadPlace(frame);
  return frame->ok() && workflow.trigger != nullptr ? std::optional(std::move(workflow))
                                                    : std::nullopt;
}

void WriteOutcome(FrameWriter* frame, const FileOutcome& outcome) {
  TriggerWriter triggers;
  std::vector<std::int32_t> numbers;
  numbers.reserve(outcome.workflows.size());
  for (const Workflow& workflow : outcome.workflows) {
    numbers.push_back(triggers.Add(workflow.trigger));
  }
  triggers.Write(frame);
  frame->Number(static_cast<std::uint32_t>(outcome.workflows.size()));
  for (std::size_t i = 0; i < outcome.workflows.size(); ++i) {
    WriteWorkflow(frame, outcome.workflows[i], numbers[i]);
  }
  WriteErrors(frame, outcome.error ? std::vector{*outcome.error} : std::vector<ScriptError>{});
  WriteErrors(frame, outcome.warnings);
  WriteMap(frame, outcome.unfit_properties);
  frame->Strings(outcome.refused_ids);
  frame->Number(static_cast<std::uint8_t>(outcome.has_functions));
  frame->Number(static_cast<std::uint8_t>(outcome.looked_outside));
}

}  // namespace

std::string OutcomeFrame(const FileOutcome& outcome) {
  std::string bytes;
  {
    FrameWriter frame(kOutcomeFrame, &bytes);
    WriteOutcome(&frame, outcome);
  }
  return bytes;
}

std::optional<FileOutcome> ReadOutcome(std::string_view bytes) {
  FrameReader frame(bytes);
  FileOutcome outcome;
  TriggerTable triggers;
  std::uint32_t count = 0;
  if (FrameType(bytes) != kOutcomeFrame || !ReadTriggers(&frame, &triggers)) {
    return {};
  }
  frame.Number(&count);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::optional<Workflow> workflow = ReadWorkflow(&frame, triggers);
    if (!workflow) {
      return {};
    }
    outcome.workflows.push_back(std::move(*workflow));
  }
  const std::vector<ScriptError> errors = ReadErrors(&frame);
  if (!errors.empty()) {
    outcome.error = errors[0];
  }
  outcome.warnings = ReadErrors(&frame);
  outcome.unfit_properties = ReadMap(&frame);
  frame.Strings(&outcome.refused_ids);
  frame.Flag(&outcome.has_functions);
  frame.Flag(&outcome.looked_outside);
  return frame.ok() ? std::optional(std::move(outcome)) : std::nullopt;
}

std::string PropertiesFrame(const Result<Properties>& properties) {
  std::string bytes;
  {
    FrameWriter frame(kPropertiesFrame, &bytes);
    frame.Number(static_cast<std::uint8_t>(properties.ok()));
    frame.String(properties ? "" : properties.error().message);
    WriteMap(&frame, properties ? *properties : Properties{});
  }
  return bytes;
}

std::optional<Result<Properties>> ReadProperties(std::string_view bytes) {
  FrameReader frame(bytes);
  bool good = false;
  std::string message;
  if (FrameType(bytes) != kPropertiesFrame) {
    return {};
  }
  frame.Flag(&good);
  frame.String(&message);
  Properties properties = ReadMap(&frame);
  if (!frame.ok()) {
    return {};
  }
  if (!good) {
    return Result<Properties>(Error{ErrorClass::kError, "", std::move(message)});
  }
  return Result<Properties>(std::move(properties));
}

std::string CodeFrame(const Result<std::string>& code) {
  std::string bytes;
  {
    FrameWriter frame(kCodeFrame, &bytes);
    frame.Number(static_cast<std::uint8_t>(code.ok()));
    frame.String(code ? *code : code.error().message);
  }
  return bytes;
}

std::optional<Result<std::string>> ReadCode(std::string_view bytes) {
  FrameReader frame(bytes);
  bool good = false;
  std::string text;
  if (FrameType(bytes) != kCodeFrame) {
    return {};
  }
  frame.Flag(&good);
  frame.String(&text);
  if (!frame.ok()) {
    return {};
  }
  return good ? Result<std::string>(std::move(text))
              : Result<std::string>(Error{ErrorClass::kError, "", std::move(text)});
}

}  // namespace hpdl::rt::celos
