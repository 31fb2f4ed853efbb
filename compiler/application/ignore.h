#ifndef HPDL_COMPILER_APPLICATION_IGNORE_H_
#define HPDL_COMPILER_APPLICATION_IGNORE_H_

#include <string>
#include <string_view>
#include <vector>

namespace hpdl::application {

/// The rules of an .hpdlignore. They name files in an application directory that do not become part
/// of the program. Each line has one pattern in the manner of gitignore. `*`, `?` and `[a-z]` match
/// inside a name. `**` matches across names if it is a whole part between two `/`; elsewhere it
/// means `*`. A leading or inner `/` binds the pattern to the application's root. A pattern with a
/// final `/` matches only directories. A pattern after `!` includes a file again, and `#` begins a
/// comment. The last pattern that matches decides.
class IgnoreRules {
 public:
  explicit IgnoreRules(std::string_view text = {});

  /// True if the file or directory is ignored. `path` is relative to the application. The caller
  /// must not pass paths inside an ignored directory.
  bool Ignores(std::string_view path, bool directory) const;
  /// True if the built-in rule ignores the file. The built-in rule ignores job.properties, unless
  /// .hpdlignore has a rule for this file.
  bool LeavesOut(std::string_view path) const;

 private:
  struct Rule {
    std::string pattern;
    bool negated = false;
    bool directories_only = false;
    /// If false, the pattern is matched only against the last name of a path.
    bool anchored = false;
  };
  const Rule* Decides(std::string_view path, bool directory) const;
  std::vector<Rule> rules_;  ///< the first rule is built in
};

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_IGNORE_H_
