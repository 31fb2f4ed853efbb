#include "runtime/world/site/site.h"

#include <unistd.h>

#include <charconv>
#include <climits>
#include <cstdlib>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/value/reserved_names.h"

namespace hpdl::rt {
namespace {

constexpr SettingSpec kSpecs[] = {
#define SETTING(key, name, type, low, high, preset, job, doc) \
  {Setting::key, name, SettingType::type, low, high, preset, (job) != 0},
#include "runtime/world/site/settings.def"
#undef SETTING
};

constexpr std::string_view kOwnPrefix = "hpdl.";
constexpr std::string_view kKindPrefix = "hpdl.action.";
/// A setting that can have its own value for each kind of action. The property that sets this value
/// is named hpdl.action.KIND followed by `suffix`.
struct KindSuffix {
  Setting setting;
  std::string_view suffix;
};
constexpr KindSuffix kKindSuffixes[] = {
    {Setting::kTransientMax, ".retries.max"},
    {Setting::kTransientInterval, ".retry.interval"},
    {Setting::kTransientPolicy, ".retry.policy"},
    {Setting::kTransientMost, ".retry.interval.max"},
};

/// Returns the setting that the property `name` sets. The name may have the form
/// `hpdl.action.KIND.*`. Returns null if there is no such setting.
const SettingSpec* SpecNamed(std::string_view name) {
  for (const SettingSpec& spec : kSpecs) {
    if (name == spec.name) {
      return &spec;
    }
  }
  if (!name.starts_with(kKindPrefix)) {
    return nullptr;
  }
  name.remove_prefix(kKindPrefix.size());
  const std::size_t dot = name.find('.');
  for (const KindSuffix& kind : kKindSuffixes) {
    if (dot != 0 && dot != std::string_view::npos && name.substr(dot) == kind.suffix) {
      return &SpecOf(kind.setting);
    }
  }
  return nullptr;
}

bool IsCodeList(std::string_view text) {
  for (const char c : text) {
    const bool word = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (!word && c != ',' && c != '_' && c != '-' && !Trimmed({&c, 1}).empty()) {
      return false;
    }
  }
  return true;
}

/// Returns the milliseconds of a unit; 0 if the text is not a unit.
std::int64_t UnitMs(std::string_view text) {
  return text == "minutes" ? 60000 : text == "seconds" ? 1000 : text == "milliseconds" ? 1 : 0;
}

bool HasCode(std::string_view list, std::string_view code) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view one = Trimmed(list.substr(0, comma));
    if (one == "ALL" || (!one.empty() && one == code)) {
      return true;
    }
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  return false;
}

}  // namespace

const SettingSpec& SpecOf(Setting setting) {
  return kSpecs[static_cast<std::size_t>(setting)];
}

std::string ComplaintOf(Setting setting, std::string_view name, std::string_view value) {
  const SettingSpec& spec = SpecOf(setting);
  std::int64_t number = 0;
  bool exponential = false;
  std::string wanted;
  switch (spec.type) {
    case SettingType::kNumber:
      if (!ReadNumber(value, spec.low, spec.high, &number)) {
        wanted.append("a whole number from ").append(std::to_string(spec.low));
        wanted.append(" to ").append(std::to_string(spec.high));
      }
      break;
    case SettingType::kPolicy:
      wanted = ReadPolicy(value, &exponential) ? "" : "periodic or exponential";
      break;
    case SettingType::kCodes:
      wanted = IsCodeList(value) ? "" : "error codes, separated by commas";
      break;
    case SettingType::kUnit:
      wanted = UnitMs(Trimmed(value)) != 0 ? "" : "minutes, seconds or milliseconds";
      break;
    case SettingType::kMode:
      wanted = value == "NORMAL" || value == "SAFEMODE" || value == "NOWEBSERVICE"
                   ? ""
                   : "NORMAL, SAFEMODE or NOWEBSERVICE";
      break;
    case SettingType::kPath:
      wanted = Trimmed(value).empty() || Trimmed(value).starts_with('/') ? "" : "an absolute path";
      break;
    case SettingType::kBoolean:
      wanted = IsInAnyCase(Trimmed(value), "true") || IsInAnyCase(Trimmed(value), "false")
                   ? ""
                   : "true or false";
      break;
    case SettingType::kText:
      break;
  }
  if (wanted.empty()) {
    return wanted;
  }
  constexpr std::size_t kShown = 60;
  std::string complaint(name);
  complaint.append(" '").append(value.substr(0, kShown));
  complaint.append(value.size() > kShown ? "...' is not " : "' is not ").append(wanted);
  return complaint;
}

