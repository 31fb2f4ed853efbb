#ifndef HPDL_RUNTIME_WORLD_SITE_SITE_H_
#define HPDL_RUNTIME_WORLD_SITE_SITE_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// The settings that an administrator makes for all jobs. A site file has the XML format of
/// Hadoop's configuration files. Each setting has a type and a default. Keys of Oozie that have no
/// meaning here are ignored, so an oozie-site.xml can be used as it is. docs/site.md lists the
/// settings.
namespace hpdl::rt {

enum class Setting : std::uint8_t {
#define SETTING(key, name, type, low, high, preset, job, doc) key,
#include "runtime/world/site/settings.def"
#undef SETTING
};

enum class SettingType : std::uint8_t {
  kNumber,
  kPolicy,
  kCodes,
  kUnit,
  kMode,  ///< a mode of the server: NORMAL, SAFEMODE or NOWEBSERVICE
  kPath,
  kBoolean,
  kText
};

struct SettingSpec {
  Setting key;
  const char* name;
  SettingType type;
  std::int64_t low, high;  ///< limits of a number, both inclusive
  const char* preset;
  bool job;  ///< a job property overrides the site's value
};

/// Returns the row of a setting in settings.def.
const SettingSpec& SpecOf(Setting setting);

/// The prefix of the settings `USER.hosts` and `USER.groups`. They decide which users may act for
/// other users at hpdld.
inline constexpr std::string_view kProxyUserPrefix = "oozie.service.ProxyUserService.proxyuser.";

class Site {
 public:
  /// Makes a site with the defaults only.
  Site() = default;

  /// Reads a site file; "" gives the defaults. Errors have the class kError and begin with
  /// `file:line: ` if there is a line. It is an error if the file cannot be read or is not Hadoop's
  /// XML. A value of the wrong type or range, and an unknown name below `hpdl.`, are errors too.
  static Result<Site> Load(const std::string& path);

  /// Returns the absolute path of the site file of a run: `given` (--site), else $HPDL_SITE, else
  /// /etc/hpdl/site.xml if it exists, else "".
  static std::string Locate(const std::string& given);

  /// Returns the file that the site was read from; "" for the defaults.
  const std::string& path() const { return path_; }

  /// Returns the value of a setting for a job with the properties `job`. A job property wins if a
  /// job may set it and the site has not made it final. `kind`, if not empty, is a kind of action.
  /// Any value for this kind wins over all general values. All values are valid, because an invalid
  /// job property (see CheckJob) is ignored.
  std::string_view Text(Setting setting, const Properties& job = {},
                        std::string_view kind = {}) const;
  std::int64_t Number(Setting setting, const Properties& job = {},
                      std::string_view kind = {}) const;
  /// Returns the value of a boolean setting.
  bool Flag(Setting setting) const;
  /// True if a setting, a list separated by commas, has `name`, or if it is empty.
  bool Allows(Setting setting, std::string_view name) const;
  /// True if the retry policy in a setting is exponential, and false if it is periodic.
  bool Exponential(Setting setting, const Properties& job = {}, std::string_view kind = {}) const;

  /// Returns the settings whose names begin with kProxyUserPrefix. The keys of the result do not
  /// have the prefix.
  Properties ProxyUsers() const;

  /// True if user-retry applies to failures with this error code.
  bool RetriesForUser(std::string_view code) const;
  /// Returns the milliseconds in one unit of retry-interval.
  std::int64_t UserUnitMs() const;

 private:
  const std::string* Find(const std::string& name, bool of_job, const Properties& job) const;

  std::string path_;
  Properties values_;
  std::set<std::string, std::less<>> finals_;
};

/// Fails with E0701 if a job property is a setting and has the wrong type or range. The message
/// names the property, its value and the values that are allowed. Also fails with E0701 for a
/// property that only hpdl itself makes (IsInternalName()).
Result<void> CheckJob(const Properties& job);

/// Returns the directory for `name` from a setting of the form `NAME=DIRECTORY, ...`, or "" if the
/// setting has no directory for `name`. The case of NAME does not matter. A relative directory is
/// relative to the directory of the file `site_path`. If `site_path` contains no slash, the result
/// for a relative directory is "".
std::string DirectoryFor(std::string_view setting, std::string_view name,
                         std::string_view site_path);

/// Returns a message about a value of the wrong type or range, such as `NAME 'value' is not a whole
/// number from 0 to 10`. Returns "" if the value is valid.
std::string ComplaintOf(Setting setting, std::string_view name, std::string_view value);

/// Reads a whole number from `low` to `high`. Blanks around it are allowed. Returns false for any
/// other text.
bool ReadNumber(std::string_view text, std::int64_t low, std::int64_t high, std::int64_t* number);
/// Reads `periodic`, `fixed` or `exponential`, in upper or lower case. Returns false for any other
/// text.
bool ReadPolicy(std::string_view text, bool* exponential);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_SITE_SITE_H_
