#include "runtime/engines/workflow/submit.h"

#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <optional>

#include "runtime/engines/workflow/job_sla.h"
#include "runtime/engines/workflow/job_view.h"
#include "runtime/engines/workflow/kept_environment.h"
#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/make_job.h"
#include "runtime/engines/workflow/notification.h"
#include "runtime/engines/workflow/properties.h"
#include "runtime/engines/workflow/user.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/current_user.h"
#include "runtime/ground/base/random.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {
namespace {

std::string OwnPath() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

const std::string* Find(const Properties& properties, std::string_view name) {
  const auto found = properties.find(name);
  return found == properties.end() ? nullptr : &found->second;
}

/// True if a job of an HWS workflow lacks its user. By section 6 of the HWS specification, the
/// given properties must contain the user; there is no default. For an Oozie workflow, the command
/// `run` adds the user who called the command, like Oozie's own client.
bool LacksUser(const hpdl_workflow& workflow, const PropertyLayers& layers) {
  return workflow.dialect == HPDL_DIALECT_HWS && Find(layers.given, kUserNameProperty) == nullptr &&
         Find(layers.built_in, kUserNameProperty) == nullptr;
}

constexpr std::string_view kWantedUser =
    "Missing configuration property [user.name]: a job of an HWS workflow needs a user; give "
    "-D user.name=NAME";

/// Returns a constant path on a Hadoop file system in an fs or hdfs action, or "" if the action has
/// no such path.
std::string_view HadoopPath(const hpdl_workflow& workflow, const hpdl_node& node) {
  const std::string_view kind = ToView(node.kind_name);
  for (std::uint32_t i = 0; (kind == "fs" || kind == "hdfs") && i < node.arg_count; ++i) {
    const std::uint32_t index = node.args[i].expr;
    if (index == HPDL_NONE || workflow.exprs[index].fn != nullptr) {
      continue;
    }
    const std::string_view text = ToView(workflow.exprs[index].text);
    if (IsHadoopScheme(SchemeOf(text))) {
      return text;
    }
  }
  return {};
}

}  // namespace

Result<Properties> PropertiesOf(const hpdl_program& program, const RunOptions& options) {
  const hpdl_workflow& workflow = program.workflows[0];
  PropertyLayers layers;
  layers.given = options.properties;
  layers.built_in = BuiltInProperties(program);
  const bool lacks_user = LacksUser(workflow, layers);
  // This layer defines ${user.name}. It overrides the definition's defaults, which must not define
  // the user.
  layers.built_in.try_emplace(std::string(kUserNameProperty), CurrentUser());
  Result<Properties> properties = ResolveProperties(workflow, layers);
  if (!lacks_user) {
    const std::string* user = properties ? Find(*properties, kUserNameProperty) : nullptr;
    return user != nullptr && user->empty()
               ? Error{ErrorClass::kError, "E0401", "property user.name is empty"}
               : properties;
  }
  if (properties || properties.error().code != "E0738") {
    return Error{ErrorClass::kError, "E0401", std::string(kWantedUser)};
  }
  // One message names all missing parameters and the missing user.
  properties.error().message.append("\n").append(kWantedUser).append(" [E0401]");
  return properties;
}

std::vector<std::string> CheckProgram(const hpdl_program& program, const RunOptions& options) {
  std::vector<std::string> refusals;
  for (std::uint32_t w = 0; w < program.workflow_count; ++w) {
    const hpdl_workflow& workflow = program.workflows[w];
    for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
      const hpdl_node& node = workflow.nodes[i];
      if (node.type != HPDL_ACTION) {
        continue;
      }
      const std::string kind(ToView(node.kind_name));
      const std::string place = std::string(ToView(workflow.file_name)) + ":" +
                                std::to_string(node.line) + ": node '" +
                                std::string(ToView(node.name)) + "': ";
      if (node.kind->needs_local && !options.local) {
        refusals.push_back(place + kind +
                           " runs only with --local in a program that was built with --no-network");
      } else if (node.kind->needs_network && program.network == nullptr) {
        refusals.push_back(place + kind +
                           " needs the network, but this program was built with --no-network");
      } else if (const std::string_view path = HadoopPath(workflow, node);
                 program.hadoop == nullptr && !path.empty()) {
        refusals.push_back(place + std::string(path) +
                           " needs the network, but this program was built with --no-network");
      }
    }
  }
  return refusals;
}

