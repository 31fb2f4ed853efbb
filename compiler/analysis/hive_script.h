#ifndef HPDL_COMPILER_ANALYSIS_HIVE_SCRIPT_H_
#define HPDL_COMPILER_ANALYSIS_HIVE_SCRIPT_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace hpdl::analysis {

/// The variables of a Hive script.
struct HiveScript {
  /// The variables ${NAME} and ${hivevar:NAME} that are read outside of comments, each with the
  /// line of its first read. The map lacks variables of other name spaces, and names that contain
  /// other variables.
  std::map<std::string, std::uint32_t, std::less<>> read;
  /// The names that `SET [PREFIX:]NAME=` sets, in statements and in comments.
  std::set<std::string, std::less<>> set;
  /// True if the script may set further variables, because it runs another file, sets a computed
  /// name, or switches off the replacement of variables.
  bool may_set_more = false;
};

/// Finds the variables of a script. The time is nearly linear in the length of the text.
HiveScript ReadHiveScript(std::string_view text);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_HIVE_SCRIPT_H_
