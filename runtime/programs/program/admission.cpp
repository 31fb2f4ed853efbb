#include "runtime/programs/program/admission.h"

#include <cstdint>
#include <limits>
#include <vector>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/notification.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/expression/program_names.h"
#include "runtime/programs/program/given_properties.h"
#include "runtime/programs/program/text.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {
namespace {

/// Returns the names of all properties that request notifications. These properties come from the
/// options and from the defaults of the program and of its workflows.
std::vector<std::string> Notifications(const hpdl_program& program, const RunOptions& options) {
  std::vector<std::string> names;
  for (const auto& [name, value] : options.properties) {
    if (IsNotificationProperty(name)) {
      names.push_back(name);
    }
  }
  const auto add = [&](const hpdl_property* properties, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (IsNotificationProperty(ToView(properties[i].name))) {
        names.emplace_back(ToView(properties[i].name));
      }
    }
  };
  add(program.properties, program.property_count);
  for (std::uint32_t i = 0; i < program.workflow_count; ++i) {
    add(program.workflows[i].defaults, program.workflows[i].default_count);
  }
  return names;
}

/// Returns false if --callback-listen was given to a program without the network. If a definition
/// uses callbacks but the options do not make them possible, only prints a warning, because the run
/// may never evaluate wf:callback.
bool AdmitCallbacks(Invocation& call, const RunOptions& options) {
  if (options.callback_listen.empty()) {
    if (!options.callback_url.empty()) {
      return true;  // callbacks go to a gateway, not to this process
    }
    for (const std::string& use : CallbackUses(call.program)) {
      call.Refuse(
          kExitDone,
          "warning: " + use +
              ": wf:callback will fail because the program does not listen for callbacks; give "
              "--callback-listen or --callback-url");
    }
    return true;
  }
  if (call.program.network == nullptr) {
    call.Refuse(kExitUsage,
                "--callback-listen needs the network, but this program was built with "
                "--no-network");
    return false;
  }
  return true;
}

/// True if the text contains `word` as a whole name.
bool HasWord(std::string_view text, std::string_view word) {
  const auto in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) {
      return true;
    }
  }
  return false;
}

/// True if a definition mentions the property: as a parameter, with a default value, or anywhere in
/// the definition's text, as in wf:conf('name').
bool IsKnownProperty(const hpdl_program& program, std::string_view name,
                     std::vector<std::string_view>* parameters) {
  bool known = false;
  for (std::uint32_t w = 0; w < program.workflow_count; ++w) {
    const hpdl_workflow& workflow = program.workflows[w];
    for (std::uint32_t i = 0; i < workflow.parameter_count; ++i) {
      parameters->push_back(ToView(workflow.parameters[i].name));
      known = known || parameters->back() == name;
    }
    for (std::uint32_t i = 0; i < workflow.default_count; ++i) {
      known = known || ToView(workflow.defaults[i].name) == name;
    }
    known = known || HasWord(ToView(workflow.source), name);
    // A file of <job-xml> may name the property.
    for (std::uint32_t i = 0; i < workflow.file_count; ++i) {
      const hpdl_file& file = workflow.files[i];
      known =
          known || (ToView(file.path).ends_with(".xml") && HasWord({file.data, file.size}, name));
    }
  }
  return known;
}

/// Warns of a -D whose name no definition mentions, because the name probably has a typing error.
/// In two cases, this warning appears only if the name is similar to the name of a parameter.
/// First, a name with a dot may be a setting of the engine or of Hadoop. Second, the expressions in
/// files of <job-xml> may use any name, if the program evaluates them.
void WarnOfUnknownParameters(Invocation& call) {
  for (const std::string& definition : call.line.All("D")) {
    const std::string name = definition.substr(0, definition.find('='));
    std::vector<std::string_view> parameters;
    if (name.empty() || IsKnownProperty(call.program, name, &parameters)) {
      continue;
    }
    const std::string_view nearest = Nearest(name, parameters);
    if (nearest.empty() && (name.find('.') != std::string::npos || ProgramNames() != nullptr)) {
      continue;
    }
    call.Refuse(kExitDone,
                "warning: -D " + OneLine(name) + ": the workflow has no such parameter" +
                    (nearest.empty() ? std::string() : "; did you mean " + OneLine(nearest) + "?"));
  }
}

}  // namespace

