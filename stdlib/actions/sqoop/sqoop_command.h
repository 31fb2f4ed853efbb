#ifndef HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_COMMAND_H_
#define HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_COMMAND_H_

#include <map>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "stdlib/actions/sqoop/sqoop.kind.h"

namespace hpdl::stdlib {

/// Sqoop's own arguments: the words of <command>, which has no quotes, or each <arg>. "JA018" if
/// there are none, or <command> has anything but a tool's name at its start.
rt::Result<std::vector<std::string>> SqoopArguments(const SqoopArgs& args);

/// The action's configuration, in the command's directory.
inline constexpr const char* kSqoopSite = "sqoop-site.xml";

/// The arguments with the one behind the tool's name that has kSqoopSite read after
/// mapred-site.xml, whose values would count more: Sqoop itself reads it before. What a user gives
/// with -D, and with -conf further on, still counts more.
std::vector<std::string> WithSqoopSite(std::vector<std::string> arguments);

/// How the arguments get to Sqoop: by options files, so that no list of processes shows passwords.
struct SqoopWords {
  std::vector<std::string> words;            ///< of the command
  std::map<std::string, std::string> files;  ///< name in the directory -> content
};
/// What an options file cannot have, an argument of several lines, stays a word.
SqoopWords WordsOf(const std::vector<std::string>& arguments);

/// The passwords among the arguments, which Sqoop and drivers may repeat in messages: behind
/// --password, of -DNAME=VALUE, and in URLs.
std::vector<std::string> SecretsOf(const SqoopArgs& args);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_SQOOP_SQOOP_COMMAND_H_