bool ReadNumber(std::string_view text, std::int64_t low, std::int64_t high, std::int64_t* number) {
  text = Trimmed(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size() && *number >= low &&
         *number <= high;
}

bool ReadPolicy(std::string_view text, bool* exponential) {
  text = Trimmed(text);
  *exponential = IsInAnyCase(text, "exponential");
  return *exponential || IsInAnyCase(text, "periodic") || IsInAnyCase(text, "fixed");
}

std::string Site::Locate(const std::string& given) {
  constexpr const char* kSystem = "/etc/hpdl/site.xml";
  const char* variable = std::getenv("HPDL_SITE");
  std::string path = given;
  if (path.empty() && variable != nullptr) {
    path = variable;
  }
  if (path.empty() && access(kSystem, F_OK) == 0) {
    path = kSystem;
  }
  char directory[PATH_MAX];
  if (!path.empty() && path[0] != '/' && getcwd(directory, sizeof directory) != nullptr) {
    path = std::string(directory) + "/" + path;  // a resumed program may run in another directory
  }
  return path;
}

Result<Site> Site::Load(const std::string& path) {
  Site site;
  if (path.empty()) {
    return site;
  }
  const Result<ConfigProperties> file = ReadConfigFile(path);
  HPDL_TRY(file);
  site.path_ = path;
  Properties all;
  Apply(*file, &all);
  std::set<std::string, std::less<>> finals;
  for (const ConfigProperty& property : *file) {
    const SettingSpec* spec = SpecNamed(property.name);
    const bool proxy = property.name.starts_with(kProxyUserPrefix);
    if (spec == nullptr && !proxy && !property.name.starts_with(kOwnPrefix)) {
      continue;
    }
    Result<std::string> value = ExpandValue(property.value, all);
    const std::string complaint = spec == nullptr && !proxy
                                      ? property.name + " is not a known setting"
                                  : !value ? property.name + ": " + value.error().message
                                  : proxy  ? ""
                                           : ComplaintOf(spec->key, property.name, *value);
    if (!complaint.empty()) {
      std::string message = path;
      message.append(":").append(std::to_string(property.line));
      message.append(": property ").append(complaint);
      return Error{ErrorClass::kError, "", std::move(message)};
    }
    if (finals.count(property.name) == 0) {
      site.values_[property.name] = std::move(*value);
    }
    if (property.final) {
      finals.insert(property.name);
    }
  }
  site.finals_ = std::move(finals);
  return site;
}

std::string DirectoryFor(std::string_view setting, std::string_view name,
                         std::string_view site_path) {
  while (!setting.empty()) {
    const std::size_t comma = setting.find(',');
    const std::string_view entry = Trimmed(setting.substr(0, comma));
    setting = comma == std::string_view::npos ? std::string_view() : setting.substr(comma + 1);
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos ||
        !IsInAnyCase(Trimmed(entry.substr(0, equals)), LowerCase(name))) {
      continue;
    }
    const std::string_view directory = Trimmed(entry.substr(equals + 1));
    if (directory.starts_with('/')) {
      return std::string(directory);
    }
    const std::size_t slash = site_path.rfind('/');
    return directory.empty() || slash == std::string_view::npos
               ? std::string()
               : std::string(site_path.substr(0, slash + 1)).append(directory);
  }
  return {};
}

const std::string* Site::Find(const std::string& name, bool of_job, const Properties& job) const {
  if (of_job && finals_.count(name) == 0) {
    const auto found = job.find(name);
    if (found != job.end() && ComplaintOf(SpecNamed(name)->key, name, found->second).empty()) {
      return &found->second;
    }
  }
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

std::string_view Site::Text(Setting setting, const Properties& job, std::string_view kind) const {
  const SettingSpec& spec = SpecOf(setting);
  const std::string* value = nullptr;
  for (const KindSuffix& own : kKindSuffixes) {
    if (!kind.empty() && own.setting == setting) {
      // If the site's general value is final, a job cannot set the value for one kind of action
      // either.
      value = Find(std::string(kKindPrefix).append(kind).append(own.suffix),
                   spec.job && finals_.count(spec.name) == 0, job);
    }
  }
  if (value == nullptr) {
    value = Find(spec.name, spec.job, job);
  }
  return value == nullptr ? std::string_view(spec.preset) : std::string_view(*value);
}

std::int64_t Site::Number(Setting setting, const Properties& job, std::string_view kind) const {
  std::int64_t number = 0;
  (void)ReadNumber(Text(setting, job, kind), INT64_MIN, INT64_MAX, &number);
  return number;
}

bool Site::Allows(Setting setting, std::string_view name) const {
  bool is_empty = true;
  for (const std::string_view part : Split(Text(setting), ',')) {
    const std::string_view allowed = Trimmed(part);
    if (!allowed.empty() && allowed == name) {
      return true;
    }
    is_empty = is_empty && allowed.empty();
  }
  return is_empty;
}

bool Site::Flag(Setting setting) const {
  return IsInAnyCase(Trimmed(Text(setting)), "true");
}

bool Site::Exponential(Setting setting, const Properties& job, std::string_view kind) const {
  bool exponential = false;
  (void)ReadPolicy(Text(setting, job, kind), &exponential);
  return exponential;
}

Properties Site::ProxyUsers() const {
  Properties found;
  for (auto at = values_.lower_bound(std::string(kProxyUserPrefix));
       at != values_.end() && at->first.starts_with(kProxyUserPrefix); ++at) {
    found[at->first.substr(kProxyUserPrefix.size())] = at->second;
  }
  return found;
}

bool Site::RetriesForUser(std::string_view code) const {
  return HasCode(Text(Setting::kUserCodes), code) || HasCode(Text(Setting::kUserCodesExt), code);
}

std::int64_t Site::UserUnitMs() const {
  return UnitMs(Trimmed(Text(Setting::kUserUnit)));
}

Result<void> CheckJob(const Properties& job) {
  for (const auto& [name, value] : job) {
    if (IsInternalName(name)) {
      return Error{ErrorClass::kError, "E0701",
                   "property " + name + " is made by hpdl itself, and no job may set it"};
    }
    const SettingSpec* spec = SpecNamed(name);
    if (spec == nullptr || !spec->job) {
      continue;
    }
    if (const std::string complaint = ComplaintOf(spec->key, name, value); !complaint.empty()) {
      return Error{ErrorClass::kError, "E0701", "property " + complaint};
    }
  }
  return {};
}

}  // namespace hpdl::rt
