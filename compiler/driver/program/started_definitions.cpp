#include "compiler/driver/program/started_definitions.h"

#include <unistd.h>

#include <optional>
#include <string_view>
#include <utility>

#include "compiler/application/remote.h"
#include "compiler/driver/program/coordinator_beside.h"
#include "compiler/driver/program/coordinator_words.h"
#include "compiler/schedule/shared_outputs.h"
#include "compiler/sema/coordinator/known.h"

namespace hpdl::driver {
namespace {

/// Returns the text `value` of `definition` and, if it is known, the value that the text has at run
/// time. `expressions` is the hir of the definition.
AppPath AppPathOf(const Definition& definition, const hir::Expressions& expressions,
                  hir::ValueId value) {
  const sema::KnownText known = sema::KnownTexts(expressions, definition.submitted).Of(value);
  return {expressions.values[value.index], known ? known.text : std::string()};
}

std::string_view LastName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // 0 if there is no slash
}

/// Returns the path of a workflow in the folder of a coordinator if the coordinator's app-path
/// `written` may mean this workflow, and "" otherwise. The app-path names a file `*.xml` or the
/// folder, which means the workflow.xml in it. The app-path may mean the workflow if the text
/// between the last property and the name of the file is empty or ends in the name of the folder.
std::string WorkflowBeside(const Compiled& coordinator, std::string_view written) {
  const std::string& folder = coordinator.application.directory;
  const std::size_t end = written.rfind('}');
  std::string_view rest = end == std::string_view::npos ? written : written.substr(end + 1);
  std::string file = folder + "/" + application::kDefinitionName;
  if (LastName(rest).ends_with(".xml")) {
    file = folder + "/" + std::string(LastName(rest));
    rest.remove_suffix(LastName(rest).size());
  }
  while (rest.ends_with('/')) {
    rest.remove_suffix(1);
  }
  const bool may_mean = rest.empty() || LastName(rest) == LastName(folder);
  return may_mean && !application::IsRemote(folder) && ::access(file.c_str(), F_OK) == 0
             ? file
             : std::string();
}

}  // namespace

StartedDefinitions::StartedDefinitions(FoundDefinitions& found, CompileOptions of_root)
    : found_(found), of_root_(std::move(of_root)) {}

rt::Result<void> StartedDefinitions::Resolve() {
  if (of_root_.served) {  // hpdld reads the started definitions each time that it starts them
    return {};
  }
  if (hir::Bundle* bundle = found_.all().front().definition->bundle_hir.get()) {
    HPDL_TRY(ResolveCoordinatorsOf(*bundle));
    CheckSchemas(*bundle);
    ReportSharedOutputs(*bundle);
  }
  first_workflow_ = found_.all().size();
  for (std::size_t i = 0; i < first_workflow_; ++i) {
    if (found_.all()[i].definition->coordinator_hir != nullptr) {
      HPDL_TRY(ResolveWorkflowOf(i));
    }
  }
  if (const hir::Bundle* bundle = found_.all().front().definition->bundle_hir.get()) {
    CheckParametersOf(*bundle);
  }
  return {};
}

rt::Result<void> StartedDefinitions::ResolveCoordinatorsOf(hir::Bundle& bundle) {
  for (hir::BundleCoordinator& each : bundle.coordinators) {
    const AppPath app_path = AppPathOf(*found_.all().front().definition, bundle, each.app_path);
    const rt::Result<FoundDefinitions::Found> found = found_.Find(app_path, 0, PurposeOf(each));
    HPDL_TRY(found);
    if (found->number) {
      each.coordinator = static_cast<std::uint32_t>(*found->number - 1);
    } else {
      FoundDefinitions::Unknown unknown;
      unknown.kind = DiagnosticKind::kUnknownCoordinator;
      unknown.what = "coordinator";
      unknown.reason = found->reason;
      unknown.failure = "the bundle cannot start";
      Report(0, app_path, unknown);
    }
  }
  return {};
}

void StartedDefinitions::CheckSchemas(const hir::Bundle& bundle) {
  Definition& root = *found_.all().front().definition;
  for (const hir::BundleCoordinator& each : bundle.coordinators) {
    const ast::Coordinator* coordinator =
        each.coordinator ? found_.all()[*each.coordinator + 1].definition->coordinator() : nullptr;
    if (coordinator != nullptr && coordinator->version == stdlib::kV0_1) {
      const Reporter reporter{root.source.get(), &root.diagnostics};
      reporter.Emit(DiagnosticKind::kCoordinatorTooOld, each.range,
                    "the definition of this coordinator has the schema " + coordinator->schema +
                        ", but a bundle starts only coordinators of schema 0.2 or later");
    }
  }
}

