#ifndef HPDL_RUNTIME_WORLD_SITE_SITE_H_
#define HPDL_RUNTIME_WORLD_SITE_SITE_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// What an administrator sets for all jobs: a file in Hadoop's XML with typed settings, of which
/// each has a default. Keys of Oozie that have no meaning here are left alone, so an oozie-site.xml
/// can be used as it is. docs/site.md lists the settings.
namespace hpdl::rt {

enum class Setting : std::uint8_t {
#define SETTING(key, name, type, low, high, preset, job, doc) key,
#include "runtime/world/site/settings.def"
#undef SETTING
};

enum class SettingType : std::uint8_t { kNumber, kPolicy, kCodes, kUnit, kPath, kBoolean, kText };

struct SettingSpec {
  Setting key;
  const char* name;
  SettingType type;
  std::int64_t low, high;  ///< of numbers, both inclusive
  const char* preset;
  bool job;  ///< a job property wins
};

/// The table, in the order of Setting.
const SettingSpec& SpecOf(Setting setting);

/// Who may act for others at hpdld: `USER.hosts` and `USER.groups`.
inline constexpr std::string_view kProxyUserPrefix = "oozie.service.ProxyUserService.proxyuser.";

class Site {
 public:
  /// The defaults alone.
  Site() = default;

  /// Reads a file; "" gives the defaults. Errors are of class kError and begin with `file:line: `
  /// if there is a line: not readable, not Hadoop XML, a value of the wrong type or range, a name
  /// below `hpdl.` that is none.
  static Result<Site> Load(const std::string& path);

  /// Where the site of a run is: `given` (--site), else $HPDL_SITE, else /etc/hpdl/site.xml if it
  /// is there, else "". Absolute.
  static std::string Locate(const std::string& given);

  /// The file that it was read from; "" for the defaults.
  const std::string& path() const { return path_; }

  /// A setting for a job with `job` properties. Those that a job may set are taken from there,
  /// unless the site has made them final; `kind`, if not empty, has its own values before the
  /// general ones. Values are valid; a job property that is not (see CheckJob) is passed over.
  std::string_view Text(Setting setting, const Properties& job = {},
                        std::string_view kind = {}) const;
  std::int64_t Number(Setting setting, const Properties& job = {},
                      std::string_view kind = {}) const;
  /// Of a boolean.
  bool Flag(Setting setting) const;
  /// Of a policy: not periodic.
  bool Exponential(Setting setting, const Properties& job = {}, std::string_view kind = {}) const;

  /// What there is below kProxyUserPrefix, by the rest of the name.
  Properties ProxyUsers() const;

  /// Whether user-retry is for failures with this code.
  bool RetriesForUser(std::string_view code) const;
  /// Milliseconds in one unit of retry-interval.
  std::int64_t UserUnitMs() const;

 private:
  const std::string* Find(const std::string& name, bool of_job, const Properties& job) const;

  std::string path_;
  Properties values_;
  std::set<std::string, std::less<>> finals_;
};

/// Refuses settings among the properties of a job that are of the wrong type or range; the message
/// names the property, its value and what is wanted.
Result<void> CheckJob(const Properties& job);

/// What a setting of the form `NAME=DIRECTORY, ...` has for `name`, in any case; "" if nothing.
/// Relative directories start at that of the file `site_path`, and are nothing without one.
std::string DirectoryFor(std::string_view setting, std::string_view name,
                         std::string_view site_path);

/// What is wrong with a value of the type and range of a setting, "" if nothing is: `NAME 'value'
/// is not a whole number from 0 to 10`.
std::string ComplaintOf(Setting setting, std::string_view name, std::string_view value);

/// A whole number from `low` to `high`, blanks around it allowed.
bool ReadNumber(std::string_view text, std::int64_t low, std::int64_t high, std::int64_t* number);
/// `periodic` or `fixed`, or `exponential`, in any case.
bool ReadPolicy(std::string_view text, bool* exponential);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SITE_SITE_H_
