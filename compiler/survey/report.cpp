#include "compiler/survey/report.h"

#include <algorithm>
#include <utility>

#include "compiler/secrets/masking.h"
#include "compiler/secrets/secret_text.h"
#include "runtime/ground/base/lower_case.h"

namespace hpdl::survey {
namespace {

struct TypeOfEnd {
  std::string_view end;
  std::string_view type;
};
constexpr TypeOfEnd kTypes[] = {
    {".properties", "properties"}, {".pig", "Pig script"},    {".hql", "Hive script"},
    {".hive", "Hive script"},      {".q", "Hive script"},     {".sql", "SQL script"},
    {".sh", "shell script"},       {".bash", "shell script"}, {".ksh", "shell script"},
    {".py", "Python script"},      {".pl", "Perl script"},    {".rb", "Ruby script"},
    {".js", "JavaScript"},         {".jar", "jar"},           {".zip", "archive"},
    {".tar", "archive"},           {".gz", "archive"},        {".tgz", "archive"},
    {".bz2", "archive"},           {".xml", "other XML"},
};

/// The properties by which clients name the application that they start.
struct AppPathProperty {
  std::string_view name;
  std::string_view what;
};
constexpr AppPathProperty kAppPathProperties[] = {
    {"oozie.wf.application.path", "workflow"},
    {"oozie.coord.application.path", "coordinator"},
    {"oozie.bundle.application.path", "bundle"},
};

void HideAll(const std::vector<DefinitionFacts>& all, Secrets* secrets) {
  for (const DefinitionFacts& facts : all) {
    for (const std::string& secret : facts.secrets) {
      if (secrets::IsLiteralSecret(secret)) {
        secrets->Add(secret);
      }
    }
  }
}

void AddAll(const UsesOf<std::string>& uses, const std::string& file, Tally<std::string>* tally) {
  for (const auto& [key, row] : uses) {
    tally->Add(key, {file, row.line}, row.count);
  }
}

}  // namespace

std::string_view FileType(std::string_view path) {
  const std::string lower = LowerCase(path);
  for (const TypeOfEnd& each : kTypes) {
    if (lower.ends_with(each.end)) {
      return each.type;
    }
  }
  return "other file";
}

void Survey::AddRoot(const std::string& root, std::string place) {
  report_.roots.push_back(root);
  places_.push_back(std::move(place));
}

std::string Survey::PlaceOf(const std::string& file) const {
  for (std::size_t i = places_.size(); i-- > 0;) {
    const std::string& root = report_.roots[i];
    if (file == root || file.starts_with(root.ends_with('/') ? root : root + "/")) {
      return places_[i] + "/" + file.substr(root.size());
    }
  }
  return file;
}

void Survey::AddDefinition(DefinitionFacts facts) {
  tree_.Add(PlaceOf(facts.file));
  definitions_.push_back(std::move(facts));
}

void Survey::AddFile(const std::string& path) {
  report_.file_types.Add(std::string(FileType(path)), {path});
}

void Survey::AddProperties(const std::string& path, const rt::ConfigProperties& properties,
                           const KnownProperties& known) {
  DefinitionFacts facts;
  facts.file = path;
  for (const rt::ConfigProperty& property : properties) {
    AddSecrets(property.name, property.value, &facts);
    if (secrets::HoldsSecret(property.name, property.value)) {
      ++report_.plain_secrets;
      facts.secret_places.emplace_back(property.line, property.name);
    }
    if (secrets::NamesSecret(property.name)) {
      continue;
    }
    const std::string value = known.Resolve(property.value);
    for (const AppPathProperty& each : kAppPathProperties) {
      if (each.name == property.name) {
        facts.app_paths.push_back({each.what, value, property.line});
      }
    }
    for (const Address& address : AddressesOf(property.name, value)) {
      Uses& row = facts.addresses[address];
      row.line = row.count++ == 0 ? property.line : row.line;
    }
  }
  properties_.push_back(std::move(facts));
}

void Survey::AddUnread(std::vector<std::string> sentences) {
  std::move(sentences.begin(), sentences.end(), std::back_inserter(report_.unread));
}

void Survey::AddPassedOver(std::vector<std::string> sentences) {
  std::move(sentences.begin(), sentences.end(), std::back_inserter(report_.passed_over));
}

void Survey::Merge(const DefinitionFacts& facts, const SecretTexts& hidden) {
  for (const auto& [address, row] : facts.addresses) {
    report_.addresses.Add({address.role, hidden.Masked(address.text)}, {facts.file, row.line},
                          row.count);
  }
  const std::string place = PlaceOf(facts.file);
  for (const AppPathUse& use : facts.app_paths) {
    report_.paths.Add({tree_.Of(use.text, place), use.what, ShownPath(hidden.Masked(use.text))},
                      {facts.file, use.line});
  }
  for (const DatasetUse& use : facts.datasets) {
    const std::string uri = ShownPath(hidden.Masked(use.uri));
    if (report_.datasets.size() >= Tally<Address>::kMostKeys && !report_.datasets.contains(uri)) {
      continue;
    }
    DatasetRow& row = report_.datasets[uri];
    if (row.name.empty()) {
      row.name = use.name;
      row.place = {facts.file, 0};
    }
    row.reads += use.reads;
    row.writes += use.writes;
  }
  for (const auto& [kind, row] : facts.found) {
    report_.findings.Add(kind, {facts.file, row.line}, row.count);
  }
  AddAll(facts.kinds, facts.file, &report_.kinds);
  AddAll(facts.custom_kinds, facts.file, &report_.custom_kinds);
  AddAll(facts.functions, facts.file, &report_.functions);
  AddAll(facts.site_functions, facts.file, &report_.site_functions);
  AddAll(facts.schemas, facts.file, &report_.schemas);
  AddAll(facts.credential_types, facts.file, &report_.credential_types);
  for (const auto& [need, row] : facts.needs) {
    report_.needs.Add(need, {facts.file, row.line}, row.count);
  }
  for (const auto& [line, name] : facts.secret_places) {
    if (report_.secrets.size() < Tally<Need>::kMostKeys) {
      report_.secrets.push_back({name, {facts.file, line}});
    }
  }
}

Report Survey::Finish() && {
  Secrets secrets;
  HideAll(definitions_, &secrets);
  HideAll(properties_, &secrets);
  const SecretTexts hidden(secrets, SecretTexts::Words::kStay);
  const auto by_file = [](const DefinitionFacts& a, const DefinitionFacts& b) {
    return a.file < b.file;
  };
  std::stable_sort(definitions_.begin(), definitions_.end(), by_file);
  std::stable_sort(properties_.begin(), properties_.end(), by_file);
  for (const DefinitionFacts& facts : definitions_) {
    const auto verdict = static_cast<std::size_t>(facts.verdict);
    const std::string_view language = facts.language.empty() ? "unknown" : facts.language;
    ++report_.verdicts[verdict];
    ++report_.languages[language][verdict];
    report_.definitions.push_back(
        {facts.file, language, facts.verdict, facts.errors, facts.warnings});
    Merge(facts, hidden);
  }
  for (const DefinitionFacts& facts : properties_) {
    Merge(facts, hidden);
  }
  std::stable_sort(
      report_.secrets.begin(), report_.secrets.end(),
      [](const SecretRow& a, const SecretRow& b) { return a.place.file < b.place.file; });
  return std::move(report_);
}

}  // namespace hpdl::survey