void StartedDefinitions::ReportSharedOutputs(const hir::Bundle& bundle) {
  Definition& root = *found_.all().front().definition;
  const sema::KnownTexts known(bundle, root.submitted);
  std::vector<schedule::StartedCoordinator> started;
  std::vector<const hir::BundleCoordinator*> bundled;
  for (const hir::BundleCoordinator& each : bundle.coordinators) {
    const Definition* definition =
        each.coordinator ? found_.all()[*each.coordinator + 1].definition.get() : nullptr;
    if (definition == nullptr || definition->coordinator_hir == nullptr || IsOff(known, each)) {
      continue;
    }
    started.push_back({definition->coordinator_hir.get(), &definition->submitted, {}});
    bundled.push_back(&each);
    for (const hir::GivenProperty& property : each.configuration) {
      if (const sema::KnownText name = known.Of(property.name); name && !known.Of(property.value)) {
        started.back().unknown.insert(name.text);
      }
    }
  }
  Budget budget = schedule::SharedOutputsBudget();
  for (const schedule::SharedOutput& shared : schedule::FindSharedOutputs(started, budget)) {
    const Reporter reporter{root.source.get(), &root.diagnostics};
    const Definition& writer = *found_.all()[*bundled[shared.second]->coordinator + 1].definition;
    const std::string uri = SecretTexts(writer.diagnostics.secrets()).Masked(shared.uri);
    reporter
        .Emit(DiagnosticKind::kOutputOfTwoCoordinators, bundled[shared.second]->range,
              "two coordinators of this bundle write " + Quoted(uri) +
                  ": this coordinator by the output event " + Quoted(shared.second_event) +
                  ", the other coordinator by the output event " + Quoted(shared.first_event))
        .notes.push_back(reporter.Note(bundled[shared.first]->range, "the other output is here"));
  }
}

void StartedDefinitions::CheckParametersOf(const hir::Bundle& bundle) {
  if (!of_root_.properties || !of_root_.all_properties) {
    return;
  }
  Definition& root = *found_.all().front().definition;
  const Reporter reporter{root.source.get(), &root.diagnostics};
  for (const hir::BundleCoordinator& each : bundle.coordinators) {
    const Definition* coordinator =
        each.coordinator ? found_.all()[*each.coordinator + 1].definition.get() : nullptr;
    const auto workflow = coordinator == nullptr || coordinator->coordinator_hir == nullptr
                              ? std::nullopt
                              : coordinator->coordinator_hir->workflow;
    const std::optional<std::set<std::string>> given =
        workflow ? GivenBy(each) : std::optional<std::set<std::string>>();
    const Definition* started =
        workflow ? found_.all()[first_workflow_ + *workflow].definition.get() : nullptr;
    if (!given || started->hir == nullptr) {
      continue;
    }
    std::set<std::string> known = *given;
    for (const hir::Property& property : started->hir->defaults) {
      known.insert(property.name);
    }
    for (const hir::Parameter& parameter : started->hir->parameters) {
      if (!parameter.default_value && !known.contains(parameter.name)) {
        Diagnostic& found = reporter.Emit(
            DiagnosticKind::kMissingParameter, each.range,
            "parameter " + Quoted(parameter.name) +
                " of the workflow that this coordinator starts has no value and no default");
        // The error has the code for workflows, because the workflow fails and not the coordinator.
        found.oozie_code = InfoOf(found.kind).oozie_code;
        found.notes.push_back({started->source.get(), parameter.range, "it is read here"});
      }
    }
  }
}

std::optional<std::set<std::string>> StartedDefinitions::GivenBy(
    const hir::BundleCoordinator& bundled) const {
  const Definition& root = *found_.all().front().definition;
  const Definition& coordinator = *found_.all()[*bundled.coordinator + 1].definition;
  CompileOptions options;
  AddKnown(root, *root.bundle_hir, bundled.configuration, &options);
  std::set<std::string> names = options.also_given;
  for (const auto& [name, value] : *options.properties) {
    names.insert(name);
  }
  for (const auto& [name, value] : coordinator.submitted) {
    names.insert(name);
  }
  const bool all_known = options.all_properties;
  AddGivenBy(*coordinator.coordinator(), &options);
  names.insert(options.also_given.begin(), options.also_given.end());
  return all_known && options.properties ? std::optional(std::move(names)) : std::nullopt;
}

