#include <array>
#include <string_view>

#include "compiler/base/print_text.h"
#include "compiler/hir/coordinator.h"
#include "compiler/hir/printer.h"
#include "stdlib/core/control.h"

namespace hpdl::hir {
namespace {

constexpr std::array<std::string_view, 4> kLogicNames = {"and", "or", "combine", "data-in"};

void PrintGiven(const std::vector<GivenProperty>& properties, int depth, Printer& out) {
  for (const GivenProperty& property : properties) {
    out.Line(depth, "property" + Printer::Named("name", property.name) +
                        Printer::Named("value", property.value));
  }
}

void PrintEvent(std::string_view what, const DataEvent& event, Printer& out) {
  out.Line(0, std::string(what) + " " + event.name + Printer::Named("dataset", event.dataset) +
                  (event.is_range ? " range" : "") + (event.nocleanup ? " nocleanup" : "") +
                  out.Place(event.range));
  for (const Instance& instance : event.instances) {
    const std::string line =
        "instance" + Printer::Named("text", instance.text) + (instance.waits ? " waits" : "");
    out.Line(1, line + out.Place(instance.range));
  }
}

void PrintLogic(const std::vector<Logic>& logic, Printer& out) {
  std::vector<std::uint32_t> ends = {static_cast<std::uint32_t>(logic.size())};
  for (std::uint32_t i = 0; i < logic.size(); ++i) {
    while (ends.size() > 1 && i >= ends.back()) {
      ends.pop_back();
    }
    const Logic& each = logic[i];
    out.Line(static_cast<int>(ends.size()),
             std::string(kLogicNames[static_cast<std::size_t>(each.kind)]) +
                 Printer::Named("dataset", each.dataset) + Printer::Named("name", each.name) +
                 Printer::Named("min", each.min) + Printer::Named("wait", each.wait) +
                 out.Place(each.range));
    ends.push_back(each.end);
  }
}

}  // namespace

std::string Print(const Coordinator& c) {
  Printer out(c, c.source);
  out.Line(0, "coordinator " + Quote(c.schema) + Printer::Named("name", c.name) +
                  Printer::Named("frequency", c.frequency) + Printer::Named("start", c.start) +
                  Printer::Named("end", c.end) + Printer::Named("timezone", c.timezone));
  out.PrintParameters();
  out.PrintDefaults(c.defaults);
  out.Line(0, "controls" + Printer::Named("timeout", c.timeout) +
                  Printer::Named("concurrency", c.concurrency) +
                  Printer::Named("execution", c.execution) +
                  Printer::Named("throttle", c.throttle));
  for (const ValueId include : c.includes) {
    out.Line(0, "include" + Printer::Named("file", include));
  }
  for (const Dataset& dataset : c.datasets) {
    out.Line(0, "dataset " + dataset.name + Printer::Named("frequency", dataset.frequency) +
                    Printer::Named("initial-instance", dataset.initial_instance) +
                    Printer::Named("timezone", dataset.timezone) +
                    Printer::Named("uri-template", dataset.uri_template) +
                    Printer::Named("done-flag", dataset.done_flag) + out.Place(dataset.range));
  }
  for (const DataEvent& event : c.inputs) {
    PrintEvent("data-in", event, out);
  }
  if (!c.logic.empty()) {
    out.Line(0, "input-logic");
    PrintLogic(c.logic, out);
  }
  for (const DataEvent& event : c.outputs) {
    PrintEvent("data-out", event, out);
  }
  out.Line(0, "workflow" + Printer::Named("app-path", c.app_path));
  PrintGiven(c.configuration, 1, out);
  if (c.sla.version != 0) {
    out.Line(0, "sla");
    out.PrintArgs(c.sla.args, c.sla.version == stdlib::kV0_1 ? &stdlib::control::kSla01Decl
                                                             : &stdlib::control::kSla02Decl);
  }
  out.PrintTables();
  return out.Take();
}

std::string Print(const Bundle& bundle) {
  Printer out(bundle, bundle.source);
  out.Line(0, "bundle " + Quote(bundle.schema) + Printer::Named("name", bundle.name) +
                  Printer::Named("kick-off-time", bundle.kick_off_time));
  out.PrintParameters();
  out.PrintDefaults(bundle.defaults);
  for (const BundleCoordinator& each : bundle.coordinators) {
    out.Line(0, "coordinator" + Printer::Named("name", each.name) +
                    Printer::Named("app-path", each.app_path) +
                    Printer::Named("critical", each.critical) +
                    Printer::Named("enabled", each.enabled) + out.Place(each.range));
    PrintGiven(each.configuration, 1, out);
  }
  out.PrintTables();
  return out.Take();
}

}  // namespace hpdl::hir
