#include "runtime/rules/coordinator/resolved_xml.h"

#include <algorithm>
#include <iterator>

#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/jdom_xml.h"

namespace hpdl::rt {
namespace {

/// The names of the elements inside the <info> of an SLA. The field numbers in
/// hpdl_coordinator::sla_args are indexes of this table.
constexpr std::string_view kSla01[] = {
    "app-name",      "nominal-time",     "should-start",     "should-end",   "parent-client-id",
    "parent-sla-id", "notification-msg", "alert-contact",    "dev-contact",  "qa-contact",
    "se-contact",    "alert-frequency",  "alert-percentage", "upstream-apps"};
constexpr std::string_view kSla02[] = {"nominal-time",     "should-start", "should-end",
                                       "max-duration",     "alert-events", "alert-contact",
                                       "notification-msg", "upstream-apps"};

std::string_view WordOf(Period::Begin begin) {
  constexpr std::string_view kWords[] = {"NONE", "END_OF_DAY", "END_OF_WEEK", "END_OF_MONTH"};
  return kWords[static_cast<std::size_t>(begin)];
}

class Resolved {
 public:
  Resolved(const hpdl_coordinator& written, const DefinedCoordinator& defined,
           const CoordinatorTexts& texts, const ResolvedAction* action)
      : written_(written), defined_(defined), texts_(texts), action_(action) {}

  Result<std::string> Write() {
    xml_.Begin("coordinator-app");
    HPDL_TRY(WriteAttributes());
    HPDL_TRY(WriteControls());
    HPDL_TRY(WriteEvents("input-events", "data-in", defined_.inputs,
                         action_ == nullptr ? nullptr : &action_->inputs));
    HPDL_TRY(WriteLogic());
    HPDL_TRY(WriteEvents("output-events", "data-out", defined_.outputs,
                         action_ == nullptr ? nullptr : &action_->outputs));
    HPDL_TRY(WriteAction());
    xml_.End();
    return xml_.Take();
  }

 private:
  std::string_view AsWritten(std::uint32_t expression) const {
    return ToView(written_.definition.exprs[expression].text);
  }
  Result<std::string> Value(std::uint32_t expression, const CoordinatorView* view = nullptr) const {
    return texts_.Of(expression, view, nullptr);
  }
  Result<void> AddLeaf(std::string_view name, std::uint32_t expression) {
    if (expression == HPDL_NONE) {
      return {};
    }
    const Result<std::string> value = Value(expression);
    HPDL_TRY(value);
    xml_.Leaf(name, *value);
    return {};
  }
  Result<void> AddAttribute(std::string_view name, std::uint32_t expression) {
    if (expression == HPDL_NONE) {
      return {};
    }
    const Result<std::string> value = Value(expression);
    HPDL_TRY(value);
    xml_.Attribute(name, *value);
    return {};
  }

  /// True if the root element declares the SLA's namespace. Otherwise the SLA's element declares
  /// it.
  bool SlaIsOfRoot() const {
    const std::string_view source = ToView(written_.definition.source);
    const std::size_t root = source.find("<coordinator-app");
    const std::size_t end = source.find('>', std::min(root, source.size()));
    return source.substr(0, end).find("\"uri:oozie:sla:") != std::string_view::npos;
  }
  void AddSlaNamespace() {
    xml_.Attribute("xmlns:sla",
                   written_.sla_version == 1 ? "uri:oozie:sla:0.1" : "uri:oozie:sla:0.2");
  }

