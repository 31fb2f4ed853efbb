#include <array>
#include <string_view>

#include "compiler/ast/print.h"
#include "compiler/ast/printer.h"
#include "compiler/base/print_text.h"

namespace hpdl::ast {
namespace {

constexpr std::array<std::string_view, 4> kLogicNames = {"and", "or", "combine", "data-in"};

void PrintProperties(const std::vector<Property>& properties, int depth, Printer& out) {
  for (const Property& property : properties) {
    out.Line(depth, "property " + out.Shown(property.name) + " = " + out.Shown(property.value) +
                        out.Place(property.range));
  }
}

void PrintDataset(const Dataset& dataset, Printer& out) {
  out.Line(1, "dataset " + dataset.name.text + " every " + out.Shown(dataset.frequency) + " from " +
                  out.Shown(dataset.initial_instance) + " in " + out.Shown(dataset.timezone) +
                  out.Place(dataset.range));
  out.Line(2, "uri-template " + out.Shown(dataset.uri_template));
  out.Optional(2, "done-flag", dataset.done_flag);
}

void PrintEvent(std::string_view what, const DataEvent& event, Printer& out) {
  out.Line(1, std::string(what) + " " + event.name.text + " of " + out.Shown(event.dataset) +
                  (event.nocleanup ? " nocleanup" : "") + out.Place(event.range));
  for (const Template& instance : event.instances) {
    out.Line(2, "instance " + out.Shown(instance));
  }
  out.Optional(2, "start-instance", event.start);
  out.Optional(2, "end-instance", event.end);
}

void PrintLogic(const std::vector<Logic>& logic, int depth, Printer& out) {
  for (const Logic& each : logic) {
    out.Line(depth, std::string(kLogicNames[static_cast<std::size_t>(each.kind)]) +
                        (each.dataset ? " " + out.Shown(*each.dataset) : "") +
                        out.Place(each.range));
    out.Optional(depth + 1, "name", each.name);
    out.Optional(depth + 1, "min", each.min);
    out.Optional(depth + 1, "wait", each.wait);
    PrintLogic(each.children, depth + 1, out);
  }
}

}  // namespace

std::string Print(const Coordinator& coordinator, const SourceBuffer& source) {
  Printer out(coordinator.exprs, source);
  out.Line(0, "coordinator " + Quote(coordinator.schema) + " name=" + out.Shown(coordinator.name) +
                  out.Place(coordinator.range));
  out.Line(1, "every " + out.Shown(coordinator.frequency) + " from " +
                  out.Shown(coordinator.start) + " to " + out.Shown(coordinator.end) + " in " +
                  out.Shown(coordinator.timezone));
  out.Parameters(coordinator.parameters);
  out.Optional(1, "timeout", coordinator.timeout);
  out.Optional(1, "concurrency", coordinator.concurrency);
  out.Optional(1, "execution", coordinator.execution);
  out.Optional(1, "throttle", coordinator.throttle);
  for (const Template& include : coordinator.datasets.includes) {
    out.Line(1, "include " + out.Shown(include) + out.Place(include.text.range));
  }
  for (const Dataset& dataset : coordinator.datasets.datasets) {
    PrintDataset(dataset, out);
  }
  for (const DataEvent& event : coordinator.inputs) {
    PrintEvent("data-in", event, out);
  }
  if (!coordinator.logic_range.empty()) {
    out.Line(1, "input-logic" + out.Place(coordinator.logic_range));
    PrintLogic(coordinator.logic, 2, out);
  }
  for (const DataEvent& event : coordinator.outputs) {
    PrintEvent("data-out", event, out);
  }
  out.Line(1, "workflow " + out.Shown(coordinator.app_path));
  PrintProperties(coordinator.properties, 2, out);
  if (coordinator.sla) {
    out.Line(1, "sla" + out.Place(coordinator.sla->tag));
    out.Children(coordinator.sla->body, 2);
  }
  return out.Take();
}

std::string Print(const Bundle& bundle, const SourceBuffer& source) {
  Printer out(bundle.exprs, source);
  out.Line(0, "bundle " + Quote(bundle.schema) + " name=" + out.Shown(bundle.name) +
                  out.Place(bundle.range));
  out.Parameters(bundle.parameters);
  out.Optional(1, "kick-off-time", bundle.kick_off_time);
  for (const BundleCoordinator& coordinator : bundle.coordinators) {
    out.Line(1, "coordinator " + out.Shown(coordinator.name) + " " +
                    out.Shown(coordinator.app_path) + out.Place(coordinator.range));
    out.Optional(2, "critical", coordinator.critical);
    out.Optional(2, "enabled", coordinator.enabled);
    PrintProperties(coordinator.properties, 2, out);
  }
  return out.Take();
}

}  // namespace hpdl::ast
