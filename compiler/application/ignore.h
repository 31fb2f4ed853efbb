#ifndef HPDL_COMPILER_APPLICATION_IGNORE_H_
#define HPDL_COMPILER_APPLICATION_IGNORE_H_

#include <string>
#include <string_view>
#include <vector>

namespace hpdl::application {

/// The rules of an .hpdlignore: which files of an application directory stay out of the program.
/// One pattern a line, in the manner of gitignore: `*`, `?`, `[a-z]` within a name, `**` across
/// names if it is all between two `/` (elsewhere it is one `*`), a leading or inner `/` binds to
/// the application's root, a final `/` means directories only, `!` takes back, `#` begins a
/// comment. The last pattern that matches decides.
class IgnoreRules {
 public:
  explicit IgnoreRules(std::string_view text = {});

  /// `path` is relative to the application. What lies in an ignored directory is not asked for.
  bool Ignores(std::string_view path, bool directory) const;
  /// Whether a file stays out though no rule of the text says so: job.properties, unless one takes
  /// it back.
  bool LeavesOut(std::string_view path) const;

 private:
  struct Rule {
    std::string pattern;
    bool negated = false;
    bool directories_only = false;
    bool anchored = false;  ///< else it is matched against the last name alone
  };
  const Rule* Decides(std::string_view path, bool directory) const;
  std::vector<Rule> rules_;  ///< the first one is built in
};

}  // namespace hpdl::application

#endif  // HPDL_COMPILER_APPLICATION_IGNORE_H_