rt::Result<void> StartedDefinitions::ResolveWorkflowOf(std::size_t number) {
  // The vector of definitions grows and moves its entries, but a Definition and its hir stay at
  // their addresses.
  const Definition& definition = *found_.all()[number].definition;
  hir::Coordinator& coordinator = *definition.coordinator_hir;
  const AppPath app_path = AppPathOf(definition, coordinator, coordinator.app_path);
  const FoundDefinitions::Purpose purpose = PurposeOfWorkflow(number);
  rt::Result<FoundDefinitions::Found> found = found_.Find(app_path, number, purpose);
  HPDL_TRY(found);
  if (!found->number && app_path.known.empty()) {
    const std::string beside = WorkflowBeside(found_.all()[number], app_path.value.text);
    if (!beside.empty()) {
      const rt::Result<std::size_t> there = found_.AtWithFolder(beside, purpose);
      HPDL_TRY(there);
      found->number = *there;
    }
  }
  if (found->number) {
    coordinator.workflow = static_cast<std::uint32_t>(*found->number - first_workflow_);
    found_.NameWorkflow(*found->number, app_path);
  } else {
    FoundDefinitions::Unknown unknown;
    unknown.what = "workflow";
    unknown.reason = found->reason;
    unknown.failure = "each action of the coordinator fails when it starts";
    Report(number, app_path, unknown);
  }
  return {};
}

void StartedDefinitions::Report(std::size_t parent, const AppPath& app_path,
                                const FoundDefinitions::Unknown& unknown) {
  if (!app_path.known.empty()) {
    found_.ReportUnknown(parent, app_path, unknown);
    return;
  }
  Definition& definition = *found_.all()[parent].definition;
  const std::string& written = app_path.value.text;
  definition.diagnostics
      .Emit(DiagnosticKind::kUnresolvedAppPath, nullptr, {},
            "the path of the " + Message::Words(unknown.what) + " " + Quoted(written) +
                " depends on properties that are not given; give its definition by --sub '" +
                Message(written) + "=PATH', or the properties by -D")
      .file = definition.source->name();
}

FoundDefinitions::Purpose StartedDefinitions::PurposeOf(
    const hir::BundleCoordinator& bundled) const {
  FoundDefinitions::Purpose purpose{of_root_, "coordinator", "coordinator.xml"};
  CompileOptions& options = purpose.options;
  options.defined.clear();
  options.defaults_beside = true;
  options.all_properties = of_root_.all_properties && of_root_.properties;
  const Definition& root = *found_.all().front().definition;
  AddKnown(root, *root.bundle_hir, bundled.configuration, &options);
  // The app-path of the workflow may contain properties, so different properties make another
  // variant.
  for (const auto& [name, value] : *options.properties) {
    purpose.variant.append(name).append(1, '\0').append(value).append(1, '\0');
  }
  return purpose;
}

FoundDefinitions::Purpose StartedDefinitions::PurposeOfWorkflow(std::size_t number) const {
  FoundDefinitions::Purpose purpose{of_root_};
  purpose.options.defined.clear();
  const Definition& definition = *found_.all()[number].definition;
  if (number != 0) {  // in a bundle, coordinators may give the workflow different properties
    purpose.options.properties = std::nullopt;
  }
  if (purpose.options.properties) {
    const hir::Coordinator& coordinator = *definition.coordinator_hir;
    AddKnown(definition, coordinator, coordinator.configuration, &purpose.options);
    AddGivenBy(*definition.coordinator(), &purpose.options);
  }
  return purpose;
}

void StartedDefinitions::AddKnown(const Definition& definition, const hir::Expressions& expressions,
                                  const std::vector<hir::GivenProperty>& given,
                                  CompileOptions* options) const {
  pipeline::PropertyMap& properties = options->properties.emplace(definition.submitted);
  const sema::KnownTexts known(expressions, definition.submitted);
  for (const hir::GivenProperty& property : given) {
    const sema::KnownText name = known.Of(property.name);
    const sema::KnownText value = known.Of(property.value);
    if (!name) {
      options->all_properties = false;
      continue;
    }
    options->also_given.insert(name.text);
    if (value) {
      properties[name.text] = value.text;
    } else {
      properties.erase(name.text);
    }
  }
}

}  // namespace hpdl::driver