  Result<void> WriteAttributes() {
    xml_.Attribute("xmlns", ToView(written_.definition.schema));
    if (written_.sla_version != 0 && SlaIsOfRoot()) {
      AddSlaNamespace();
    }
    xml_.Attribute("name", AsWritten(written_.definition.name));
    xml_.Attribute("frequency", defined_.frequency);
    if (action_ == nullptr) {
      HPDL_TRY(AddAttribute("start", written_.start));
      HPDL_TRY(AddAttribute("end", written_.end));
    }
    xml_.Attribute("timezone", defined_.timezone);
    const auto* period = std::get_if<Period>(&defined_.schedule.frequency);
    xml_.Attribute("freq_timeunit", defined_.time_unit);
    xml_.Attribute("end_of_duration",
                   WordOf(period == nullptr ? Period::Begin::kAsItIs : period->begin));
    if (action_ != nullptr) {
      xml_.Attribute("instance-number", std::to_string(action_->number));
      xml_.Attribute("action-nominal-time", WriteTime(action_->view.times.nominal));
      xml_.Attribute("action-actual-time", WriteTime(action_->view.times.actual));
    }
    return {};
  }

  Result<void> WriteControls() {
    const std::pair<std::string_view, std::uint32_t> controls[] = {
        {"timeout", written_.timeout},
        {"concurrency", written_.concurrency},
        {"execution", written_.execution},
        {"throttle", written_.throttle}};
    if (std::all_of(std::begin(controls), std::end(controls),
                    [](const auto& control) { return control.second == HPDL_NONE; })) {
      return {};
    }
    xml_.Begin("controls");
    for (const auto& [name, expression] : controls) {
      HPDL_TRY(AddLeaf(name, expression));
    }
    xml_.End();
    return {};
  }

  /// Writes all input events or all output events. `data` is the data of an action, or null for a
  /// coordinator.
  Result<void> WriteEvents(std::string_view all, std::string_view one,
                           const std::vector<DefinedEvent>& events,
                           const std::vector<EventData>* data) {
    if (events.empty()) {
      return {};
    }
    xml_.Begin(all);
    for (const DefinedEvent& event : events) {
      xml_.Begin(one).Attribute("name", ToView(event.written->name));
      xml_.Attribute("dataset", event.dataset.name);
      if (event.written->nocleanup != 0) {
        xml_.Attribute("nocleanup", "true");
      }
      if (data != nullptr) {
        WriteUris(ToView(event.written->name), *data);
      }
      HPDL_TRY(WriteDataset(event.dataset));
      if (data == nullptr) {
        WriteInstances(*event.written);
      }
      xml_.End();
    }
    xml_.End();
    return {};
  }

  void WriteUris(std::string_view event, const std::vector<EventData>& all) {
    const auto data = std::find_if(all.begin(), all.end(),
                                   [&](const EventData& each) { return each.name == event; });
    if (data == all.end()) {
      return;
    }
    if (!data->deferred.empty() && data->found.empty()) {
      xml_.Leaf("unresolved-instances", Joined(data->deferred, "#"));
    }
    std::vector<std::string> uris = data->uris;
    uris.insert(uris.end(), data->found.begin(), data->found.end());
    if (!uris.empty()) {
      xml_.Leaf("uris", Joined(uris, "#"));
    }
  }

  Result<void> WriteDataset(const Dataset& dataset) {
    const auto* const end = written_.datasets + written_.dataset_count;
    const auto* const found = std::find_if(written_.datasets, end, [&](const hpdl_dataset& each) {
      return ToView(each.name) == dataset.name;
    });
    if (found == end) {
      return Error{ErrorClass::kError, "E0803", "IO error, undefined dataset: " + dataset.name};
    }
    xml_.Begin("dataset").Attribute("name", dataset.name);
    xml_.Attribute("frequency", std::to_string(dataset.frequency.count));
    HPDL_TRY(AddAttribute("initial-instance", found->initial_instance));
    HPDL_TRY(AddAttribute("timezone", found->timezone));
    xml_.Attribute("freq_timeunit", rt::WordOf(dataset.frequency.unit));
    xml_.Attribute("end_of_duration", WordOf(dataset.frequency.begin));
    xml_.Leaf("uri-template", dataset.uri_template);
    if (found->done_flag != HPDL_NONE) {
      xml_.Leaf("done-flag", dataset.done_flag);
    }
    xml_.End();
    return {};
  }

  void WriteInstances(const hpdl_event& event) {
    for (std::uint32_t i = 0; i < event.instance_count; ++i) {
      const char* name = event.is_range == 0 ? "instance"
                         : i == 0            ? "start-instance"
                                             : "end-instance";
      xml_.Leaf(name, AsWritten(event.instances[i]));
    }
  }