Result<std::optional<std::int64_t>> ReadPark(const Invocation& call) {
  constexpr std::int64_t kMost = 366LL * 24 * 3600;
  if (!call.line.Has("park")) {
    return std::optional<std::int64_t>();
  }
  const std::string text = call.line.Value("park");
  const std::optional<std::int64_t> seconds = ParseNumber(text);
  if (!seconds || *seconds > kMost) {
    return Error{ErrorClass::kError, "",
                 "--park '" + OneLine(text) + "': expected a number of seconds, at most a year"};
  }
  return seconds;
}

Result<RunOptions> ReadRunOptions(const Invocation& call) {
  RunOptions options;
  Result<std::optional<std::int64_t>> park = ReadPark(call);
  HPDL_TRY(park);
  options.park_after_s = *park;
  options.id = call.line.Value("id");
  if (call.line.Has("id") && options.id.empty()) {
    return Error{ErrorClass::kError, "", "--id needs the id of a job"};
  }
  options.site_path = Site::Locate(call.line.Value("site"));
  Result<Properties> properties = GivenProperties(call, options.site_path);
  HPDL_TRY(properties);
  options.properties = std::move(*properties);
  options.local = call.line.Has("local");
  options.dry_run = call.line.Has("dryrun");
  options.callback_listen = call.line.Value("callback-listen");
  options.callback_url = call.line.Value("callback-url");
  if (call.line.Has("callback-listen")) {
    if (const Result<CallbackPlace> place = ReadCallbackPlace(options.callback_listen); !place) {
      return place.error();
    }
  }
  if (call.line.Has("callback-url")) {
    if (const Result<void> checked = CheckCallbackUrl(options.callback_url); !checked) {
      return checked.error();
    }
  }
  if (call.line.Has("parallel")) {
    const std::string text = call.line.Value("parallel");
    const std::optional<std::int64_t> parallel = ParseNumber(text);
    if (!parallel || *parallel == 0 || *parallel > std::numeric_limits<unsigned>::max()) {
      return Error{ErrorClass::kError, "",
                   "--parallel '" + OneLine(text) + "': expected a number of at least 1"};
    }
    options.parallel = static_cast<unsigned>(*parallel);
  }
  return options;
}

bool Admit(Invocation& call, const RunOptions& options) {
  if (const Result<Site> site = Site::Load(options.site_path); !site) {
    call.Refuse(kExitUsage, site.error());
    return false;
  }
  const std::vector<std::string> notifications = Notifications(call.program, options);
  const bool network = (call.program.flags & HPDL_PROGRAM_NO_NETWORK) == 0;
  for (const std::string& name : notifications) {
    if (!network) {
      call.Refuse(kExitUsage,
                  "property " + name +
                      " asks for notifications, but this program was built with --no-network");
    }
  }
  const std::vector<std::string> refusals = CheckProgram(call.program, options);
  for (const std::string& refusal : refusals) {
    call.Refuse(kExitUsage, refusal);
  }
  WarnOfUnknownParameters(call);
  for (const std::string& warning : NotificationWarnings(options.properties)) {
    call.Refuse(kExitDone, "warning: " + warning);
  }
  const bool callbacks = AdmitCallbacks(call, options);
  return refusals.empty() && callbacks && (network || notifications.empty());
}

int RefuseStart(Invocation& call, const Error& error) {
  call.Refuse(kExitUsage, error);
  if (error.code == kWantsLocal) {
    call.err.Line("  " + CommandWithFlag(call.line, call.self, "local"));
  }
  return kExitUsage;
}

}  // namespace hpdl::rt
