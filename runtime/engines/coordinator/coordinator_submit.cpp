#include "runtime/engines/coordinator/coordinator_submit.h"

#include <utility>

#include "runtime/engines/coordinator/bundle_job.h"
#include "runtime/engines/coordinator/coordinator_notices.h"
#include "runtime/engines/coordinator/coordinator_settings.h"
#include "runtime/engines/coordinator/coordinator_sla.h"
#include "runtime/engines/coordinator/job_properties.h"
#include "runtime/engines/coordinator/program_texts.h"
#include "runtime/engines/workflow/make_job.h"
#include "runtime/engines/workflow/properties.h"
#include "runtime/engines/workflow/submit.h"
#include "runtime/engines/workflow/user.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/current_user.h"
#include "runtime/ground/base/random.h"
#include "runtime/rules/coordinator/first_action.h"
#include "runtime/rules/coordinator/resolved_xml.h"
#include "runtime/store/local/agreed_jobs.h"

namespace hpdl::rt {
namespace {

/// Returns the properties of a job of a coordinator or a bundle.
Result<Properties> PropertiesOf(const hpdl_program& program, const hpdl_definition& definition,
                                const RunOptions& options) {
  PropertyLayers layers;
  layers.given = options.properties;
  layers.built_in = BuiltInProperties(program);
  layers.built_in.try_emplace(std::string(kUserNameProperty), CurrentUser());
  Result<Properties> properties =
      ResolveProperties({definition.parameters, definition.parameter_count, definition.defaults,
                         definition.default_count},
                        layers);
  HPDL_TRY(properties);
  if (PropertyOf(*properties, kUserNameProperty).empty()) {
    return Error{ErrorClass::kError, "E0401", "property user.name is empty"};
  }
  return properties;
}

/// Refuses a coordinator of schema 0.1 in a bundle.
Result<void> CheckSchema(const hpdl_definition& definition, const Properties& properties) {
  constexpr std::string_view kFirst = "uri:oozie:coordinator:0.1";
  if (!PropertyOf(properties, kBundleId).empty() && ToView(definition.schema) == kFirst) {
    return Error{ErrorClass::kError, "E1319",
                 "Invalid bundle coord job namespace, a bundle cannot start a coordinator of " +
                     std::string(kFirst) + "; use 0.2 or later"};
  }
  return {};
}

CoordinatorRow RowOf(const DefinedCoordinator& defined, const Properties& properties) {
  CoordinatorRow row;
  row.start = defined.schedule.start;
  row.end = defined.schedule.end;
  row.frequency = defined.frequency;
  row.time_unit = defined.time_unit;
  row.timezone = defined.timezone;
  row.execution = WordOf(defined.execution);
  row.concurrency = defined.concurrency;
  row.throttle = defined.throttle;
  row.timeout = defined.timeout;
  row.bundle_id = PropertyOf(properties, kBundleId);
  return row;
}

/// Makes a job begin with the action `first` and pauses the job at that action.
void BeginAt(const Turn& first, CoordinatorRow* row) {
  row->next_number = first.number;
  row->next_time = row->next_regular = row->pause = first.regular;
}

/// Writes the first commit of a journal.
Result<void> Record(Journal& journal, const hpdl_program& program, const RunOptions& options,
                    const JobRow& row, const Properties& properties) {
  Result<std::string> salt = RandomHex();
  HPDL_TRY(salt);
  HPDL_TRY(journal.PutFacts(FactsOf(program, options, std::move(*salt))));
  HPDL_TRY(journal.PutJob(row));
  HPDL_TRY(journal.PutProperties(0, 0, properties));
  return journal.Commit();
}

JobRow RowOfJob(JobType type, const Properties& properties, std::string_view path_property,
                const hpdl_definition& definition) {
  JobRow row;
  row.state = JobStateOf(type, CoordinatorState::kPrep);
  row.app_path = PropertyOf(properties, path_property);
  if (row.app_path.empty()) {
    row.app_path = ToView(definition.file_name);
  }
  row.user = PropertyOf(properties, kUserNameProperty);
  row.group = GroupOf(properties);
  return row;
}

Result<std::string> SubmitBundle(const hpdl_program& program, StateDirectory& state,
                                 const RunOptions& options) {
  const Result<CheckedBundle> checked = CheckBundle(program, options);
  HPDL_TRY(checked);
  const auto& [properties, defined] = *checked;
  JobRow row = RowOfJob(JobType::kBundle, properties, "oozie.bundle.application.path",
                        program.bundle->definition);
  row.app_name = defined.name;
  NewJob job;
  job.id = options.id;
  job.user = row.user;
  job.type = JobType::kBundle;
  job.record = [&](Journal& journal, const std::string& id) -> Result<void> {
    row.id = id;
    row.created_ms = row.modified_ms = NowMs();
    BundleRow bundle;
    bundle.kick_off = defined.kick_off;
    HPDL_TRY(journal.coordinator().Put(bundle));
    return Record(journal, program, options, row, properties);
  };
  return MakeJob(state, job);
}

}  // namespace

Result<CheckedCoordinator> CheckCoordinator(const hpdl_program& program,
                                            const RunOptions& options) {
  const hpdl_coordinator& written = *program.coordinator;
  HPDL_TRY(RefuseUnrunnable(program, options));
  const Result<Site> site = Site::Load(options.site_path);
  HPDL_TRY(site);
  Result<Properties> properties = PropertiesOf(program, written.definition, options);
  HPDL_TRY(properties);
  HPDL_TRY(CheckJob(*properties));
  HPDL_TRY(CheckSchema(written.definition, *properties));
  HPDL_TRY(CheckCoordinatorNotices(*properties, program.network != nullptr));
  const ProgramTexts texts(written.definition, *properties);
  Result<DefinedCoordinator> defined =
      Define(written, texts, CoordinatorSettings::Of(*site).defaults);
  HPDL_TRY(defined);
  Result<std::string> resolved = ResolvedXml(written, *defined, texts);
  HPDL_TRY(resolved);
  return CheckedCoordinator{std::move(*properties), std::move(*defined), std::move(*resolved)};
}

Result<std::optional<Turn>> FirstActionOf(const CheckedCoordinator& checked) {
  const auto written = checked.properties.find(kFirstActionProperty);
  if (written == checked.properties.end()) {
    return std::optional<Turn>();
  }
  const Result<Turn> turn = ReadFirstAction(written->second, checked.defined.schedule);
  HPDL_TRY(turn);
  return std::optional(*turn);
}

Result<CheckedBundle> CheckBundle(const hpdl_program& program, const RunOptions& options) {
  HPDL_TRY(RefuseUnrunnable(program, options));
  Result<Properties> properties = PropertiesOf(program, program.bundle->definition, options);
  if (!properties) {
    return Error{ErrorClass::kError, "E1310",
                 "Bundle Job submission Error: [" + properties.error().code + ": " +
                     properties.error().message + "]"};
  }
  const ProgramTexts texts(program.bundle->definition, *properties);
  Result<DefinedBundle> defined = Define(*program.bundle, texts, options.id);
  HPDL_TRY(defined);
  return CheckedBundle{std::move(*properties), std::move(*defined)};
}

Result<std::string> SubmitCoordinator(const hpdl_program& program, StateDirectory& state,
                                      const RunOptions& options) {
  if (program.bundle != nullptr) {
    return SubmitBundle(program, state, options);
  }
  const Result<CheckedCoordinator> submitted = CheckCoordinator(program, options);
  HPDL_TRY(submitted);
  const Properties& properties = submitted->properties;
  CoordinatorRow coordinator = RowOf(submitted->defined, properties);
  const Result<std::optional<Turn>> first = FirstActionOf(*submitted);
  HPDL_TRY(first);
  if (*first) {
    BeginAt(**first, &coordinator);
  }
  JobRow row = RowOfJob(JobType::kCoordinator, properties, kApplicationPath,
                        program.coordinator->definition);
  row.app_name = options.name.empty() ? submitted->defined.name : options.name;
  NewJob job;
  job.id = options.id;
  job.user = row.user;
  job.type = JobType::kCoordinator;
  job.record = [&](Journal& journal, const std::string& id) -> Result<void> {
    row.id = id;
    row.created_ms = row.modified_ms = NowMs();
    HPDL_TRY(journal.coordinator().Put(coordinator));
    HPDL_TRY(journal.PutProperties(0, kDefinitionRun, {{kResolvedProperty, submitted->resolved}}));
    if (program.coordinator->sla_version == kSlaJudged) {
      HPDL_TRY(NoteAgreed(state, id));
    }
    return Record(journal, program, options, row, properties);
  };
  return MakeJob(state, job);
}

}  // namespace hpdl::rt