  Result<void> WriteLogic() {
    if (written_.logic_count == 0) {
      return {};
    }
    xml_.Begin("input-logic");
    std::uint32_t at = 0;
    while (at < written_.logic_count) {
      HPDL_TRY(WriteElement(&at));
    }
    xml_.End();
    return {};
  }

  /// Writes an element of the input logic and all elements inside it. Sets `*at` to the index of
  /// the next element.
  Result<void> WriteElement(std::uint32_t* at) {
    constexpr std::string_view kNames[] = {"and", "or", "combine", "data-in"};
    const hpdl_logic& element = written_.logic[(*at)++];
    xml_.Begin(kNames[element.kind]);
    HPDL_TRY(AddAttribute("name", element.name));
    if (element.kind == HPDL_LOGIC_DATA_IN) {
      HPDL_TRY(AddAttribute("dataset", element.dataset));
    }
    for (const auto& [name, expression] :
         {std::pair("min", element.min), std::pair("wait", element.wait)}) {
      if (action_ == nullptr && expression != HPDL_NONE) {  // without an action, there is no value
        xml_.Attribute(name, AsWritten(expression));
      } else {
        HPDL_TRY(AddAttribute(name, expression));
      }
    }
    while (*at < element.end) {
      HPDL_TRY(WriteElement(at));
    }
    xml_.End();
    return {};
  }

  Result<void> WriteAction() {
    xml_.Begin("action").Begin("workflow").Leaf("app-path", defined_.app_path);
    HPDL_TRY(WriteConfiguration());
    xml_.End();
    HPDL_TRY(WriteSla());
    xml_.End();
    return {};
  }

  Result<void> WriteConfiguration() {
    if (written_.configuration_count == 0) {
      return {};
    }
    xml_.Begin("configuration");
    for (std::uint32_t i = 0; i < written_.configuration_count; ++i) {
      const hpdl_given_property& property = written_.configuration[i];
      xml_.Begin("property");
      HPDL_TRY(AddLeaf("name", property.name));
      const bool resolved = action_ != nullptr && i < action_->values.size();
      xml_.Leaf("value",
                resolved ? std::string_view(action_->values[i]) : AsWritten(property.value));
      xml_.End();
    }
    xml_.End();
    return {};
  }

  Result<void> WriteSla() {
    if (written_.sla_version == 0) {
      return {};
    }
    xml_.Begin("sla:info");
    if (!SlaIsOfRoot()) {
      AddSlaNamespace();
    }
    for (std::uint32_t i = 0; i < written_.sla_arg_count; ++i) {
      const hpdl_arg& argument = written_.sla_args[i];
      const std::string_view name =
          written_.sla_version == 1 ? kSla01[argument.field] : kSla02[argument.field];
      std::string value;
      if (argument.expr != HPDL_NONE) {
        Result<std::string> evaluated = action_ == nullptr ? std::string(AsWritten(argument.expr))
                                                           : Value(argument.expr, &action_->view);
        HPDL_TRY(evaluated);
        value = std::move(*evaluated);
      }
      xml_.Leaf("sla:" + std::string(name), value);
    }
    xml_.End();
    return {};
  }

  const hpdl_coordinator& written_;
  const DefinedCoordinator& defined_;
  const CoordinatorTexts& texts_;
  const ResolvedAction* const action_;  ///< null if the XML is for the coordinator
  JdomXml xml_;
};

}  // namespace

Result<std::string> ResolvedXml(const hpdl_coordinator& written, const DefinedCoordinator& defined,
                                const CoordinatorTexts& texts) {
  return Resolved(written, defined, texts, nullptr).Write();
}

Result<std::string> ResolvedXml(const hpdl_coordinator& written, const DefinedCoordinator& defined,
                                const CoordinatorTexts& texts, const ResolvedAction& action) {
  return Resolved(written, defined, texts, &action).Write();
}

}  // namespace hpdl::rt
