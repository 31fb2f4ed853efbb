#include "compiler/driver/coordinator_views/coordinator_schedule.h"

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/json_text.h"
#include "compiler/driver/commands/properties.h"
#include "compiler/driver/coordinator_views/schedule_window.h"
#include "compiler/driver/program/coordinator_words.h"
#include "compiler/driver/program/definition.h"
#include "compiler/schedule/plan.h"
#include "runtime/ground/base/clock.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::driver {
namespace {

using schedule::PlannedAction;
using schedule::PlannedData;

/// Returns a JSON object that maps the name of each event to the URIs of the event.
std::string Json(const std::vector<PlannedData>& data) {
  std::string json = "{";
  for (const PlannedData& each : data) {
    json += (json.size() == 1 ? "" : ",") + JsonText(each.name) + ":[";
    for (const std::string& uri : each.uris) {
      json += (json.back() == '[' ? "" : ",") + JsonText(uri);
    }
    json += "]";
  }
  return json + "}";
}

/// Prints actions. The functions return false if the output cannot be written.
class ActionPrinter {
 public:
  ActionPrinter(bool json, const std::string& zone) : json_(json), clocks_(zone) {}

  bool Begin() { return !json_ || Put("{\"version\":1,\"actions\":["); }
  bool Print(const PlannedAction& action) { return Put(json_ ? JsonOf(action) : TextOf(action)); }
  bool End() { return !json_ || Put("]}\n"); }

 private:
  static bool Put(const std::string& text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  }

  std::string JsonOf(const PlannedAction& action) {
    return std::string(std::exchange(first_, false) ? "\n" : ",\n") +
           "{\"number\":" + std::to_string(action.number) + ",\"nominalTime\":\"" +
           rt::WriteTime(action.nominal) + "\",\"inputs\":" + Json(action.inputs) +
           ",\"outputs\":" + Json(action.outputs) + "}";
  }

  std::string TextOf(const PlannedAction& action) const {
    std::string text = std::to_string(action.number) + "  " + rt::WriteTime(action.nominal);
    const std::string clock = clocks_.TextOf(action.nominal);
    text += (clock.empty() ? "" : "  " + clock) + "\n";
    AddData("in ", action.inputs, &text);
    AddData("out", action.outputs, &text);
    return text;
  }

  static void AddData(const std::string& word, const std::vector<PlannedData>& data,
                      std::string* text) {
    for (const PlannedData& each : data) {
      std::string head = "   " + word + "  " + each.name + "  ";
      if (each.uris.empty()) {
        *text += head + "(" + std::string(kNoInstance) + ")\n";
      }
      for (const std::string& uri : each.uris) {
        *text += head + uri + "\n";
        head.assign(head.size(), ' ');
      }
    }
  }

  const bool json_;
  const LocalClocks clocks_;
  bool first_ = true;
};

/// Returns the coordinator.xml in a folder of this machine. Returns other paths unchanged.
std::string CoordinatorAt(const std::string& path) {
  std::string inside = path + "/coordinator.xml";
  return access(inside.c_str(), F_OK) == 0 ? inside : path;
}

}  // namespace

int PrintCoordinatorSchedule(const CommandLine& line) {
  schedule::Window window;
  window.now = rt::NowMs() / 1000;
  CompileOptions options;
  options.defaults_beside = true;
  OutputOptions output;
  if (!ReadWindow(line, &window)) {
    return kExitUsage;
  }
  if (const int code = ReadProperties(line, output, &options.properties); code != kExitOk) {
    return code;
  }
  rt::Result<std::shared_ptr<GivenPaths>> given = ReadGiven(line);
  if (!given) {
    return UsageError(given.error().message);
  }
  options.given = std::move(*given);
  options.defined = DefinedNames(line);
  // A property may be missing if the times and the data of the actions do not depend on this
  // property.
  options.all_properties = false;
  rt::Result<Compiled> compiled = LoadAndCompile(CoordinatorAt(line.operands[0]), options);
  if (!compiled) {
    return UsageError(compiled.error().message);
  }
  Definition& definition = *compiled->definition;
  if (definition.source != nullptr && !definition.diagnostics.HasErrors() &&
      definition.coordinator() == nullptr) {
    PrintError(definition.source->name() + ": only coordinators have a schedule");
    return kExitInvalid;
  }
  PrintDiagnostics(definition.diagnostics.Sorted(), output);
  if (definition.coordinator_hir == nullptr) {
    return kExitInvalid;
  }
  if (const auto used = options.given != nullptr ? options.given->CheckUsed() : rt::Result<void>();
      !used) {
    return UsageError(used.error().message);
  }
  const rt::Result<std::unique_ptr<schedule::Plan>> plan =
      schedule::Plan::Of(*definition.coordinator_hir, definition.submitted);
  const SecretTexts secrets(definition.diagnostics.secrets());
  if (!plan) {
    PrintError(definition.source->name() + ": " + secrets.Masked(plan.error().message));
    return kExitInvalid;
  }
  ActionPrinter printer(line.Get("format") == "json", (*plan)->defined().timezone);
  bool printed = printer.Begin();
  const rt::Result<void> done = (*plan)->Each(window, [&](const PlannedAction& action) {
    printed = printed && printer.Print(action);
    return printed;
  });
  printed = printed && printer.End() && std::fflush(stdout) == 0;
  if (!done) {
    const std::string code = done.error().code.empty() ? "" : " [" + done.error().code + "]";
    PrintError(definition.source->name() + ": " + secrets.Masked(done.error().message) + code);
    return kExitInvalid;
  }
  return printed ? kExitOk : kExitUsage;
}

}  // namespace hpdl::driver