Result<void> RefuseUnrunnable(const hpdl_program& program, const RunOptions& options) {
  const std::vector<std::string> lines = CheckProgram(program, options);
  if (lines.empty()) {
    return {};
  }
  std::string text;
  for (const std::string& line : lines) {
    text += (text.empty() ? "" : "\n") + line;
  }
  return Error{ErrorClass::kError, "E0723", text};
}

Result<void> CheckSettings(const hpdl_program& program, const Properties& properties) {
  HPDL_TRY(CheckJob(properties));
  return CheckNotifications(properties, program.network != nullptr);
}

JobFacts FactsOf(const hpdl_program& program, const RunOptions& options, std::string salt) {
  JobFacts facts;
  facts.program_hash = ToView(program.content_hash);
  facts.compiler_version = ToView(program.compiler_version);
  facts.program_path = options.program_path.empty() ? OwnPath() : options.program_path;
  facts.local = options.local;
  facts.parallel = options.parallel;
  facts.site_path = options.site_path;
  facts.callback_listen = options.callback_listen;
  facts.callback_url = options.callback_url;
  facts.salt = std::move(salt);
  facts.part = options.part;
  if (options.park_after_s) {
    facts.park = std::to_string(*options.park_after_s);
    facts.environment = KeptEnvironment();
  }
  return facts;
}

Result<void> Describe(const hpdl_program& program, const Properties& properties, JobRow* row) {
  const hpdl_workflow& workflow = program.workflows[0];
  row->dialect = workflow.dialect;
  row->user = *Find(properties, kUserNameProperty);
  row->group = GroupOf(properties);
  const std::string* path = Find(properties, "oozie.wf.application.path");
  const std::string* without = Find(properties, "oozie.proxysubmission");
  // A job without oozie.wf.application.path gets the name of the definition's file as its path, or
  // no path if a server made the definition (oozie.proxysubmission).
  if (path != nullptr) {
    row->app_path = *path;
  } else if (without == nullptr || *without != "true") {
    row->app_path = ToView(workflow.file_name);
  }
  JobView view(workflow, properties);
  view.identity = {row->id, {}, row->user, row->group, row->app_path, row->run};
  Result<std::string> name = view.Text(workflow.name, {});
  HPDL_TRY(name);
  row->app_name = *name;
  return {};
}

namespace {

/// Puts and commits the first records of a job's journal.
Result<void> Record(Journal& journal, const hpdl_program& program, const RunOptions& options,
                    const JobRow& row, const Properties& properties) {
  Result<std::string> salt = RandomHex();
  HPDL_TRY(salt);
  HPDL_TRY(journal.PutFacts(FactsOf(program, options, std::move(*salt))));
  HPDL_TRY(journal.PutJob(row));
  HPDL_TRY(journal.PutProperties(0, 0, properties));
  return journal.Commit();
}

}  // namespace

Result<void> CheckAgreements(const hpdl_program& program, const Properties& properties) {
  if (program.sla == nullptr) {
    return {};
  }
  JobView view(program.workflows[0], properties);
  return program.sla->check(program, view);
}

Result<std::string> Submit(const hpdl_program& program, StateDirectory& state,
                           const RunOptions& options, MadeJob* kept) {
  HPDL_TRY(RefuseUnrunnable(program, options));
  Result<Properties> properties = PropertiesOf(program, options);
  HPDL_TRY(properties);
  HPDL_TRY(CheckSettings(program, *properties));
  if (!options.local) {
    HPDL_TRY(CheckResourceManagers(program, *properties));
  }
  JobRow row;
  HPDL_TRY(Describe(program, *properties, &row));
  HPDL_TRY(CheckAgreements(program, *properties));
  if (options.dry_run) {
    return std::string();
  }
  NewJob job;
  job.id = options.id;
  job.user = row.user;
  job.record = [&](Journal& journal, const std::string& id) -> Result<void> {
    row.id = id;
    row.created_ms = row.modified_ms = NowMs();
    // Describe() is called again, because the job's id is known now and the job's name may contain
    // it.
    HPDL_TRY(Describe(program, *properties, &row));
    if (program.sla != nullptr) {
      HPDL_TRY(program.sla->note(state, id));
    }
    return Record(journal, program, options, row, *properties);
  };
  Result<std::string> id = MakeJob(state, job, kept);
  if (id && kept != nullptr) {
    kept->row = std::move(row);
  }
  return id;
}

}  // namespace hpdl::rt
