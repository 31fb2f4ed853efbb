#ifndef HPDL_COMPILER_ANALYSIS_HIVE_SCRIPT_H_
#define HPDL_COMPILER_ANALYSIS_HIVE_SCRIPT_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace hpdl::analysis {

/// The variables of a script of Hive's.
struct HiveScript {
  /// Read outside of comments, and in which line first: ${NAME}, ${hivevar:NAME}. Not those of
  /// other name spaces, or whose names are made of other variables.
  std::map<std::string, std::uint32_t, std::less<>> read;
  std::set<std::string, std::less<>> set;  ///< SET [hivevar:]NAME=, wherever it stands
  /// Something may set more: it runs another file, sets a name that is computed, or turns the
  /// variables off.
  bool may_set_more = false;
};

/// Takes time in proportion to the text, nearly.
HiveScript ReadHiveScript(std::string_view text);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_HIVE_SCRIPT_H_
