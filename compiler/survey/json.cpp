#include <nlohmann/json.hpp>
#include <numeric>

#include "compiler/survey/report.h"

namespace hpdl::survey {
namespace {

using Json = nlohmann::ordered_json;

Json PlacesOf(const Tallied& row) {
  Json places = Json::array();
  for (const Place& place : row.places) {
    Json json = {{"file", place.file}};
    if (place.line != 0) {
      json["line"] = place.line;
    }
    places.push_back(std::move(json));
  }
  return places;
}

void AddCounts(const Tallied& row, Json* json) {
  (*json)["count"] = row.count;
  (*json)["files"] = row.files;
  (*json)["places"] = PlacesOf(row);
}

/// Returns one object for each row. `describe` makes the object, and RowsOf() adds the counts of
/// the row.
template <class Key, class Describe>
Json RowsOf(const Tally<Key>& tally, const Describe& describe) {
  Json rows = Json::array();
  for (const auto& [key, row] : tally.Sorted()) {
    Json json = describe(key);
    AddCounts(*row, &json);
    rows.push_back(std::move(json));
  }
  return rows;
}

Json Named(const std::string& name) {
  return {{"name", name}};
}

Json VerdictsOf(const Verdicts& verdicts) {
  Json json = {{"total", std::accumulate(verdicts.begin(), verdicts.end(), std::uint64_t{0})}};
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    json[kVerdictWords[i]] = verdicts[i];
  }
  return json;
}

bool Runs(const std::string& kind) {
  for (const stdlib::KindEntry& entry : stdlib::AllKinds()) {
    if (entry.decl->name == kind) {
      return true;
    }
  }
  return false;
}

Json DescribeFinding(DiagnosticKind kind) {
  const DiagnosticKindInfo& info = InfoOf(kind);
  Json json = {{"kind", info.name}, {"hinders", Hinders(kind)}};
  if (!info.oozie_code.empty()) {
    json["oozieCode"] = info.oozie_code;
  }
  json["summary"] = info.summary;
  return json;
}

Json DatasetsOf(const Report& report) {
  Json rows = Json::array();
  for (const auto& [uri, row] : report.datasets) {
    rows.push_back({{"uri", uri},
                    {"name", row.name},
                    {"reads", row.reads},
                    {"writes", row.writes},
                    {"leadsOut", row.LeadsOut()},
                    {"file", row.place.file}});
  }
  return rows;
}

}  // namespace

std::string FormatJson(const Report& report) {
  Json json = {{"version", 1}, {"roots", report.roots}};
  json["verdicts"] = VerdictsOf(report.verdicts);
  json["languages"] = Json::array();
  for (const auto& [language, verdicts] : report.languages) {
    Json row = {{"language", language}};
    row.update(VerdictsOf(verdicts));
    json["languages"].push_back(std::move(row));
  }
  json["findings"] = RowsOf(report.findings, DescribeFinding);
  json["needs"] = RowsOf(report.needs, [](Need need) {
    return Json{{"need", kNeedWords[static_cast<std::size_t>(need)]}};
  });
  json["credentialTypes"] =
      RowsOf(report.credential_types, [](const std::string& type) { return Json{{"type", type}}; });
  json["kinds"] = RowsOf(report.kinds, [](const std::string& name) {
    return Json{{"name", name}, {"runs", Runs(name)}};
  });
  json["customKinds"] = RowsOf(report.custom_kinds, Named);
  json["functions"] = RowsOf(report.functions, Named);
  json["siteFunctions"] = RowsOf(report.site_functions, Named);
  json["schemas"] = RowsOf(report.schemas, Named);
  json["addresses"] = RowsOf(report.addresses, [](const Address& address) {
    return Json{{"role", kAddressRoleWords[static_cast<std::size_t>(address.role)]},
                {"address", address.text}};
  });
  json["paths"] = RowsOf(report.paths, [](const PathRow& path) {
    return Json{{"what", path.what},
                {"path", path.path},
                {"leads", kLeadWords[static_cast<std::size_t>(path.lead)]}};
  });
  json["datasets"] = DatasetsOf(report);
  json["fileTypes"] =
      RowsOf(report.file_types, [](const std::string& type) { return Json{{"type", type}}; });
  json["plainSecrets"] = report.plain_secrets;
  json["secrets"] = Json::array();
  for (const SecretRow& row : report.secrets) {
    json["secrets"].push_back(
        {{"name", row.name}, {"file", row.place.file}, {"line", row.place.line}});
  }
  json["definitions"] = Json::array();
  for (const DefinitionRow& row : report.definitions) {
    json["definitions"].push_back(
        {{"file", row.file},
         {"language", row.language},
         {"verdict", kVerdictWords[static_cast<std::size_t>(row.verdict)]},
         {"errors", row.errors},
         {"warnings", row.warnings}});
  }
  json["unread"] = report.unread;
  json["passedOver"] = report.passed_over;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hpdl::survey
