#include "runtime/server/applications/application_place.h"

#include <algorithm>
#include <vector>

#include "runtime/ground/base/local_files.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {
namespace {

Error PlaceError(const char* code, std::string message) {
  return {ErrorClass::kError, code, std::move(message)};
}

std::vector<std::string> Names(std::string_view list) {
  std::vector<std::string> names;
  for (const std::string_view part : Split(list, ',')) {
    if (const std::string_view name = hpdl::Trimmed(part); !name.empty()) {
      names.emplace_back(name);
    }
  }
  return names;
}

bool Has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view AuthorityOf(std::string_view uri) {
  const std::size_t begin = uri.find("://");
  if (begin == std::string_view::npos) {
    return {};
  }
  const std::string_view rest = uri.substr(begin + 3);
  return rest.substr(0, rest.find('/'));
}

std::string Joined(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) {
    text.append(text.size() == 1 ? "" : ", ").append(name);
  }
  return text + "]";
}

/// Refuses a scheme that is not allowed. The site may list the allowed schemes. Without this list,
/// the schemes of Hadoop are allowed, and also `file` if the rules allow local files.
Result<void> CheckScheme(std::string_view scheme, std::string_view uri, const Site& site,
                         const ApplicationRules& rules) {
  std::vector<std::string> may = Names(site.Text(Setting::kFileSystems));
  if (may.empty()) {
    may = {"hdfs", "webhdfs", "swebhdfs"};
    if (rules.local_files) {
      may.emplace_back("file");
    }
  }
  const bool readable = scheme == "file" || IsHadoopScheme(scheme);
  return readable && (Has(may, "*") || Has(may, scheme))
             ? Result<void>()
             : PlaceError("E0904", "Scheme [" + std::string(scheme) + "] not supported in uri [" +
                                       std::string(uri) + "]");
}

Result<void> CheckAgainst(Setting whitelist, const char* code, std::string_view what,
                          std::string_view name, const Site& site) {
  if (name.empty() || site.Allows(whitelist, name)) {
    return {};
  }
  return PlaceError(code, std::string(what) + " [" + std::string(name) +
                              "] not allowed, not in Oozie's whitelist. Allowed values are: " +
                              Joined(Names(site.Text(whitelist))));
}

/// True if forks and joins are checked at a submission. As in Oozie, the site can switch the check
/// off for all jobs, and a job can switch it off for itself. Only the word "false" has an effect.
bool ChecksForkJoin(const Properties& properties, const Site& site) {
  const std::string own = ExpandedProperty("oozie.wf.validate.ForkJoin", properties);
  return site.Flag(Setting::kValidateForkJoin) && LowerCase(own) != "false";
}

}  // namespace

std::string ExpandedProperty(std::string_view name, const Properties& properties) {
  if (!properties.contains(name)) {
    return "";
  }
  Result<std::string> value = ExpandProperty(name, properties);
  return value ? std::string(hpdl::Trimmed(*value)) : "";
}

const ApplicationForm& FormOf(JobType type) {
  static constexpr ApplicationForm kForms[] = {
      {"oozie.wf.application.path", "workflow.xml", "config-default.xml"},
      {"oozie.coord.application.path", "coordinator.xml", "coord-config-default.xml"},
      {"oozie.bundle.application.path", "bundle.xml", "bundle-config-default.xml"},
  };
  return kForms[static_cast<std::size_t>(type)];
}

Result<ApplicationPlace> PlaceOf(const Properties& properties, JobType type, const Site& site,
                                 const ApplicationRules& rules) {
  const std::string_view property = FormOf(type).property;
  std::string uri = ExpandedProperty(property, properties);
  if (uri.empty()) {
    return PlaceError("E0307",
                      "Runtime error [the submission has no " + std::string(property) + "]");
  }
  std::string_view scheme = SchemeOf(uri);
  if (scheme.empty() && uri.starts_with('/') && !rules.default_file_system.empty()) {
    uri.insert(0, rules.default_file_system);
    scheme = SchemeOf(uri);
  }
  if (scheme.empty()) {
    return PlaceError("E0405", "the application path [" + uri +
                                   "] has no scheme, and no default file system is known");
  }
  HPDL_TRY(CheckScheme(scheme, uri, site, rules));
  std::string manager = ExpandedProperty("resourceManager", properties);
  manager = manager.empty() ? ExpandedProperty("jobTracker", properties) : manager;
  HPDL_TRY(CheckCluster(manager, "", site));
  ApplicationPlace place{true, uri, uri, type};
  place.checks_fork_join = type != JobType::kWorkflow || ChecksForkJoin(properties, site);
  if (scheme == "file") {
    Result<std::string> path = LocalPath(uri);
    if (!path) {
      return PlaceError("E0711", "Invalid application URI [" + uri + "], " + path.error().message);
    }
    place.remote = false;
    place.path = std::move(*path);
    return place;
  }
  if (AuthorityOf(uri).empty() && AuthorityOf(rules.default_file_system).empty()) {
    return PlaceError("E0711", "Invalid application URI [" + uri + "], which names no name node");
  }
  if (AuthorityOf(uri).empty()) {
    uri = rules.default_file_system + uri.substr(uri.find('/', scheme.size() + 3));
  }
  HPDL_TRY(CheckCluster("", uri, site));
  place.path = place.written = uri;
  return place;
}

Result<void> CheckCluster(std::string_view resource_manager, std::string_view file_system,
                          const Site& site) {
  HPDL_TRY(CheckAgainst(Setting::kJobTrackers, "E0900", "JobTracker", resource_manager, site));
  return CheckAgainst(Setting::kNameNodes, "E0901", "Namenode", AuthorityOf(file_system), site);
}

}  // namespace hpdl::rt
